import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, quoted, type Site } from './open-site.ts';

/*
 * A walking club and a Chinese dental practice without a model: what their pages say in other words or in one row of a table, and what they do
 * not say although they know most of the words.
 */

let club: Site;
let clinic: Site;

beforeAll(async () => {
  club = await openSite('walking-club');
  clinic = await openSite('dental-clinic');
});

afterAll(async () => {
  await club.close();
  await clinic.close();
});

describe('ANS12: a heading is the question in other words, too', () => {
  test.each([
    ['are kids welcome', 'guests#children'],
    ['how do I remove a tick', 'safety#ticks'],
    ['how do I reserve the hut', 'hut#booking'],
  ])('%s', async (question, place) => {
    expect(quoted(await club.ask(question))).toBe(place);
  });

  test('可以开发票吗', async () => {
    expect(quoted(await clinic.ask('可以开发票吗'))).toBe('prices#发票');
  });
});

describe('ANS17: a line that names all of a question answers it, with the headings above it', () => {
  test.each([
    ['hire tent', 'equipment#hire-from-the-club-store'],
    ['are trainers ok', 'equipment#for-every-walk'],
  ])('%s', async (question, place) => {
    expect(quoted(await club.ask(question))).toBe(place);
  });
});

describe('ANS13: the price of something is looked up in its own line', () => {
  test.each([
    ['补一颗牙要多少钱', 'prices'],
    ['种一颗牙多少钱', 'prices'],
    ['涂氟贵吗，多少钱', 'children#涂氟'],
    ['隐形矫正多少钱', 'braces#矫正方式'],
  ])('%s', async (question, place) => {
    expect(quoted(await clinic.ask(question))).toBe(place);
  });

  test('opening hours are looked up for a day of the week, too', async () => {
    expect((await clinic.ask('周末开门吗')).reply).toContain('| 周日 | 休息 | 休息 |');
  });
});

test('ANS13: the price of something named in a title comes before prices that only mention it', async () => {
  expect(quoted(await club.ask('how much is it to be a member'))).toBe('membership#what-it-costs');
});

test('ANS11: a question of how long is answered from a place that shows a length of time', async () => {
  expect(quoted(await clinic.ask('涂氟后多久能吃东西'))).toBe('children#涂氟');
  expect(quoted(await club.ask('how long does the back room take'))).toBe('nowhere');
});

describe('ANS18: what the site has never heard of is not answered by what stands beside it', () => {
  test.each(['is there a sauna in the hut', 'is there wifi at the hut'])('%s', async (question) => {
    expect(quoted(await club.ask(question))).toBe('nowhere');
  });
});
