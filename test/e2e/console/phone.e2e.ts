import { expect, test } from 'vitest';
import { startLivedIn } from '../../pictures/lived-in.ts';
import { seen } from '../seen.ts';
import { violations } from '../visitor.ts';
import { signIn } from './administrator.ts';
import { openLive } from '../live-service.ts';
import { phone } from '../screens.ts';

const starting = startLivedIn();
const { browser } = await openLive(starting);
const live = await starting;

test('a table row becomes a card with its title, its figures and its actions', async () => {
  await using admin = await signIn(browser, live, phone);
  const { page } = admin;
  await admin.open('/excerpts');
  const card = page.locator('.cards li').first();
  await card.locator('strong').waitFor();
  for (const button of await card.getByRole('button').all()) {
    await button.scrollIntoViewIfNeeded();
    await expect.poll(() => seen(button)).toMatchObject({ isInView: true, isOnTop: true });
    const { width, height } = await seen(button);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await card.getByRole('checkbox').check();
  await page.getByText('1 selected').waitFor();
  await page.getByText('Select all on this page').click();
  await page.getByText('20 selected').waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => page.url()).toContain('page=2');
  expect(admin.troubles).toEqual([]);
});

test('below the parts of a page, and above a notice, is the same gap everywhere', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const gapBelow = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        let next = element.nextElementSibling;
        // Empty elements take no room.
        while (next && next.getBoundingClientRect().height === 0) next = next.nextElementSibling;
        return Math.round((next?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().bottom);
      });
  const gaps: Record<string, number> = {};
  for (const path of ['/writing', '/excerpts', '/mindmap', '/evaluations', '/agent', '/system']) {
    await admin.walk(path);
    gaps[path] = await gapBelow('main [role=group]');
  }
  expect(Object.entries(gaps).filter(([, gap]) => gap !== 12)).toEqual([]);
  await admin.open(`/pets/${live.petId}`);
  await page.getByText('visitors do not see it yet', { exact: false }).waitFor();
  await expect.poll(() => gapBelow('main .view')).toBe(16);
});

test('AG12: a gap says each of its counts once, in the language of the console', async () => {
  for (const [locale, advice, foreign] of [
    ['en-GB', 'Write an article that answers these questions.', /\p{Script=Han}/u],
    ['zh-CN', '写一篇文章回答这些问题。', /asked|covered|Write|gaps found|language model/i],
  ] as const) {
    await using admin = await signIn(browser, live, { locale });
    await admin.open('/agent');
    const card = admin.page.locator('main article').filter({ hasText: 'Salesforce' }).first();
    await card.getByText(advice).waitFor();
    const words = await card.innerText();
    expect(words.match(/\b5\b/g)).toHaveLength(2);
    expect(words.split('Salesforce')).toHaveLength(2);
    expect(words.replace('Can it open a ticket in Salesforce', '')).not.toMatch(foreign);
    const summary = await admin.page.locator('main .report p').first().innerText();
    expect(summary).not.toMatch(foreign);
  }
});

test('on a phone the size and the background of pictures are chosen in one row, each below its name', async () => {
  await using admin = await signIn(browser, live, phone);
  const { page } = admin;
  await admin.open(`/pets/${live.petId}`);
  const labels = page.locator('main .view label');
  await labels.nth(1).waitFor();
  const [zoom, ground] = [await labels.nth(0).boundingBox(), await labels.nth(1).boundingBox()];
  expect(zoom?.y).toBe(ground?.y);
  expect(zoom?.width).toBe(ground?.width);
  const [name, choice] = [
    await labels.nth(1).locator('span').first().boundingBox(),
    await labels.nth(1).locator('.choice').boundingBox(),
  ];
  expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThanOrEqual(choice?.y ?? 0);
  expect((choice?.x ?? 0) + (choice?.width ?? 0)).toBeGreaterThan(370);
});
