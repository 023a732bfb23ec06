import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { startLiveService, type LiveService } from '../live-service.ts';
import { contrastOf, seen } from '../seen.ts';
import { startBrowser } from '../visitor.ts';
import { signIn } from './administrator.ts';

let browser: Browser;
let live: LiveService;
const dayMs = 86_400_000;
const dateOf = (ago: number) => {
  const day = new Date(Date.now() - ago * dayMs);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};
/** Questions of each day, by how many days ago it was. */
const asked: Readonly<Record<number, number>> = { 14: 4, 13: 2, 7: 1, 6: 2, 0: 1 };

beforeAll(async () => {
  const clock = { ago: 0, now: () => Date.now() - clock.ago * dayMs };
  [browser, live] = await Promise.all([
    startBrowser(),
    startLiveService({ models: createFakeModels(), ports: () => ({ clock }) }),
  ]);
  const ask = (message: string) =>
    fetch(`${live.service}${publicPrefix}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    });
  // The first vectors are calls as well, of the day on which they are made.
  await vi.waitUntil(
    async () => {
      const { vectors } = (await live.readConsole('/knowledge/stats')) as { vectors?: { state: string } };
      return vectors?.state === 'complete';
    },
    { timeout: 90_000, interval: 200 },
  );
  for (const [ago, count] of Object.entries(asked)) {
    clock.ago = Number(ago);
    for (let n = 0; n < count; n++) await ask(`How do I make backup number ${ago} and ${n} of Docent?`);
  }
  clock.ago = 0;
});
afterAll(async () => {
  await browser.close();
  await live[Symbol.asyncDispose]();
});

/** Calls of visitors' answers on the days from one to the other, as the service counts them. */
async function callsBetween(start: string, end: string): Promise<number> {
  const stats = (await live.readConsole(`/usage/stats?start=${start}&end=${end}`)) as {
    totals: { calls: number };
  };
  return stats.totals.calls;
}
const figure = (page: Page, name: string) => page.locator('.figure').filter({ hasText: name });

test('seven days stand beside the seven days right before them, and an unfinished range has no share of change', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const spans: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/usage/stats') && searchParams.has('start'))
      spans.push(`${searchParams.get('start')} ${searchParams.get('end')}`);
  });
  await admin.open('/usage?range=7d');
  const before = await callsBetween(dateOf(13), dateOf(7));
  expect(before).toBeGreaterThan(0);
  // Seven days that begin a day too early would show another figure.
  await expect.poll(() => callsBetween(dateOf(14), dateOf(8))).not.toBe(before);
  const calls = figure(page, 'Calls').first();
  await calls.getByText(`${before} in the previous 7 days`, { exact: true }).waitFor();
  await expect.poll(() => spans).toContain(`${dateOf(13)} ${dateOf(7)}`);
  await expect.poll(() => calls.innerText()).not.toContain('%');
});

test('a day that is over stands beside the day before it, with the change', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open(`/usage?start=${dateOf(13)}&end=${dateOf(13)}`);
  await figure(page, 'Calls').first().getByText('-50%').waitFor();
  await expect.poll(() => figure(page, 'Calls').first().innerText()).toContain('the day before');
});

test('one failure among few calls is no alarm; several are, in a colour that can be read', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await using admin = await signIn(browser, live, { colorScheme });
    const { page } = admin;
    const totals = { calls: 0, failures: 0, failureRate: 0 };
    await page.route('**/usage/stats?*', async (route) => {
      const reply = await (await route.fetch()).json();
      Object.assign(reply.totals, totals);
      await route.fulfill({ json: reply });
    });
    const colorOf = async (failures: number, calls: number) => {
      Object.assign(totals, { calls, failures, failureRate: (failures / calls) * 100 });
      await admin.open('/usage?range=today');
      const value = figure(page, 'Failure rate').locator('.value');
      await value.getByText(`${failures} failed`).waitFor();
      await expect.poll(() => contrastOf(value)).toBeGreaterThan(4.5);
      return value.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).color);
    };
    const plain = await colorOf(0, 4);
    await expect.poll(() => colorOf(1, 4)).toBe(plain);
    await expect.poll(() => colorOf(4, 8)).not.toBe(plain);
  }
});

test('one dislike among few ratings is no alarm', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const change = { likes: 2, dislikes: 1 };
  await page.route('**/chat-logs/stats?*', async (route) => {
    const reply = await (await route.fetch()).json();
    reply.feedbackDistribution = { like: change.likes, dislike: change.dislikes, none: 0 };
    reply.dislikeRate = (100 * change.dislikes) / (change.likes + change.dislikes);
    await route.fulfill({ json: reply });
  });
  await admin.open('/chat-logs');
  await figure(page, 'Dislike rate').getByText('33.3%').first().waitFor();
  await expect.poll(() => figure(page, 'Dislike rate').locator('.alarm').count()).toBe(0);
  Object.assign(change, { likes: 6, dislikes: 3 });
  await admin.open('/chat-logs');
  await figure(page, 'Dislike rate').locator('.alarm').waitFor();
});

test('one published article is one article', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const said: string[] = [];
  await page.addInitScript('localStorage.clear()');
  for (const articles of [1, 2]) {
    await page.unrouteAll();
    await page.route('**/system/info', async (route) => {
      const reply = await (await route.fetch()).json();
      // Once all steps are done they are shown on request.
      const firstSteps = { tried: false, shown: 'open' };
      await route.fulfill({
        json: { ...reply, articles, firstSteps, setup: { ...reply.setup, sampleSite: false } },
      });
    });
    await admin.open('/overview');
    said.push(await page.getByText(/ found on/).innerText());
  }
  expect(said[0]).toMatch(/^1 published article found on/);
  expect(said[1]).toMatch(/^2 published articles found on/);
});

test('the model of a task that is off is not said to work', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  const card = page.locator('.n-card').filter({ hasText: 'Query rewriting model' });
  await card.getByText('Off', { exact: true }).waitFor();
  await expect.poll(() => card.getByText('Working').count()).toBe(0);
});

test('a model whose last calls failed is not said to work on its card, and the reason stands there', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await page.route('**/usage/today*', async (route) => {
    const reply = await (await route.fetch()).json();
    const lastFailure = { time: '2026-01-01T00:00:00.000Z', error: 'HTTP 401: revoked' };
    const used = { promptTokens: 10, completionTokens: 0, embeddingTokens: 0, images: 0 };
    const models = [{ ...used, model: 'fake-chat', calls: 900, failures: 3, failing: true, lastFailure }];
    await route.fulfill({ json: { ...reply, models } });
  });
  await admin.open('/models');
  const card = page.locator('.n-card').filter({ hasText: 'Language model' });
  await expect.poll(() => card.first().innerText()).toContain('Failing: the last calls failed');
  await expect.poll(() => card.first().innerText()).toContain('HTTP 401: revoked');
  await page.unrouteAll();
});

test('over plain http, where browsers have no clipboard API, copying works all the same', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await admin.open('/models');
  await page.getByText('With a file instead').click();
  await page.getByRole('button', { name: 'Copy command' }).first().click();
  const said = page.getByText('Copied', { exact: true });
  await said.waitFor();
  await expect.poll(() => said.count()).toBe(1);
});

test('on a phone the fields of filters are as wide as their place, and no word of them is cut', async () => {
  await using admin = await signIn(browser, live, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const { page } = admin;
  await admin.open('/chat-logs');
  const search = page.getByRole('textbox', { name: 'Question contains' });
  await expect.poll(async () => (await seen(search)).width).toBeGreaterThan(280);
  await admin.open('/usage');
  const placed = async () => {
    const [dates, model] = await Promise.all([
      seen(page.locator('.days')),
      seen(page.locator('.range .model')),
    ]);
    return { wider: dates.width - model.width, isInView: dates.isInView };
  };
  await expect.poll(placed).toEqual({ wider: 0, isInView: true });
  await admin.open('/retrieval');
  const sizes = () =>
    page
      .getByRole('radio')
      .evaluateAll((radios) => [...new Set(radios.map((radio) => radio.getBoundingClientRect().width))]);
  await expect.poll(sizes).toEqual([18]);
});

test('what the check-up found begins on one line, whatever its level is called', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/doctor');
  const words = page.locator('.findings .words');
  await expect.poll(() => words.count()).toBeGreaterThan(5);
  const starts = () =>
    words.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size);
  await expect.poll(starts).toBe(1);
});
