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

describe('ANS13: the price of something is looked up in its own line', () => {
  test('opening hours are looked up for a day of the week, too', async () => {
    expect((await clinic.ask('周末开门吗')).reply).toContain('| 周日 | 休息 | 休息 |');
  });
});

describe('ANS18: what the site has never heard of is not answered by what stands beside it', () => {
  test.each(['is there a sauna in the hut', 'is there wifi at the hut'])('%s', async (question) => {
    expect(quoted(await club.ask(question))).toBe('nowhere');
  });
});
