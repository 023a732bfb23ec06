import ts from 'typescript';
import { expect, test } from 'vitest';
import { explain, explanationTexts } from '../contract/explanations/explain.ts';
import { parse, projectFiles, type SourceFile } from './source-files.ts';

/** Heard on the command line, by programs or by visitors, never in the console. */
const notOfTheConsole =
  /^server\/(?:cli|start|http|adapters\/archive|adapters\/models\/(?:edit-models-file|offered-models|models-file(?:-shape)?)\.ts|features\/(?:integrations|config\/save-warnings\.ts|search)|adapters\/hosts\/(?:remote\/signature|embedded\/images)\.ts)/;

/** Errors that the console cannot cause, and sentences composed elsewhere. */
const apart = new Set([
  'postName is required',
  'logId must not be empty',
  'type must be like or dislike',
  'The page is redirected to another site7',
  '7; refresh the page and look again',
]);

const sources = projectFiles('server').filter(({ path }) => path.endsWith('.ts') && !path.includes('.test.'));

test('WIRE11: each text that has a code is said somewhere, so that a reworded text is noticed', () => {
  const said = projectFiles('contract')
    .filter(({ path }) => !path.startsWith('contract/explanations/'))
    .concat(sources);
  const all = said.map(({ text }) => text.replaceAll("\\'", "'")).join('\n');
  const unsaid = Object.values(explanationTexts)
    // Node and the network name their failures themselves.
    .filter((text) => !/^[A-Z_]+(?:: \{detail\})?$/.test(text))
    .filter((text) => !all.includes(longestPart(text.replace(lookAgain, ''))));
  expect(unsaid).toEqual([]);
});

test('WIRE11: what the service refuses and an administrator can meet has a code', () => {
  const without = sources
    .filter(({ path }) => !notOfTheConsole.test(path))
    .flatMap((file) => refusalsIn(file).map((text) => ({ file: file.path, text })))
    .filter(({ text }) => explain(text) === undefined && !apart.has(text));
  expect(without).toEqual([]);
});

/** Appended to every failure that reloading the page solves. */
const lookAgain = '; refresh the page and look again';

/** The longest run of words between parameters, without the marks at its ends. */
const longestPart = (text: string): string =>
  text
    .split(/\{\w+\}/)
    .map((part) => part.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, ''))
    .reduce((longest, part) => (part.length > longest.length ? part : longest));

const refusals = new Set(['invalid', 'conflict', 'busy', 'disabled', 'unavailable', 'forbidden', 'stale']);

/** The sentences that a file throws as expected failures, with 7 for what changes in them. */
function refusalsIn(file: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && refusals.has(node.expression.text)) {
      const text = sentenceOf(node.arguments[0]);
      if (text) found.push(node.expression.text === 'stale' ? `${text}${lookAgain}` : text);
    }
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Fault') {
      const text = sentenceOf(node.arguments?.[1]);
      if (text) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

/** A literal sentence; texts that are put together from variables alone have none. */
function sentenceOf(node: ts.Expression | undefined): string {
  if (node === undefined) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  const text = [node.head.text, ...node.templateSpans.map((span) => `7${span.literal.text}`)].join('');
  return /\p{L}{3}/u.test(text) ? text : '';
}
