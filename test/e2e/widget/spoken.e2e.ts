import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openFixture, visit } from '../visitor.ts';

const { browser, fixture } = await openFixture();

/** Records what a screen reader says from now on: every change of a live region in a panel. */
const listen = (page: Page, host: 'docent-chat' | 'docent-search', panel: string) =>
  page.evaluate(`{
    const { shadowRoot } = document.querySelector('${host}').shadowRoot.querySelector('${panel}');
    window.heard = [];
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[role=status], [role=alert], [aria-live]:not([aria-live=off])');
        const words = region?.textContent.trim();
        if (words !== undefined && heard.at(-1) !== words) heard.push(words);
      }
    }).observe(shadowRoot, { childList: true, characterData: true, subtree: true });
  }`);

test('WG32: the chat says once that it searches and once how the answer ended, whatever streams in between', async () => {
  fixture.scenario = 'long';
  await using visitor = await visit(browser, fixture, '/en');
  const { page, thread } = visitor;
  await visitor.open();
  await visitor.input.waitFor();
  await listen(page, 'docent-chat', 'docent-panel');
  await visitor.ask('How do I move the site?');
  await expect
    .poll(
      () => {
        fixture.release();
        return page.evaluate<string[]>('heard');
      },
      { interval: 20 },
    )
    .toHaveLength(2);
  const [first, last] = await page.evaluate<string[]>('heard');
  expect(first).toMatch(/^Searching/);
  expect(last).toMatch(/^Answer ready\. Part 1\s+To move the site, copy the folder with/);
  expect(last?.length).toBeLessThan(640);
  await expect.poll(() => thread.getAttribute('aria-live')).toBe('off');
});

test('WG32: the search says how an answer ended', async () => {
  fixture.scenario = 'failed';
  await using visitor = await visit(browser, fixture, '/en');
  const { page, search, field } = visitor;
  // The launcher appears once the script of the widget listens to the keys.
  await page.locator('docent-chat .launcher').waitFor();
  await page.keyboard.press('Control+k');
  await field.fill('How many are there?');
  await search.locator('.row').nth(2).waitFor();
  await listen(page, 'docent-search', 'docent-search-box');
  await field.press('Enter');
  await search.getByRole('button', { name: 'Answer again' }).waitFor();
  await expect
    .poll(() => page.evaluate<string[]>('heard'))
    .toContain('The assistant is unavailable. Please try again. The count is half wri');
});

test('WG32: a table, a task, code and a mark are read out without their signs', async () => {
  fixture.scenario = 'rich';
  await using visitor = await visit(browser, fixture, '/en');
  const { page } = visitor;
  await visitor.open();
  await visitor.input.waitFor();
  await listen(page, 'docent-chat', 'docent-panel');
  await visitor.ask('How do I move the site?');
  await expect.poll(async () => (await page.evaluate<string[]>('heard')).at(-1)).toMatch(/^Answer ready\./);
  const said = (await page.evaluate<string[]>('heard')).at(-1);
  expect(said).not.toMatch(/[|`*#☐☑]|--|\[\d|Copy code/);
  expect(said?.length).toBeGreaterThan(60);
});
