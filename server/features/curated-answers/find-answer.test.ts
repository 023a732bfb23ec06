import { expect, test } from 'vitest';
import { CuratedFields } from '../../../contract/curated-answers/entry-fields.ts';
import { firstReading } from '../../kit/fault.ts';
import { shippedWords } from '../../text/word-vectors/shipped-words.ts';
import { createFinder } from './find-answer.ts';

test('CA5: another wording finds its answer also while the site cannot be searched', async () => {
  const fields = CuratedFields.parse({ questions: ['When do you open?'], answer: 'At nine.' });
  const entry = { ...fields, id: 'open', revision: 1, updatedAt: 1, reviewedAt: 1, known: {} };
  const away = async (): Promise<never> => {
    throw firstReading();
  };
  const { answer, tried } = createFinder({
    entries: { all: async () => [entry] },
    vectors: undefined,
    knowledge: { retrieve: away },
    openWords: shippedWords,
    now: () => 1,
  });
  const question = 'At what time do you open?';
  const asked = { forms: [question], language: 'en', exactly: false };
  expect(await answer(asked, { search: away })).toMatchObject({ entry: { id: 'open' } });
  expect(await tried(question)).toMatchObject({ entry: { id: 'open' } });
});
