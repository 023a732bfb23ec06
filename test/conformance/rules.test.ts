import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse, projectFiles, projectRoot } from '../source-files.ts';

const rules = [
  ...readFileSync(join(projectRoot, 'docs/spec.md'), 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm),
].map(([, id = '']) => id);

/**
 * Every text below a call of `test`, `it` or `describe` that comes before its body: titles and tables of cases. What is
 * skipped for good proves nothing.
 */
function titlesIn(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || !/^(?:test|it|describe)\b/.test(node.expression.getText())) {
    return childrenOf(node).flatMap(titlesIn);
  }
  if (/\.(?:skip|todo)\b/.test(node.expression.getText())) return [];
  const shown = [node.expression, ...node.arguments.filter((argument) => !isBody(argument))].flatMap(textsIn);
  return [...shown, ...node.arguments.filter(isBody).flatMap(titlesIn)];
}

const childrenOf = (node: ts.Node): ts.Node[] => {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
};

const isBody = (node: ts.Node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** The texts of an expression; a table of cases that has a name at the top of the file is looked up there. */
function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return [node.text];
  const named = ts.isIdentifier(node) ? tableNamed(node) : undefined;
  return named ? textsIn(named) : childrenOf(node).flatMap(textsIn);
}

const tableNamed = (name: ts.Identifier): ts.Node | undefined =>
  name
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find(
      (declaration) =>
        declaration.name.getText() === name.text &&
        declaration.initializer &&
        ts.isArrayLiteralExpression(declaration.initializer),
    )?.initializer;

/** The rules that a title begins with: `PET3: …`, `PET3 PET4: …` or `PET3, PET4: …`; a cell of a table may hold nothing else. */
const rulesOf = (title: string): string[] =>
  /^(?:[A-Z]{2,}\d+(?:, ?| )?)+(?::|$)/.exec(title)?.[0].match(/[A-Z]{2,}\d+/g) ?? [];

const named = projectFiles()
  .filter(({ path }) => /\.(?:test|e2e)\.ts$|^test\/contracts\//.test(path))
  .flatMap((file) =>
    titlesIn(parse(file)).flatMap((title) => rulesOf(title).map((id) => ({ id, path: file.path }))),
  );

test('every rule has an id of its own', () => {
  expect(rules.length).toBeGreaterThan(100);
  expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
});

test('every rule is proved by a test that carries its id', () => {
  const tested = new Set(named.map(({ id }) => id));
  expect(rules.filter((id) => !tested.has(id))).toEqual([]);
});

test('no test names a rule that the specification does not have', () => {
  const isRule = new Set(rules);
  expect(named.filter(({ id }) => !isRule.has(id)).map(({ id, path }) => `${path}: ${id}`)).toEqual([]);
});
