import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { startLiveService, type LiveService } from '../live-service.ts';
import { startBrowser } from '../visitor.ts';
import { signIn, type Administrator } from './administrator.ts';

/** The main job of each page, done to its end, where no other journey does it; one service and one administrator for all. */
let browser: Browser;
let live: LiveService;
let admin: Administrator;
beforeAll(async () => {
  [browser, live] = await Promise.all([startBrowser(), startLiveService({ models: createFakeModels() })]);
  admin = await signIn(browser, live);
});
afterAll(async () => {
  await admin[Symbol.asyncDispose]();
  await browser.close();
  await live[Symbol.asyncDispose]();
});

const ask = (message: string, origin = live.service) =>
  fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ message }),
  });
const button = (name: string) => admin.page.getByRole('button', { name, exact: true }).first();
const confirm = (name: string) =>
  admin.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('models and query enhancement: reranking is allowed, turned on, saved, and then shows in a trial', async () => {
  const { page } = admin;
  await admin.open('/models');
  await page.locator('[data-field=rerankEnabled]').getByRole('switch').click();
  await button('Save').click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ models: { rerankEnabled: true } });
  await admin.open('/enhancement');
  await page.locator('[data-field=rerankToggle]').getByRole('switch').click();
  await page.locator('[data-field=rerankTopN] input').fill('3');
  await button('Save').click();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ enhancement: { rerankToggle: true, rerankTopN: 3 } });
  await page.getByRole('textbox', { name: 'Ask a question as a visitor' }).fill('How do I make a backup?');
  await button('Ask').click();
  await page.getByText(/ total$/).waitFor();
  await expect
    .poll(() => page.locator('details.stage', { hasText: 'Reranking' }).innerText())
    .toContain('Done');
});

test('knowledge index: an article is taken out and put in again', async () => {
  const { page } = admin;
  const indexed = async () => (await live.readConsole('/knowledge/stats')) as { indexedArticles: number };
  const { indexedArticles: before } = await indexed();
  await admin.open('/knowledge?keyword=backup');
  const row = page.getByRole('row', { name: /Backup, restore/ });
  await row.getByRole('button', { name: 'Remove' }).click();
  await confirm('Remove');
  await expect.poll(indexed).toMatchObject({ indexedArticles: before - 1 });
  await row.getByRole('button', { name: 'Reindex' }).click();
  await expect.poll(indexed).toMatchObject({ indexedArticles: before });
});

test('system: a refused site is allowed in the list, and the database is downloaded', async () => {
  const { page } = admin;
  await ask('How do I make a backup?', 'https://elsewhere.example');
  await admin.open('/system?part=access');
  await button('Add to the list').click();
  await button('Save').click();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ access: { allowedOrigins: ['https://elsewhere.example'] } });
  await admin.open('/system');
  await page.getByRole('button', { name: 'Show the sizes of the tables' }).click();
  await expect.poll(() => page.getByRole('row', { name: /^\w+ [1-9][\d.]* kB$/ }).count()).toBeGreaterThan(0);
  await page.getByText('With the service stopped').waitFor();
  await page.locator('code', { hasText: /^npx node server\/cli\.ts vacuum$/ }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the database' }).click(),
  ]);
  const copy = await readFile(await download.path());
  expect(copy.subarray(0, 15).toString()).toBe('SQLite format 3');
});

test('usage: calls of a model are booked under another one', async () => {
  await ask('How do I make a backup?');
  await admin.open('/usage?range=today');
  const row = admin.page.getByRole('row', { name: /^fake-chat/ });
  await row.getByRole('button', { name: 'Merge' }).click();
  await admin.page.getByRole('dialog').locator('input').fill('fake-archive');
  await admin.page.keyboard.press('Enter');
  await confirm('Merge');
  await admin.page.getByRole('row', { name: /^fake-archive/ }).waitFor();
  await expect.poll(() => row.count()).toBe(0);
});

test('chat logs: what a filter shows is deleted, and nothing else', async () => {
  for (const question of ['How do I make a backup?', 'How do I connect a model?']) await ask(question);
  await admin.open('/chat-logs?view=table&question=connect');
  await button('Delete all matching').click();
  await admin.page.getByRole('dialog').getByText('connect').waitFor();
  await confirm('Delete');
  await admin.page.getByText('No matches.', { exact: false }).waitFor();
  await admin.open('/chat-logs?view=table');
  await button('How do I make a backup?').waitFor();
  await expect.poll(() => button('How do I connect a model?').count()).toBe(0);
  expect(admin.troubles).toEqual([]);
});
