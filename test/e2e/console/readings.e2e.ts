import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { startLiveService, type LiveService } from '../live-service.ts';
import { seen } from '../seen.ts';
import { startBrowser } from '../visitor.ts';
import { signIn } from './administrator.ts';

let browser: Browser;
let live: LiveService;
let folder: string;
const question = 'How much honey does a hive need for the winter?';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-readings-'));
  const old = new Date('2020-02-02T00:00:00Z');
  for (const title of ['Keeping bees', 'Baking bread']) {
    const path = join(folder, `${title.toLowerCase().replace(' ', '-')}.md`);
    const text = 'A hive of bees needs about twenty kilograms of honey for the winter.';
    await writeFile(path, `---\ntitle: ${title}\ndate: 2020-02-02\n---\n\n${text}\n`);
    await utimes(path, old, old);
  }
  [browser, live] = await Promise.all([
    startBrowser(),
    startLiveService({ models: createFakeModels(), env: { DOCENT_CONTENT_DIR: folder } }),
  ]);
  await fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: question }),
  });
});
afterAll(async () => {
  await browser.close();
  await live[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('KN22: the index says when it took an article in, not when somebody wrote it', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/knowledge');
  await page.getByRole('columnheader', { name: 'Last indexed' }).waitFor();
  const row = page.getByRole('row', { name: /Keeping bees/ });
  await expect.poll(() => row.innerText()).toContain(String(new Date().getFullYear()));
  await expect.poll(() => row.innerText()).not.toContain('2020');
});

test('figures of the home page say which days they are about, and no rating is no share', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/overview');
  const figures = page.locator('.figures').first();
  for (const name of ['Questions today', 'Not covered, 30 days', 'Disliked, 30 days', 'Tokens today'])
    await figures.getByText(name, { exact: true }).waitFor();
  await figures.getByText('No answer rated yet').waitFor();
  const tops = await figures
    .locator('.value')
    .evaluateAll((values) => values.map((value) => Math.round(value.getBoundingClientRect().top)));
  expect(tops).toEqual(Array(5).fill(tops[0]));
  await admin.open('/chat-logs');
  const dislikes = page.locator('.figure').filter({ hasText: 'Dislike rate' });
  await expect.poll(() => dislikes.locator('.value').innerText()).toMatch(/^–/);
});

test('the line for the site has the address that visitors use, and the steps the model that was chosen', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const change = async (path: string, edit: (reply: any) => void) =>
    page.route(
      ({ pathname }) => pathname.endsWith(path),
      async (route) => {
        const reply = await (await route.fetch()).json();
        edit(reply);
        await route.fulfill({ json: reply });
      },
    );
  // Other tests have done the steps, which folds them for everybody, and this browser may have seen that when it signed in.
  await page.addInitScript('localStorage.clear()');
  await change('/system/info', (reply) => {
    reply.languageModel = 'chosen-chat';
    reply.firstSteps = { ...reply.firstSteps, shown: 'open' };
    reply.setup.publicOrigin = 'https://answers.example';
  });
  await admin.open('/overview');
  await page.getByText('Using chosen-chat.').waitFor();
  await admin.open('/site');
  const line = page.locator('code', { hasText: '/widget.js' });
  await expect.poll(() => line.innerText()).toContain('https://answers.example/widget.js');
});

test('usage has a column of embedding tokens, and one failure among many calls is no alarm', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/usage?range=today');
  await page.getByRole('columnheader', { name: 'Embedding' }).first().waitFor();
  const rate = page.locator('.figure').filter({ hasText: 'Failure rate' });
  await expect.poll(() => rate.locator('.alarm').count()).toBe(0);
});

test('the models page says the dimensions that the models file fixes', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  await page.getByText('16 dimensions, set in the models file.').waitFor();
  await expect.poll(() => page.locator('[data-field=embeddingDimensions]').count()).toBe(0);
  await page.getByRole('button', { name: 'Test: Embedding model' }).click();
  await page
    .getByText(/16 dimensions/)
    .nth(1)
    .waitFor();
});

test('an emptied number asks for one in plain words', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chunking');
  const size = page.locator('[data-field=chunkSize] input');
  await size.fill('');
  await size.blur();
  await page.getByText('Must be a whole number from 100 to 2000.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
});

test('one line of text is as wide as its card', async () => {
  await using admin = await signIn(browser, live, { viewport: { width: 1440, height: 900 } });
  const { page } = admin;
  await admin.open('/chat');
  for (const field of ['contactUrl', 'widgetTriggerLabel']) {
    const input = page.locator(`[data-field=${field}] .n-input`);
    if ((await input.count()) === 0) continue;
    await expect.poll(async () => [field, (await seen(input)).width > 300]).toEqual([field, true]);
  }
  await expect.poll(() => page.locator('[data-field=contactUrl] .n-input').count()).toBe(1);
});

test('tests of models in one row stand on one line', async () => {
  await using admin = await signIn(browser, live, { viewport: { width: 1440, height: 1600 } });
  const { page } = admin;
  await admin.open('/models');
  const buttons = ['Language model', 'Embedding model', 'Rerank model'].map((name) =>
    page.getByRole('button', { name: `Test: ${name}` }),
  );
  const lines = await Promise.all(
    buttons.map(async (button) => Math.round((await button.boundingBox())?.y ?? -1)),
  );
  expect(new Set(lines).size).toBe(1);
});

test('opening the console signed out asks the service once who it is, and leads to the sign-in page', async () => {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()));
  await page.goto(`${live.service}/console/overview`);
  await page.locator('#password').waitFor();
  expect(refused).toHaveLength(1);
});

test('an empty list says why it is empty', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  for (const path of [
    '/knowledge?keyword=nothing-like-it',
    '/chat-logs?view=table&question=nothing-like-it',
  ]) {
    await admin.open(path);
    await page.getByText('No matches. Change the filters or the search text.').waitFor();
  }
  await admin.open('/evaluations?part=experiments');
  await page.getByText(/^No runs yet\./).waitFor();
  await admin.open('/no-such-page');
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  expect(admin.troubles).toEqual([]);
});

test.each(['en-GB', 'zh-CN'])('at 820 px the outcome of an answer is read whole, in %s', async (locale) => {
  await using admin = await signIn(browser, live, { locale, viewport: { width: 820, height: 900 } });
  const { page } = admin;
  await admin.open('/chat-logs?view=table');
  const tag = page.locator('main :is(td, dd) .n-tag').first();
  await expect
    .poll(() =>
      tag.evaluate((element) =>
        [element, element.firstElementChild].every((one) => one.scrollWidth <= one.clientWidth + 1),
      ),
    )
    .toBe(true);
});
