import { expect, test } from 'vitest';
import { openWords } from '../../../../text/word-vectors/shipped-words.ts';
import { cosine, type WordTable } from '../../../../text/word-vectors/word-table.ts';
import { createWordMeaning } from './word-meaning.ts';

const shipped = await openWords()();
if (!shipped) throw new Error('The table of words is part of the project');

test('ANS40: a vector is made once for each key, and without a key each time', async () => {
  const embedded: string[] = [];
  const table: WordTable = {
    ...shipped,
    embed: (text) => {
      embedded.push(text);
      return shipped.embed(text);
    },
  };
  const near = await createWordMeaning(2, async () => table)('mot de passe');
  const nearTo = (text: string, key = text) => near?.(key, (words) => words.embed(text)) ?? 0;
  const exact = cosine(shipped.embed('mot de passe'), shipped.embed('Password'));
  expect(nearTo('Password')).toBeCloseTo(exact, 1);
  expect(nearTo('Password')).toBeGreaterThan(nearTo('Bread'));
  nearTo('Opening hours');
  nearTo('Password');
  nearTo('Bread', '');
  nearTo('Bread', '');
  expect(embedded).toEqual([
    'mot de passe',
    'Password',
    'Bread',
    'Opening hours',
    'Password',
    'Bread',
    'Bread',
  ]);
});
