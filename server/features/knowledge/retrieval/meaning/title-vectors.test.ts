import { expect, test } from 'vitest';
import { openWords } from '../../../../text/word-vectors/shipped-words.ts';
import type { WordTable } from '../../../../text/word-vectors/word-table.ts';
import { createTitleVectors } from './title-vectors.ts';

const shipped = await openWords()();
if (!shipped) throw new Error('The table of words is part of the project');

const site = (titles: Readonly<Record<string, string>>) =>
  new Map(Object.entries(titles).map(([id, title]) => [id, { id, title }]));
const never = async () => {};

test('ANS40: a title has a vector once, a new one when it is changed', async () => {
  const embedded: string[] = [];
  const table: WordTable = {
    ...shipped,
    embed: (text) => {
      embedded.push(text);
      return shipped.embed(text);
    },
  };
  const near = createTitleVectors();
  const asked = shipped.embed('mot de passe');
  const first = await near(table, asked, site({ a: 'Password', b: 'Bread' }), never);
  expect(first.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(first[0]?.near).toBeCloseTo(
    asked.reduce((sum, value, at) => sum + value * (shipped.embed('Password')[at] ?? 0), 0),
    1,
  );
  const later = await near(table, asked, site({ a: 'Opening hours', b: 'Password' }), never);
  expect(later[0]?.id).toBe('b');
  await near(table, asked, site({ b: 'Password' }), never);
  await near(table, asked, site({ a: 'Opening hours', b: 'Password' }), never);
  expect(embedded).toEqual(['Password', 'Bread', 'Opening hours', 'Password', 'Opening hours']);
});

test('LIN1: a site of very many articles is not passed over at each question', async () => {
  const many = new Map(
    Array.from({ length: 100_001 }, (_, at) => [`${at}`, { id: `${at}`, title: 'Bread' }]),
  );
  expect(await createTitleVectors()(shipped, shipped.embed('pain'), many, never)).toEqual([]);
});
