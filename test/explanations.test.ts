import ts from 'typescript';
import { expect, test } from 'vitest';
import { ownGroups, specGroups } from '../contract/api.ts';
import { explain, type Explanation } from '../contract/explanations/explain.ts';
import { explanationTexts, type ExplanationCode } from '../contract/explanations/texts.ts';
import { chineseTexts } from '../contract/explanations/chinese/chinese.ts';
import { parse, projectFiles, type SourceFile } from './source-files.ts';

/** Heard on the command line, by programs or by visitors, never in the console. */
const notOfTheConsole =
  /^server\/(?:cli|start|http\/(?!upload)|adapters\/archive|adapters\/models\/(?:edit-models-file|offered-models|models-file(?:-shape)?)\.ts|features\/(?:integrations|config\/save-warnings\.ts|search)|adapters\/hosts\/remote\/signature\.ts)/;

/** These have sentences of their own, which may be those of the console by chance. */
const ofTheCommandLine = /^server\/(?:cli|start|open-ports)/;

/** Errors that the console cannot cause. */
const apart = new Set(['postName is required', 'logId must not be empty', 'type must be like or dislike']);

const sources = projectFiles('server').filter(({ path }) => path.endsWith('.ts') && !path.includes('.test.'));

test('WIRE11: each text that has a code is said somewhere by its code', () => {
  const said = projectFiles('contract')
    .filter(({ path }) => !path.startsWith('contract/explanations/'))
    .concat(sources);
  const named = new Set(
    said.flatMap(({ text }) => text.match(/'[a-z][a-z\d_]+'|explanationTexts\.\w+/g) ?? []),
  );
  const unsaid = Object.keys(explanationTexts).filter(
    (code) => !named.has(`'${code}'`) && !named.has(`explanationTexts.${code}`),
  );
  expect(unsaid).toEqual([]);
});

test('WIRE11: no file of the server writes a sentence of the table again', () => {
  const again = sources
    .filter(({ path }) => !ofTheCommandLine.test(path))
    .flatMap((file) =>
      sentencesIn(file)
        .filter(isOfTable)
        .map((text) => ({ file: file.path, text })),
    );
  expect(again).toEqual([]);
});

test('WIRE11: what the service refuses and an administrator can meet has a code', () => {
  const without = sources
    .filter(({ path }) => !notOfTheConsole.test(path))
    .flatMap((file) => refusalsIn(file).map((text) => ({ file: file.path, text })))
    .filter(({ text }) => !apart.has(text));
  expect(without).toEqual([]);
});

test('WIRE11: each refusal that a schema of the contract can give has a code and a Chinese text', () => {
  const { plain, codes } = refusalsOfSchemas();
  expect(plain).toEqual([]);
  expect(codes.size).toBeGreaterThan(40);
  for (const code of codes) expect([code, chineseTexts[code as ExplanationCode]]).not.toContain(undefined);
});

test('WIRE11: no schema raises an issue of bare words', () => {
  const bare = projectFiles('contract')
    .filter(({ path }) => path.endsWith('.ts') && !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /(?:addIssue|issues\.push)\((?!issueOf|\{ \.\.\.issueOf)|error: ['`]|, ['`][^'`\n]*must /g,
        ),
      ].map(([found]) => `${path}: ${found}`),
    );
  expect(bare).toEqual([]);
});

/** Walks the schemas of all requests and lets each say its refusal. */
function refusalsOfSchemas() {
  const seen = new Set<unknown>();
  const plain: string[] = [];
  const codes = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const definition = Reflect.get(Object(Reflect.get(value, '_zod')), 'def') as object | undefined;
    if (!definition) return Object.values(value).forEach(visit);
    const say: unknown = Reflect.get(definition, 'error');
    if (typeof say === 'function') {
      const refused: { path: string[]; explanation?: Explanation } = { path: ['field'] };
      const text: unknown = Reflect.apply(say, undefined, [refused]);
      if (refused.explanation)
        for (const { code } of [refused.explanation, ...(refused.explanation.causes ?? [])]) codes.add(code);
      else plain.push(String(text));
    }
    Object.values(definition).forEach(visit);
    visit(Reflect.get(definition, 'shape'));
  };
  for (const group of [...specGroups, ...ownGroups])
    for (const { params, query, body } of Object.values(group.endpoints))
      [params, query, body].forEach(visit);
  return { plain, codes };
}

/** Stands in a sentence for a part that changes. */
const gap = '\u0007';

/** Longer ones are prompts. */
const longestSentence = 300;

/** The longest run of fixed words of each text, which a sentence of the table must hold. */
const fixedParts = Object.values(explanationTexts).map((text) =>
  text.split(/\{\w+\}/).reduce((longest, part) => (part.length > longest.length ? part : longest)),
);

/** True for a sentence of the table; where that begins or ends with a parameter, the sentence has a gap there. */
function isOfTable(text: string): boolean {
  if (text.length > longestSentence || !text.includes(' ')) return false;
  const found = fixedParts.some((part) => text.includes(part)) ? explain(text) : undefined;
  if (!found) return false;
  const original = explanationTexts[found.code as ExplanationCode];
  return original.startsWith('{') === text.startsWith(gap) && original.endsWith('}') === text.endsWith(gap);
}

/** All string literals and templates of a file, with a gap for what changes in them. */
function sentencesIn(file: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) found.push(wordsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

const wordsOf = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => `${gap}${span.literal.text}`)].join('')
    : node.text;

const refusals = new Set([
  'invalid',
  'conflict',
  'busy',
  'disabled',
  'unavailable',
  'unauthenticated',
  'forbidden',
  'stale',
  'failed',
]);

/** The literal sentences that a file throws as expected failures. */
function refusalsIn(file: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && refusals.has(node.expression.text))
      found.push(sentenceOf(node.arguments[0]));
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Fault')
      found.push(sentenceOf(node.arguments?.[1]));
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found.filter((text) => text !== '');
}

/** A literal sentence; texts that are put together from variables alone have none. */
function sentenceOf(node: ts.Expression | undefined): string {
  if (node === undefined || !(ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))) return '';
  const text = wordsOf(node);
  return /\p{L}{3}/u.test(text) ? text : '';
}
