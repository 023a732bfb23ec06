import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFakeProvider } from '../../../fakes/provider/provider.ts';
import { createFakeModels } from '../../../fakes/models.ts';
import { contrastOf, seen } from '../../seen.ts';
import { openLive, startLiveService } from '../../live-service.ts';
import { violations } from '../../visitor.ts';
import { signIn } from '../administrator.ts';

/** The steps at which somebody who sets Docent up for the first time would otherwise stop or guess. */
const { browser, live } = await openLive();

test('the guide to a model names its file, and its last step keeps the site that was connected', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  await page.getByText('With a file instead').click();
  const guide = page.locator('ol', { hasText: 'Save it as' });
  await expect.poll(() => guide.innerText()).toMatch(/Save it as \S+models\.json/);
  await expect.poll(() => guide.innerText()).toMatch(/keeps your settings: \S+docent\.env/);
  // A command would be copied in place of the one that names the site.
  await expect.poll(() => guide.innerText()).not.toContain('npm start');
  await guide.getByRole('button', { name: 'Copy line' }).waitFor();
  await admin.open('/site');
  await page.getByText('By the operator instead').click();
  await page.getByText('lasts until the next start').waitFor();
});

test('MODEL8: a model is connected, tested and in use without a terminal or a restart', async () => {
  await using provider = await startFakeProvider();
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  await page.getByRole('button', { name: 'Connect a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a model' });
  await dialog
    .getByRole('textbox', { name: 'Address' })
    .fill(`${new URL(provider.url).origin}/chat/completions `);
  await dialog.getByRole('textbox', { name: 'API key' }).fill(provider.key);
  await dialog.getByRole('button', { name: 'List models' }).click();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(provider.url);
  await dialog.getByRole('textbox', { name: 'Model' }).fill('talker');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await dialog.getByRole('button', { name: 'Test' }).click();
  await page
    .getByRole('dialog', { name: 'Call the model once?' })
    .getByRole('button', { name: 'Test' })
    .click();
  await dialog.getByText('Connected').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const card = page.getByRole('listitem').filter({ hasText: 'talker' });
  await card.getByText('Key stored').waitFor();
  await expect
    .poll(() => live.readConsole('/usage/limits'))
    .toMatchObject({ chatModelLimits: { talker: 1_000_000 }, enabled: true });
  await expect
    .poll(() => live.readConsole('/default-model-slots'))
    .toMatchObject({ languageModelName: 'talker' });
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await card.getByRole('button', { name: 'Delete: talker' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No model is connected yet.').waitFor();
  expect([admin.troubles, admin.strays]).toEqual([[], []]);
});

test('MODEL8: while a model is tried, its button waits and the earlier outcome is gone; a price asks for no other try', async () => {
  await using provider = await startFakeProvider();
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const gate = Promise.withResolvers<void>();
  let tries = 0;
  await page.route('**/connected-models/try', async (route) => {
    tries += 1;
    if (tries === 1)
      return route.fulfill({
        json: { connected: false, said: 'HTTP 429: later', milliseconds: 20_000, baseUrl: '' },
      });
    await gate.promise;
    return route.continue();
  });
  await admin.open('/models');
  await page.getByRole('button', { name: 'Connect a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a model' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(provider.url);
  await dialog.getByRole('textbox', { name: 'API key' }).fill(provider.key);
  await dialog.getByRole('textbox', { name: 'Model' }).fill('talker');
  const [tryOut, save] = ['Test', 'Save'].map((name) => dialog.getByRole('button', { name }));
  const tryAndAgree = async () => {
    await tryOut?.click();
    const question = page.getByRole('dialog', { name: 'Call the model once?' });
    await question.getByRole('button', { name: 'Test' }).click();
  };
  await tryAndAgree();
  await dialog.getByText('No connection').waitFor();
  await tryAndAgree();
  await dialog.locator('button.n-button--loading', { hasText: 'Test' }).waitFor();
  await expect.poll(() => dialog.locator('.n-button--loading').allInnerTexts()).toEqual(['Test']);
  await expect.poll(() => save?.isDisabled()).toBe(true);
  await dialog.getByText('No connection').waitFor({ state: 'hidden' });
  gate.resolve();
  await dialog.getByText('Connected').waitFor();
  await dialog.getByRole('textbox', { name: 'Input' }).fill('0.5');
  await dialog.getByText('Connected').waitFor();
  await save?.click();
  await dialog.waitFor({ state: 'hidden' });
  const card = page.getByRole('listitem').filter({ hasText: 'talker' });
  await card.getByRole('button', { name: 'Delete: talker' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No model is connected yet.').waitFor();
  expect(admin.troubles).toEqual([]);
});

test('MODEL8: the Chinese page says in Chinese what a tried model said; an address needs no scheme', async () => {
  await using provider = await startFakeProvider();
  await using admin = await signIn(browser, live, { locale: 'zh-CN' });
  const { page } = admin;
  await admin.open('/models');
  await page.getByRole('button', { name: '连接模型' }).click();
  const dialog = page.getByRole('dialog', { name: '连接模型' });
  await dialog.getByRole('textbox', { name: '地址' }).fill(new URL(provider.url).host);
  await dialog.getByRole('textbox', { name: 'API 密钥' }).fill(provider.key);
  await dialog.getByRole('textbox', { name: '模型', exact: true }).fill('talker');
  const test = async (key: string) => {
    await dialog.getByRole('textbox', { name: 'API 密钥' }).fill(key);
    await dialog.getByRole('button', { name: '测试' }).click();
    await page.getByRole('dialog', { name: '调用一次模型？' }).getByRole('button', { name: '测试' }).click();
  };
  await test(provider.key);
  await dialog.getByText(/ · 回答“/).waitFor();
  await expect.poll(() => dialog.getByRole('textbox', { name: '地址' }).inputValue()).toBe(provider.url);
  await test('sk-wrong-key-0123');
  await dialog.getByText(/模型“talker”返回 HTTP 401/).waitFor();
  expect([admin.troubles, admin.strays]).toEqual([[], []]);
});

/** A site of two articles. */
async function startSmallSite() {
  const article = (title: string, text: string) =>
    `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${text.repeat(12)}</p></article></body></html>`;
  const pages = new Map([
    ['/', '<h1>Tea</h1><a href="/oolong">Oolong</a> <a href="/sencha">Sencha</a>'],
    ['/oolong', article('Oolong', 'Oolong rests for three minutes in water of ninety degrees. ')],
    ['/sencha', article('Sencha', 'Sencha rests for one minute in water of seventy degrees. ')],
  ]);
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(pages.has(url) ? 200 : 404, { 'content-type': 'text/html' }).end(pages.get(url) ?? '');
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  return {
    name: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('SITE2: an owner connects the site and a model and gets a first answer without a terminal or a restart', async () => {
  await using provider = await startFakeProvider();
  await using site = await startSmallSite();
  await using service = await startLiveService();
  await using admin = await signIn(browser, service);
  const { page } = admin;
  await admin.open('/overview');
  await page.getByRole('link', { name: 'Open Site' }).click();
  const field = page.getByRole('textbox', { name: 'Address of the site' });
  await field.fill(site.name);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.getByText('Found: a website, read page by page').waitFor();
  await expect.poll(() => field.inputValue()).toBe(`http://${site.name}/`);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Connected. The articles are being read.').waitFor();
  await page.getByText('2 published articles').waitFor();
  await page.getByText('Every article is read.').waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);

  await admin.open('/overview');
  await page.getByText('1 of 4 done').waitFor();
  await page.getByRole('link', { name: 'Open Models' }).click();
  await page.getByRole('button', { name: 'Connect a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a model' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(new URL(provider.url).origin);
  await dialog.getByRole('textbox', { name: 'API key' }).fill(provider.key);
  await dialog.getByRole('textbox', { name: 'Model' }).fill('talker');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await page
    .getByRole('dialog', { name: 'Call the model once?' })
    .getByRole('button', { name: 'Test' })
    .click();
  await dialog.getByText('Connected').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await admin.open('/overview');
  await page.getByText('Using talker.').waitFor();
  await page.getByRole('link', { name: 'Open Debug trace' }).click();
  const asked = provider.asked.length;
  await page.getByRole('textbox', { name: 'Ask a question as a visitor' }).fill('How long does oolong rest?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText(/ total$/).waitFor();
  await expect.poll(() => provider.asked.slice(asked)).toContain('talker');
  await admin.open('/overview');
  await page.getByText('3 of 4 done').waitFor();
  expect([admin.troubles, admin.strays]).toEqual([[], []]);
});

test('a models file that cannot be used is reported on the home page, which leads to the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-models-'));
  const file = join(folder, 'models.json');
  const model = { name: 'main', kind: 'chat', provider: 'openai-compatible', model: 'm' };
  await writeFile(file, JSON.stringify({ models: [] }));
  await using service = await startLiveService({ env: { DOCENT_MODELS_FILE: file } });
  await writeFile(
    file,
    JSON.stringify({ models: [{ ...model, baseUrl: 'http://127.0.0.1:9/v1', apiKeyEnv: 'NO_SUCH_KEY' }] }),
  );
  await using admin = await signIn(browser, service);
  const { page } = admin;
  const line = page.getByRole('listitem').filter({ hasText: 'The models file cannot be used' });
  await expect.poll(async () => (await admin.open('/overview'), await line.count())).toBe(1);
  await line.getByRole('link', { name: 'Open Models' }).click();
  const reason = page.getByText('the environment variable NO_SUCH_KEY is not set');
  await reason.waitFor();
  await expect.poll(() => seen(reason)).toMatchObject({ isInView: true, isOnTop: true });
  await expect.poll(() => contrastOf(reason)).toBeGreaterThanOrEqual(4.5);
  await page.getByText(file, { exact: true }).first().waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await rm(folder, { recursive: true });
});

test.each([
  [384, 'Set Dimensions to 384 and save.'],
  [64, 'Set “dimensions” of this model to 64 in the models file.'],
])(
  'CFG17: a test whose vectors do not fit the index is no success, and says where to enter %i',
  async (dimensions, advice) => {
    await using service = await startLiveService({ models: createFakeModels() });
    await using admin = await signIn(browser, service);
    const { page } = admin;
    await page.route('**/test-embedding', (route) =>
      route.fulfill({ json: { success: true, dimensions, requestedDimensions: 1024 } }),
    );
    await admin.open('/models');
    await page.getByRole('button', { name: 'Test: Embedding model' }).click();
    const told = page.getByRole('alert').filter({ hasText: advice });
    await told.getByText('Connected, but does not fit').waitFor();
    await expect.poll(() => told.getAttribute('class')).not.toContain('success');
    await expect.poll(() => violations(page, 'html')).toEqual([]);
  },
);

test('while the index is rebuilt nothing says that a rebuild is needed', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await page.route('**/knowledge/stats', async (route) => {
    const reply = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...reply, status: 'indexing', outdated: true, plannedEmbedding: 'new@384' },
    });
  });
  await admin.open('/models');
  await page.getByText('The index is being rebuilt').waitFor();
  await expect.poll(() => page.getByText('The index is outdated').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Rebuild now' }).count()).toBe(0);
});

test('a rebuild that ended with an error shows its reason, and no half-true bar beside it', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await page.route('**/knowledge/reindex/progress', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event:progress\ndata:${JSON.stringify({
        phase: 'error',
        percentage: 96,
        processedArticles: 64,
        totalArticles: 127,
        successArticles: 0,
        failedArticles: 64,
        totalChunks: 0,
        currentArticleTitle: '',
        detail: '',
        errorMessage: '127 of 127 articles failed, the last one with: no',
        truncatedKeywords: 0,
        keywordsFailed: 0,
      })}\n\n`,
    }),
  );
  await admin.open('/knowledge');
  await page.getByText('127 of 127 articles failed').waitFor();
  await expect.poll(() => page.getByText('64 of 127').count()).toBe(0);
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
});

test('the current page of the menu keeps its colour under the pointer', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  const current = page.getByRole('link', { name: 'Models', exact: true }).first();
  const colour = () =>
    current.evaluate((link) => link.ownerDocument.defaultView.getComputedStyle(link).backgroundColor);
  const before = await colour();
  await current.hover();
  await expect.poll(colour).toBe(before);
});

test('the backup with everything comes first, and a link says how to restore it', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/system');
  const [command, button] = [
    page.locator('code', { hasText: / backup$/ }),
    page.getByRole('link', { name: 'Download the database' }),
  ];
  const [top, bottom] = [await command.boundingBox(), await button.boundingBox()];
  expect(top?.y ?? 0).toBeLessThan(bottom?.y ?? 0);
  const guide = page.getByRole('link', { name: 'How to restore' });
  await expect.poll(() => guide.getAttribute('href')).toContain('/handbook/en/backup-and-upgrade');
});
