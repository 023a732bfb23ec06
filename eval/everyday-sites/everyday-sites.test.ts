import { expect, test } from 'vitest';
import { readSmallSites } from '../../bench/fixtures/small-sites.ts';

/* Holds the form of the set: how many questions of which kind, and that each is answered by its page. */

const sites = await readSmallSites(import.meta.dirname);

test('Eight sites in two languages are asked 272 questions in everyday words, half of the sites held out', () => {
  const questions = sites.flatMap((site) => site.questions);
  const count = (kind: string) => questions.filter((question) => question.kind === kind).length;
  expect(sites.map(({ language, isForTuning }) => `${language} ${isForTuning}`).toSorted()).toEqual([
    'en false',
    'en false',
    'en true',
    'en true',
    'zh false',
    'zh false',
    'zh true',
    'zh true',
  ]);
  expect([count('answerable'), count('near'), count('off')]).toEqual([218, 38, 16]);
  expect(new Set(questions.map(({ previous = '', text }) => `${previous} ${text}`)).size).toBe(272);
});

test.each(sites)('$name holds the words of every right answer in the page that is named', (site) => {
  const missing = site.questions.filter(
    ({ kind, article = '', expected }) =>
      kind === 'answerable' &&
      (expected === '' ||
        !site.articles.find((page) => page.startsWith(`# ${article}\n`))?.includes(expected)),
  );
  expect(missing).toEqual([]);
});
