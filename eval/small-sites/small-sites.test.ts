import { describe, expect, test } from 'vitest';
import { readSmallSites } from '../../bench/fixtures/small-sites.ts';

/* Holds the form of the set: how many questions of which kind, and that each is answered by its page and by no other. */

const sites = await readSmallSites(import.meta.dirname);
const questions = sites.flatMap((site) => site.questions);
const count = (kind: string) => questions.filter((question) => question.kind === kind).length;

test('The small sites ask 84 questions, 16 near-topic and 8 off-topic ones among them', () => {
  expect(sites).toHaveLength(8);
  expect([questions.length, count('near'), count('off')]).toEqual([84, 16, 8]);
  expect(new Set(questions.map(({ text }) => text)).size).toBe(84);
});

test('The small sites ask for everything that the sets over large sites hardly ask for', () => {
  const topics = new Set(questions.map(({ topic }) => topic));
  for (const topic of ['price', 'hours', 'phone', 'mail', 'glossary', 'release', 'follow-up', 'typo'])
    expect(topics).toContain(topic);
  const followUps = questions.filter(({ topic }) => topic === 'follow-up');
  expect(followUps.filter(({ previous }) => previous === undefined)).toEqual([]);
});

describe.each(sites)('$name', (site) => {
  test('has 5 to 20 pages', () => {
    expect(site.articles.length).toBeGreaterThanOrEqual(5);
    expect(site.articles.length).toBeLessThanOrEqual(20);
  });

  test('holds the words of every right answer in the page that is named', () => {
    const answerable = site.questions.filter(({ kind }) => kind === 'answerable');
    expect(
      answerable.filter(
        ({ article = '', expected }) =>
          expected === '' ||
          !site.articles.find((page) => page.startsWith(`# ${article}\n`))?.includes(expected),
      ),
    ).toEqual([]);
  });
});
