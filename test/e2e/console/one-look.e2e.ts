import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agentLimits } from '../../../contract/agent.ts';
import { areas } from '../../../console/page-groups.ts';
import { openLive } from '../live-service.ts';
import { seen } from '../seen.ts';
import { styleOf, untilStill } from '../visitor.ts';
import { signIn } from './administrator.ts';

const { browser, live } = await openLive();

/** The background of the button that agrees to what a dialog asks. */
const agreeing = async (page: Page) =>
  (await styleOf(page.getByRole('dialog').getByRole('button').last(), ['backgroundColor'])).backgroundColor;

test('what takes something away is agreed to in red, what makes something in the colour of the page', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/knowledge');
  await page.getByRole('button', { name: 'Rebuild all' }).click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => agreeing(page)).toBe('rgb(47, 95, 179)');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await page.getByText('Remove this article from the index?').waitFor();
  await expect.poll(() => agreeing(page)).toBe('rgb(179, 38, 30)');
});

test('leaving edits behind is asked in a window like any other, without an icon, and agreed to in red', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chunking');
  await page.locator('[data-field=chunkSize] input').fill('800');
  await page.getByRole('link', { name: 'Models' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => dialog.locator('.n-dialog__icon').count()).toBe(0);
  const agree = dialog.getByRole('button', { name: 'Discard changes' });
  await expect
    .poll(() => styleOf(agree, ['backgroundColor']))
    .toEqual({ backgroundColor: 'rgb(179, 38, 30)' });
});

test('the whole menu stands in a window of 900 pixels', async () => {
  await using admin = await signIn(browser, live, { viewport: { width: 1440, height: 900 } });
  await admin.open('/');
  const last = admin.page.getByRole('navigation', { name: 'Menu' }).getByRole('link').last();
  await expect.poll(() => seen(last)).toMatchObject({ isInView: true, isOnTop: true });
});

test('a card that opens does so by its heading', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/retrieval');
  const field = page.locator('[data-field=topK]');
  await expect.poll(() => field.isVisible()).toBe(false);
  await page.getByRole('heading', { name: 'Advanced' }).click();
  await field.waitFor();
  await expect.poll(() => page.getByText('Show', { exact: true }).count()).toBe(0);
});

test('hints begin where their fields begin, and the fields of a row are equally wide', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/agent');
  const fields = page.locator('main .n-form-item');
  const lefts = () =>
    fields.evaluateAll((items) =>
      items.map((item) => {
        const words = item.ownerDocument.createRange();
        words.selectNodeContents(item.querySelector('.n-form-item-feedback') ?? item);
        const input = item.querySelector('.n-input');
        return (input?.getBoundingClientRect().left ?? 0) - words.getBoundingClientRect().left;
      }),
    );
  await expect.poll(lefts).toEqual([0, 0, 0]);
  const widths = () =>
    fields.locator('.n-input').evaluateAll((inputs) => new Set(inputs.map((one) => one.clientWidth)).size);
  await expect.poll(widths).toBe(1);
  // What the console proposes is what the handbook and the interface take without a number.
  const proposed = () => Promise.all([0, 1, 2].map((at) => fields.nth(at).locator('input').inputValue()));
  const { days, maxLogs, maxTokens } = agentLimits;
  await expect.poll(proposed).toEqual([days, maxLogs, maxTokens].map(({ fallback }) => String(fallback)));
});

test('no filter of the chat logs stands alone on a line, whatever the width of the window', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat-logs');
  const selects = page.locator('main .filters .n-select');
  await selects.first().waitFor();
  for (const width of [768, 820, 1024, 1280, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = () =>
      selects.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
    await expect.poll(async () => [width, await lines()]).toEqual([width, 1]);
  }
});

test('the name of a model is not broken within a word in the narrow card of a figure', async () => {
  await using admin = await signIn(browser, live, { viewport: { width: 820, height: 1100 } });
  const { page } = admin;
  await page.route('**/knowledge/stats', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), embedding: 'embedder@64' } });
  });
  await admin.open('/knowledge');
  const lines = () =>
    page
      .getByText('embedder', { exact: false })
      .first()
      .evaluate((value) => {
        const word = value.ownerDocument.createRange();
        word.setStart(value.firstChild ?? value, 0);
        word.setEnd(value.firstChild ?? value, value.firstChild?.textContent?.trim().length ?? 0);
        return new Set([...word.getClientRects()].map(({ top }) => top)).size;
      });
  await expect.poll(lines).toBe(1);
});

test('triggers are listed with the comma of the language', async () => {
  await using admin = await signIn(browser, live, { locale: 'zh-CN' });
  await admin.open('/intent-routes');
  await expect.poll(() => admin.page.locator('main').innerText()).toMatch(/”、\d+ 个表达式/);
});

/** Counts the layout shifts of each page that is opened. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`{
    let shifts = 0;
    const add = (entries) => {
      for (const entry of entries) shifts += entry.value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.countShifts = async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      add(observer.takeRecords());
      return shifts;
    };
  }`);
  return async () => {
    await untilStill(page);
    return Number(await page.evaluate('countShifts()'));
  };
}

/** Replies come at different times, in an order that depends on the address and `turn`. */
async function delayReplies(page: Page, turn: number): Promise<void> {
  // Playwright's own routes would turn off the cache, so that each page loads the whole console again.
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    let sum = turn * 7919;
    for (const letter of new URL(request.url).pathname) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
    void setTimeout(50 + (sum % 7) * 60)
      .then(() => session.send('Fetch.continueRequest', { requestId }))
      .catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/apis/*' }] });
}

for (const [screen, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(
    `no page of the console moves what it shows while it loads, on ${screen}`,
    { timeout: 180_000 },
    async () => {
      await using admin = await signIn(browser, live, { viewport });
      const shiftsOf = await watchShifts(admin.page);
      await delayReplies(admin.page, 1);
      const moved: string[] = [];
      for (const name of areas.flatMap(({ pages }) => [...pages])) {
        await admin.open(name === 'overview' ? '/' : `/${name}`);
        const shifts = await shiftsOf();
        if (shifts > 0.05) moved.push(`${name} ${shifts.toFixed(3)}`);
      }
      expect(moved).toEqual([]);
    },
  );
