import ts from 'typescript';
import { parse, type SourceFile } from '../source-files.ts';

/** What a test does to a page; what follows from it takes time. */
const actions = new Set(
  (
    'blur check clear click dblclick dispatchEvent down dragTo fill focus goBack goForward goto hover insertText ' +
    'move open press pressSequentially reload scrollIntoViewIfNeeded selectOption selectText setChecked ' +
    'setContent setInputFiles setViewportSize tap type uncheck up wheel emulateMedia'
  ).split(' '),
);

/** What reads the state of a page at once, as it is at that moment. */
const reads = new Set(
  (
    'allInnerTexts allTextContents boundingBox content count evaluate evaluateAll getAttribute innerHTML innerText ' +
    'inputValue isChecked isDisabled isEditable isEnabled isHidden isVisible textContent title ' +
    'boxOf contrastOf cutOff html isFocused seen styleOf violations'
  ).split(' '),
);

/**
 * Looks of a browser test that happen once, as `path:line`: an `expect` of something awaited or of what a fake has
 * received, and a reading into a variable right after an action. On a slow machine the state that they look for comes later.
 */
export function looksOnce(file: SourceFile): string[] {
  const source = parse(file);
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'expect' && isLook(node))
      found.push(node);
    if (ts.isBlock(node))
      node.statements.forEach((statement, index) => {
        const before = node.statements[index - 1];
        if (before && isAction(before) && isReading(statement)) found.push(statement);
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found
    .toSorted((one, other) => one.pos - other.pos)
    .map((node) => `${file.path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
}

/** What the fakes of a test are called. */
const fake = /^(?:fixture|maps|models|provider|receiver)\b/;

const isLook = (node: ts.CallExpression): boolean =>
  awaitedIn(node).length > 0 || fake.test(node.arguments[0]?.getText() ?? '');

/** What a node awaits, functions inside it aside. */
function awaitedIn(node: ts.Node): ts.Expression[] {
  if (ts.isFunctionLike(node)) return [];
  if (ts.isAwaitExpression(node)) return [node.expression, ...awaitedIn(node.expression)];
  const found: ts.Expression[] = [];
  ts.forEachChild(node, (child) => void found.push(...awaitedIn(child)));
  return found;
}

const nameOf = (node: ts.Expression): string => {
  if (!ts.isCallExpression(node)) return '';
  const { expression } = node;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
};

const isAction = (statement: ts.Statement): boolean =>
  ts.isExpressionStatement(statement) && awaitedIn(statement).some((one) => actions.has(nameOf(one)));

const isReading = (statement: ts.Statement): boolean =>
  ts.isVariableStatement(statement) && awaitedIn(statement).some((one) => reads.has(nameOf(one)));
