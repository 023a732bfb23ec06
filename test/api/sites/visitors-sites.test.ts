import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, quoted, type Site } from './open-site.ts';

/*
 * Three sites without a model, asked as visitors ask: a rowing club, a recipe blog and a German association of allotments.
 */

let club: Site;
let allotments: Site;
let recipes: Site;

beforeAll(async () => {
  club = await openSite('rowing-club');
  allotments = await openSite('allotments');
  recipes = await openSite('recipe-blog');
});

afterAll(async () => {
  await club.close();
  await allotments.close();
  await recipes.close();
});

describe('ANS13: what is looked up is quoted from the place that shows it', () => {
  test('prices of several things are shown as places', async () => {
    const { answerState, places = [] } = await allotments.ask('Was kostet das?');
    expect(answerState).toBe('partial');
    expect(new Set(places.map(({ title }) => title)).size).toBeGreaterThan(1);
  });

  test('what the site does not show is not answered', async () => {
    expect((await club.ask('fax number of the mayor')).answerState).not.toBe('answered');
  });
});

test('ANS1: no card below a quotation is merely the beginning of the quoted article', async () => {
  const { places = [] } = await recipes.ask('can I freeze the soup');
  expect(
    places.filter(({ title, heading = title }) => title === 'Red lentil soup' && heading === title),
  ).toEqual([]);
});

describe('LANG2: a question in another language than the whole site is told which one that is', () => {
  test.each([
    ['Who won the football world cup?', 'are written in German'],
    ['Qui a gagné la coupe du monde ?', 'articles de ce site : allemand'],
  ])('%s', async (question, told) => {
    const { answerState, reply, suggestions = [] } = await allotments.ask(question);
    expect(answerState).toBe('not_covered');
    expect(reply).toContain(told);
    expect(suggestions.length).toBeGreaterThan(0);
  });

  test.each(['Wo kann ich schwimmen?', 'Gibt es WLAN?', 'skateboard workshop'])(
    '%s is only not covered',
    async (question) => {
      const { answerState, reply } = await allotments.ask(question);
      expect(answerState).toBe('not_covered');
      expect(reply).not.toContain('written in German');
      expect(reply).not.toContain(': Deutsch');
    },
  );
});

describe('ANS23: a next question is answered from the section that it names', () => {
  test.each([
    ['How do I bake bread without kneading?', 'Tell me about “Ingredients”', 'bread#ingredients'],
    ['How do I make fluffy pancakes?', 'Tell me about “Ingredients”', 'pancakes#ingredients'],
    ['Vegan banana bread', 'Method', 'banana-bread#method'],
    ['How do I bake bread without kneading?', 'Why is my bread flat?', 'bread#why-is-my-bread-flat'],
  ])('%s – %s', async (first, next, place) => {
    expect(quoted(await recipes.converse(first, next))).toBe(place);
  });

  test('every question offered below an answer is answered from its article', async () => {
    const { reply = '', suggestions = [] } = await recipes.ask('How do I bake bread without kneading?');
    expect(suggestions.length).toBeGreaterThan(0);
    for (const next of suggestions) {
      const answer = await recipes.ask(next, [{ role: 'assistant', content: reply }]);
      expect([next, answer.answerState, quoted(answer).split('#')[0]]).toEqual([next, 'answered', 'bread']);
    }
  });
});
