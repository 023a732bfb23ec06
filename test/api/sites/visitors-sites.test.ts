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
  test.each([
    ['phone number', 'contact#reach-us'],
    ['telephone number of the club', 'contact#reach-us'],
    ['email address', 'contact#reach-us'],
    ['treasurer email', 'committee'],
    ['opening hours', 'contact#office-hours'],
  ])('%s', async (question, place) => {
    expect(quoted(await club.ask(question))).toBe(place);
  });

  test.each([
    ['Telefonnummer', 'ueber-uns#vorstand'],
    ['E-Mail-Adresse', 'kontakt#schreiben-sie-uns'],
    ['Öffnungszeiten', 'kontakt#sprechstunde'],
  ])('%s', async (question, place) => {
    expect(quoted(await allotments.ask(question))).toBe(place);
  });

  test('prices of several things are shown as places', async () => {
    const { answerState, places = [] } = await allotments.ask('Was kostet das?');
    expect(answerState).toBe('partial');
    expect(new Set(places.map(({ title }) => title)).size).toBeGreaterThan(1);
  });

  test('what the site does not show is not answered', async () => {
    expect((await club.ask('fax number of the mayor')).answerState).not.toBe('answered');
  });
});

describe('ANS11: a question for a temperature is answered from the place that shows one', () => {
  test.each([['what temperature for banana bread', 'banana-bread#method']])('%s', async (question, place) => {
    expect(quoted(await recipes.ask(question))).toBe(place);
  });
});

test('ANS1: no card below a quotation is merely the beginning of the quoted article', async () => {
  const { places = [] } = await recipes.ask('can I freeze the soup');
  expect(places.map(({ heading }) => heading)).toContain('Cook');
  expect(
    places.filter(({ title, heading = title }) => title === 'Red lentil soup' && heading === title),
  ).toEqual([]);
});

describe('ANS12: a heading that is the question answers on a small site', () => {
  test.each([
    ['what if I capsize', 'safety#if-you-capsize'],
    ['how do I join?', 'membership-fees#how-to-join'],
    ['can I bring my dog', 'house-rules#dogs'],
    ['is smoking allowed', 'house-rules#smoking-and-alcohol'],
  ])('%s', async (question, place) => {
    expect(quoted(await club.ask(question))).toBe(place);
  });

  test.each([
    ['Was kostet ein Garten?', 'parzelle#was-ein-garten-kostet'],
    ['Wie hoch darf die Hecke sein?', 'gartenordnung#hecken'],
    ['was hilft gegen schnecken', 'tipps#schnecken'],
    ['Darf ich grillen?', 'gartenordnung#grillen-und-feuer'],
  ])('%s', async (question, place) => {
    expect(quoted(await allotments.ask(question))).toBe(place);
  });
});

describe('ANS14: steps, ingredients and names are quoted where they are asked for', () => {
  test.each([
    ['how do I sharpen a knife', 'sharpening#step-by-step'],
    ['what do i need to sharpen knives', 'sharpening#what-you-need'],
    ['what do I need for pancakes', 'pancakes#ingredients'],
    ['how do I make pancakes', 'pancakes#method'],
    ['can i sharpen a bread knife', 'sharpening#serrated-knives'],
    ['pancakes without eggs', 'pancakes#without-eggs'],
    ['list all salad dressings', 'dressings'],
  ])('%s', async (question, place) => {
    expect(quoted(await recipes.ask(question))).toBe(place);
  });

  test.each([
    ['who is the treasurer', 'committee'],
    ['who is the head coach?', 'committee'],
  ])('%s', async (question, place) => {
    expect(quoted(await club.ask(question))).toBe(place);
  });
});

describe('LANG2: a question in another language than the whole site is told which one that is', () => {
  test.each([
    ['How do I apply for a garden?', 'in another language (German)'],
    ['Comment devenir membre de votre club ?', 'dans une autre langue (allemand)'],
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
      expect(reply).not.toContain('(German)');
      expect(reply).not.toContain('(Deutsch)');
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
    expect(suggestions.length).toBeGreaterThan(1);
    for (const next of suggestions) {
      const answer = await recipes.ask(next, [{ role: 'assistant', content: reply }]);
      expect([next, answer.answerState, quoted(answer).split('#')[0]]).toEqual([next, 'answered', 'bread']);
    }
  });
});
