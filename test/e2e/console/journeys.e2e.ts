import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { pngOf } from '../../fakes/png.ts';
import { signIn } from './administrator.ts';
import { startLiveService } from '../live-service.ts';
import { seen } from '../seen.ts';
import { startBrowser, violations } from '../visitor.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** A folder of articles as an operator has one; gone at the end. */
async function ownFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'docent-own-'));
  const article = (title: string, text: string) => `---\ntitle: ${title}\ndate: 2026-01-01\n---\n\n${text}\n`;
  await writeFile(
    join(path, 'bees.md'),
    article('Keeping bees', 'A hive of bees needs about twenty kilograms of honey for the winter.'),
  );
  await writeFile(
    join(path, 'bread.md'),
    article('Baking bread', 'Bread dough rests for twelve hours in the cold.'),
  );
  await writeFile(join(path, 'broken.md'), '---\ntitle: [unclosed\n---\n\nText.\n');
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A page of another origin, plain HTML with the line copied from the console. */
async function startPlainPage(line: string): Promise<AsyncDisposable & { readonly origin: string }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>My page</title><body><h1>My page</h1>${line}</body>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A visitor of a page asks in its widget, and reads this where they can see it. */
async function askOn(origin: string, question: string, reply: RegExp): Promise<void> {
  await using context = await browser.newContext({
    viewport: { width: 1100, height: 760 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(origin);
  await page.locator('docent-chat .launcher').click();
  const panel = page.locator('docent-panel');
  await panel.locator('.composer textarea').fill(question);
  await panel.locator('.composer textarea').press('Enter');
  const words = panel.getByText(reply).first();
  await words.waitFor();
  await expect.poll(() => seen(words)).toMatchObject({ isInView: true, isOnTop: true });
}

test('following the console leads from the sample site to a first answer from the own site', async () => {
  {
    await using fresh = await startLiveService();
    await using admin = await signIn(browser, fresh);
    const { page } = admin;
    await admin.open('/overview');
    await page.getByText('This is the sample site').waitFor();
    await page.getByText('1 of 4 done').or(page.getByText('0 of 4 done')).waitFor();
    await page.getByRole('link', { name: 'Open Site' }).click();
    await page.getByText('Every article is read.').waitFor();
    await page.getByText('By the operator instead').click();
    const command = page.locator('code', { hasText: 'DOCENT_CONTENT_DIR=' });
    await command.scrollIntoViewIfNeeded();
    await expect.poll(() => seen(command)).toMatchObject({ isInView: true, isOnTop: true });
    await page.getByRole('link', { name: 'Models' }).last().click();
    await page.getByText('With a file instead').click();
    await page.getByText('MODEL_API_KEY=').first().waitFor();
    await page.getByRole('button', { name: 'Copy sample' }).waitFor();
  }
  await using folder = await ownFolder();
  const models = createFakeModels({
    chat: () => 'A hive needs about twenty kilograms of honey for the winter.[1]',
  });
  await using live = await startLiveService({ models, env: { DOCENT_CONTENT_DIR: folder.path } });
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/overview');
  await page.getByText('2 published articles found').waitFor();
  await page.getByText('Using fake-chat.').waitFor();
  // Files that were left out are reported.
  const attention = page.getByRole('listitem').filter({ hasText: 'broken.md' });
  await expect.poll(() => seen(attention)).toMatchObject({ isInView: true, isOnTop: true });
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.getByRole('link', { name: 'Open Site' }).click();
  await page.getByText(folder.path).waitFor();
  await page.getByText('The file site.yaml in it sets the title').waitFor();
  await admin.open('/overview');

  await page.getByRole('link', { name: 'Debug trace' }).click();
  await page
    .getByRole('textbox', { name: 'Ask a question as a visitor' })
    .fill('How much honey does a hive need for the winter?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('twenty kilograms of honey').first().waitFor();
  await page
    .getByRole('link', { name: /Keeping bees/ })
    .first()
    .waitFor();

  await admin.open('/overview');
  await page.getByText('3 of 4 done').waitFor();
  await admin.open('/site');
  const code = page.locator('code', { hasText: '/widget.js' });
  await expect.poll(() => code.textContent()).toContain(live.service);
  const line = (await code.textContent()) ?? '';
  await using plain = await startPlainPage(line);
  await askOn(plain.origin, 'How much honey does a hive need for the winter?', /add it to the allowed sites/);
  await admin.open('/overview');
  const refusal = page.getByRole('listitem').filter({ hasText: plain.origin });
  await refusal.getByRole('button', { name: 'Allow' }).click();
  await page.getByText(`Pages of ${plain.origin} may ask now.`).waitFor();
  await askOn(plain.origin, 'How much honey does a hive need for the winter?', /twenty kilograms of honey/);
  await admin.open('/overview');
  await page.getByText('First steps: all done').waitFor();
  await page.getByRole('link', { name: 'How much honey does a hive need for the winter?' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await admin.open('/overview');
  await expect.poll(() => page.getByText('First steps').count()).toBe(0);
  expect(admin.troubles).toEqual([]);
}, 300_000);

test('a refused origin is allowed from the home page', async () => {
  await using live = await startLiveService();
  const foreign = 'https://blog.elsewhere.example';
  const ask = () =>
    fetch(`${live.service}${publicPrefix}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: foreign },
      body: JSON.stringify({ message: 'How do I make a backup?' }),
    });
  await ask();
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/overview');
  const line = page.getByRole('listitem').filter({ hasText: foreign });
  await expect.poll(() => seen(line)).toMatchObject({ isInView: true, isOnTop: true });
  await line.getByRole('button', { name: 'Allow' }).click();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ access: { allowedOrigins: [foreign] } });
  await expect.poll(() => line.count()).toBe(0);
  const allowed = await ask();
  await expect(allowed.json()).resolves.not.toHaveProperty('error');
  await admin.open('/system?part=access');
  await expect.poll(() => page.getByLabel('Other sites, one per line').inputValue()).toBe(foreign);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  expect(admin.troubles).toEqual([]);
});

test('KN17: articles that vanish at once are listed on the home page and removed when the administrator confirms', async () => {
  await using folder = await ownFolder();
  const names = Array.from({ length: 24 }, (_, index) => join(folder.path, `note-${index}.md`));
  for (const [index, name] of names.entries())
    await writeFile(name, `---\ntitle: Note ${index}\ndate: 2026-01-02\n---\n\nThe note number ${index}.\n`);
  await using live = await startLiveService({ env: { DOCENT_CONTENT_DIR: folder.path } });
  for (const name of names) await rm(name);
  const stats = () => live.readConsole('/knowledge/stats');
  await expect.poll(stats, { interval: 1_000 }).toMatchObject({ heldArticles: 24 });
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/overview');
  const line = page.getByRole('listitem').filter({ hasText: '24 articles disappeared' });
  await expect.poll(() => seen(line)).toMatchObject({ isInView: true, isOnTop: true });
  await line.getByRole('button', { name: 'Remove from the index' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the index' }).click();
  await expect.poll(stats).toMatchObject({ heldArticles: 0, totalArticles: 2 });
  await admin.open('/overview');
  await expect.poll(() => line.count()).toBe(0);
  expect(admin.troubles).toEqual([]);
}, 300_000);

/** A round figure on white, as an image model draws one. */
const drawing = pngOf(256, 256, (x, y) =>
  Math.hypot(x - 128, y - 128) < 90 ? [200, 110, 40, 255] : [255, 255, 255, 255],
);

test('a pet is drawn from a photo for its price, cleaned, drawn anew, given an expression and deleted', async () => {
  const models = createFakeModels({ image: () => drawing });
  await using live = await startLiveService({
    models,
    ports: ({ setup }) => ({
      priceOf: () => ({ inputPerMillion: 0, perImage: 0.04 }),
      ...(setup && { setup: { ...setup, currency: 'EUR' } }),
    }),
  });
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const named = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const pet = async () =>
    ((await live.readConsole('/pets/list')) as { pets: Record<string, unknown>[] }).pets[0] ?? {};
  const price = page.getByRole('dialog', { name: 'This costs money' });
  const images = () => models.calls.image.length;

  await admin.open('/pets/new');
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from(drawing) });
  await page.getByRole('textbox', { name: 'Name' }).fill('Momo');
  await named(/^Generate$/).click();
  await price.getByText('€0.04').waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await price.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(images).toBe(0);
  await named(/^Generate$/).click();
  await price.getByRole('button', { name: 'Generate (billed)' }).click();
  await page.getByRole('heading', { name: 'Base image' }).waitFor();
  await expect.poll(images).toBe(1);
  const picture = page.getByRole('img', { name: 'Base image of Momo' }).first();
  await expect.poll(async () => (await seen(picture)).height).toBeGreaterThan(100);

  await named('Erase').click();
  const canvas = page.getByRole('application');
  await canvas.click({ position: { x: 120, y: 120 } });
  const drawn = (await pet())['masterUrl'];
  await named('Make transparent').click();
  await expect.poll(async () => (await pet())['masterUrl']).not.toBe(drawn);

  await named('Regenerate').click();
  await page.getByRole('textbox', { name: 'Description' }).first().fill('with a hat');
  await named('Regenerate').click();
  await price.getByRole('button', { name: 'Generate (billed)' }).click();
  await expect.poll(images).toBe(2);
  await expect.poll(pet).toMatchObject({ processing: null, masterStatus: 'pending' });
  await named('Confirm base image').click();
  await expect.poll(pet).toMatchObject({ masterStatus: 'confirmed' });

  await named('Generate 4 with the model').click();
  await price.getByText('€0.16').waitFor();
  await price.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(images).toBe(2);

  await named('Delete').click();
  await page.getByRole('dialog', { name: 'Delete “Momo”?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No pets yet.').waitFor();
  await expect.poll(() => live.readConsole('/pets/list')).toMatchObject({ pets: [] });
  expect(admin.troubles).toEqual([]);
}, 300_000);
