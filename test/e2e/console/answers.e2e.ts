import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../../../contract/events.ts';
import { doneFrame, encodeFrame } from '../../../contract/frames.ts';
import { signIn } from './administrator.ts';
import { violations } from '../visitor.ts';
import { openLive } from '../live-service.ts';

const { browser, live } = await openLive();

const pages = ['/overview', '/models', '/knowledge', '/chunking', '/retrieval', '/enhancement', '/debug'];

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('axe finds no fault on the pages about answers, and they load nothing from other origins', async () => {
    await using admin = await signIn(browser, live, { colorScheme });
    for (const path of pages) {
      await admin.walk(path);
      await expect.poll(async () => [path, await violations(admin.page, 'html')]).toEqual([path, []]);
    }
    expect([admin.troubles, admin.strays]).toEqual([[], []]);
  });
});

test('a visitor who is not signed in is sent to the sign-in page and back', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${live.service}/console/knowledge?status=failed`);
  await page.locator('#password').fill(live.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/console/knowledge?status=failed');
  await expect.poll(() => page.locator('h1').count()).toBe(1);
  await context.close();
});

test('the overview shows the state of the site and turns the chat off and on', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/overview');
  await expect
    .poll(() =>
      page
        .locator('.figures')
        .getByText(/\d+ of \d+/)
        .count(),
    )
    .toBe(1);
  const chat = page.getByRole('switch', { name: 'Visitor chat' });
  await chat.click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ chat: { allowGuest: false } });
  await expect.poll(() => chat.getAttribute('aria-checked')).toBe('false');
  await chat.click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ chat: { allowGuest: true } });
});

test('a model is tested, and the built-in model is labelled as such', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  await page.getByText('A built-in model is in use').waitFor();
  await page.getByRole('button', { name: 'Test: Language model' }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Test: Embedding model' }).click();
  await expect.poll(() => page.getByText('Connection failed').count()).toBe(1);
});

test.each(['en-GB', 'zh-CN'])(
  'HOUSE8: models in the house tell their size, their minutes and how far they are: %s',
  async (locale) => {
    await using admin = await signIn(browser, live, { locale });
    const { page } = admin;
    const house = {
      licence: 'MIT',
      source: 'https://example.org/model',
      bytes: 135_000_000,
      installed: false,
    };
    const models = [
      {
        ...house,
        id: 'meaning',
        kind: 'embedding',
        measured: true,
        runtime: 'native',
        passageMs: 100,
        progress: { step: 'files', done: 54_000_000, total: 135_000_000, from: 'hub.example.org' },
      },
      { ...house, id: 'order', kind: 'rerank', measured: false, runtime: 'wasm', problem: 'HTTP 503' },
    ];
    await page.route('**/connected-models/in-house', (route) => route.fulfill({ json: { models } }));
    await admin.open('/models');
    const bar = page.getByRole('progressbar', { name: /meaning/ });
    await bar.waitFor();
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('40');
    await page.getByText(/54 MB.*135 MB.*hub\.example\.org/).waitFor();
    await page.getByText('HTTP 503').waitFor();
    await page.getByText(/\d+ (?:min of|分钟)/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /: order$/ }).isDisabled()).toBe(true);
    await expect.poll(() => violations(page, 'html')).toEqual([]);
  },
);

test('settings are validated at the field, protected from being lost, saved and reset', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chunking');
  const size = page.locator('[data-field=chunkSize] input');
  await size.fill('50');
  await size.blur();
  await page.getByText('Must be a whole number from 100 to 2000.').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await size.fill('800');
  await size.blur();
  await page.getByRole('link', { name: 'Retrieval' }).first().click();
  await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ chunking: { chunkSize: 800 } });
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ chunking: { chunkSize: 500 } });
});

test('a rebuild is confirmed and watched to its end; passages are shown; a filter is in the address', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/knowledge');
  await page.getByRole('button', { name: 'Rebuild all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rebuild all' }).click();
  await page.getByText('Completed').waitFor();
  await page.getByRole('textbox', { name: 'Title or name' }).fill('backup');
  await page.waitForURL('**/knowledge?keyword=backup');
  await page
    .getByRole('row', { name: /Backup/ })
    .getByRole('button', { name: 'Passages' })
    .first()
    .click();
  await expect.poll(() => page.getByText('#1', { exact: true }).count()).toBe(1);
});

test('a question is traced with its answer, sources and stages', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open(`/debug?q=${encodeURIComponent('How do I make a backup?')}`);
  // A link fills the field and spends nothing.
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText(/ total$/).waitFor();
  await page
    .getByRole('link', { name: /Backup/ })
    .first()
    .waitFor();
  await expect.poll(() => page.getByText('Answered', { exact: true }).count()).toBe(1);
});

test('DBG5: a question that a used-up ceiling refuses shows what visitors read, and why', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const frames: readonly StreamEvent[] = [
    { event: 'token', data: { content: 'Today’s use is up.' } },
    { event: 'answer_state', data: { answerState: 'limited', limit: 'site' } },
    { event: 'trace_summary', data: { totalMs: 0, stageCount: 0, intent: 'NORMAL_CHAT' } },
  ];
  await page.route('**/chat/debug/stream', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: [...frames.map(encodeFrame), doneFrame].join(''),
    }),
  );
  await admin.open(`/debug?q=${encodeURIComponent('How do I make a backup?')}`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('Today’s use is up.').waitFor();
  await expect
    .poll(() => page.locator('main .result').innerText())
    .toContain('A daily ceiling of tokens or cost is used up');
  await page.unrouteAll();
});

test('a question is answered with the saved settings and with other settings side by side', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/debug');
  await page.getByRole('switch', { name: /Try other retrieval settings/ }).click();
  const passages = page.locator('[data-field=topN] input');
  await passages.fill('1');
  await passages.blur();
  await page.getByRole('textbox', { name: 'Ask a question as a visitor' }).fill('How do I make a backup?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.poll(() => page.getByText(/ total$/).count()).toBe(2);
  await page.getByRole('heading', { name: 'Trial settings' }).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ retrieval: { topN: 5 } });
});
