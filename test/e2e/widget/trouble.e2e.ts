import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openFixture, styleOf, visit } from '../visitor.ts';
import { configGroups } from '../../../contract/config/groups.ts';

const { browser, fixture } = await openFixture();

/** Holds back the settings of the service until the result is resolved. */
async function heldSettings(page: Page, json: object): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>();
  await page.route('**/widget-config', async (route) => {
    await held.promise;
    await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
  });
  return held;
}

test('a broken-off answer keeps its text and offers a retry', async () => {
  fixture.scenario = 'cut';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.ask('How?');
  await visitor.thread.getByText('Half an answer that').waitFor();
  fixture.release();
  await visitor.thread.getByText('The connection was lost before the answer was complete.').waitFor();
  await expect.poll(() => visitor.thread.locator('docent-prose').innerText()).toBe('Half an answer that');
  await expect.poll(() => visitor.panel.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
  await expect.poll(() => visitor.input.isEnabled()).toBe(true);
});

test.each([
  ['before anybody opened it', false],
  ['while it is open', true],
])('WG80: settings that come late are drawn once, %s', async (_, isOpened) => {
  Object.assign(fixture, { scenario: 'en', settings: {} });
  await using visitor = await visit(browser, fixture, '/en');
  const { page } = visitor;
  const held = await heldSettings(page, { triggerLabel: 'Help', triggerShape: 'pill', triggerSize: 64 });
  await page.goto(`${fixture.site}/en`);
  const launcher = page.locator('docent-chat .launcher');
  await launcher.waitFor();
  if (isOpened) await visitor.open();
  held.resolve();
  await expect.poll(() => launcher.getAttribute('aria-label')).toContain('Help');
  if (!isOpened) await visitor.open();
  await visitor.ask('How?');
  await expect.poll(() => visitor.thread.getByText('How?').count()).toBe(1);
  expect(visitor.troubles).toEqual([]);
});

test('WG80: a preview for an administrator keeps what settings that come late say besides', async () => {
  Object.assign(fixture, { scenario: 'en', settings: {} });
  await using visitor = await visit(browser, fixture, '/en');
  const { page } = visitor;
  const held = await heldSettings(page, { siteTitle: 'Night School', welcome: 'Good evening' });
  await page.goto(`${fixture.site}/preview`);
  const inside = page.frameLocator('iframe').locator('docent-panel');
  await inside.getByText('Hello! What would you like to know?').waitFor();
  const message = { type: 'ai-preview-config', payload: { welcome: 'A new greeting' } };
  await page.evaluate(`frames[0].postMessage(${JSON.stringify(message)}, '*')`);
  held.resolve();
  await inside.getByText('A new greeting').waitFor();
  await inside.getByText('Ask Night School').waitFor();
  expect(visitor.troubles).toEqual([]);
});

test('the request ends after a minute without data', async () => {
  fixture.scenario = 'silence';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.page.clock.install();
  await visitor.open();
  await visitor.ask('How?');
  await visitor.page.clock.runFor(1000);
  await visitor.thread.getByText('A few words').waitFor();
  await visitor.page.clock.runFor(61_000);
  await visitor.thread.getByText('The answer took too long').waitFor();
  await expect.poll(() => visitor.panel.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
});

test('invalid frames between valid ones are skipped', async () => {
  fixture.scenario = 'garbage';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.ask('How?');
  await visitor.thread.getByText('Before and after.').waitFor();
  expect(visitor.troubles).toEqual([]);
});

test('WG27: where a proxy refuses too many questions the visitor reads of the limit and is not led to try at once', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const refusal = { status: 429, contentType: 'text/html', body: '<h1>429 Too Many Requests</h1>' };
  await visitor.page.route('**/chat/stream', (route) =>
    route.fulfill({ ...refusal, headers: { 'access-control-allow-origin': '*' } }),
  );
  await visitor.open();
  await visitor.ask('How?');
  await visitor.thread.getByText('You’ve reached the question limit.').waitFor();
  await expect.poll(() => visitor.panel.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('a visitor over the limit sees when to ask again, and a disabled chat says so', async () => {
  fixture.scenario = 'limited';
  await using visitor = await visit(browser, fixture, '/zh');
  await visitor.open();
  await visitor.ask('再问一个');
  await visitor.thread.getByText(/。\d{2}:\d{2} 之后可以再次提问/).waitFor();
  // Said once: the service's own words about it are left out.
  await expect.poll(() => visitor.thread.getByText(/提问次数/).count()).toBe(1);
  await expect.poll(() => visitor.thread.locator('.outcome').count()).toBe(1);
  fixture.scenario = 'disabled';
  await visitor.ask('再问一个');
  await visitor.thread.getByText('本站的访客问答已关闭。').waitFor();
  await expect.poll(() => fixture.asked[1]?.history).toEqual([]);
});

test.each([
  ['limited', true],
  ['failed', true],
  ['slow', false],
] as const)(
  'WG8: where a visitor is left without an answer the contact is offered: %s',
  async (scenario, isOffered) => {
    Object.assign(fixture, { scenario, settings: { contactUrl: 'mailto:help@example.org' } });
    await using visitor = await visit(browser, fixture, '/en');
    await visitor.open();
    await visitor.ask('A question');
    await expect.poll(() => fixture.asked.length).toBe(1);
    fixture.release();
    await expect.poll(() => visitor.status.innerText()).toMatch(/^(?!Searching|$)/);
    await expect
      .poll(() => visitor.thread.getByRole('link', { name: 'Contact us' }).count())
      .toBe(isOffered ? 1 : 0);
  },
);

describe('WG27: in place of an answer stands what happened and what to do', () => {
  const stream = '**/chat/stream';
  test.each([
    ['the site has used up its answers', 'quota of this site is used up', 0, () => undefined],
    [
      'the service is away',
      'unavailable right now',
      1,
      (page: Page) =>
        page.route(stream, (route) => route.fulfill({ status: 503, body: 'SQLITE_BUSY at db.ts:12' })),
    ],
    [
      'a proxy answers with a page',
      'unavailable right now',
      1,
      (page: Page) =>
        page.route(stream, (route) =>
          route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Gateway</h1>' }),
        ),
    ],
    [
      'there is no network',
      'Check your connection',
      1,
      (page: Page) => page.route(stream, (route) => route.abort()),
    ],
  ] as const)('%s', async (_, words, retries, arrange) => {
    fixture.scenario = 'siteLimited';
    await using visitor = await visit(browser, fixture, '/en');
    await arrange(visitor.page);
    await visitor.open();
    await visitor.ask('How?');
    const notice = visitor.thread.locator('.outcome');
    await notice.getByText(words).waitFor();
    await expect
      .poll(() => notice.innerText())
      .not.toMatch(/\d|⚠️|error|SQL|fetch|reached the question limit/i);
    await expect.poll(() => visitor.panel.getByRole('button', { name: 'Try again' }).count()).toBe(retries);
    await expect.poll(() => visitor.thread.locator('.references, .tools').count()).toBe(0);
    await visitor.page.unroute(stream);
    fixture.scenario = 'smallTalk';
    await visitor.ask('Hello');
    await visitor.thread.getByText('I answer questions about this site.').waitFor();
    await expect.poll(() => fixture.asked.at(-1)?.history).toEqual([]);
  });

  test('a script of the page asks more than the service takes: the beginning is asked', async () => {
    await using visitor = await visit(browser, fixture, '/en');
    await visitor.page.locator('docent-chat .launcher').waitFor();
    await visitor.page.evaluate(`void Docent.ask('Why? '.repeat(2000))`);
    await expect.poll(() => String(fixture.asked[0]?.message).length).toBe(4000);
    fixture.release();
  });
});

test('without a configuration the defaults apply; a disabled chat shows no button', async () => {
  fixture.settings = undefined;
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.panel.getByText('Hello! What would you like to know?').waitFor();
  fixture.settings = { allowGuest: false };
  await using other = await visit(browser, fixture, '/en');
  await other.page.waitForLoadState('networkidle');
  await expect.poll(() => other.page.locator('docent-chat .launcher').count()).toBe(0);
});

test('without the Markdown module an answer is plain text; without the chat module the window offers a retry', async () => {
  fixture.missing = 'markdown';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.ask('How?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await visitor.thread.getByText('**copying one folder**').waitFor();
  await expect.poll(() => visitor.thread.locator('docent-prose .mark').count()).toBe(3);
  fixture.missing = 'chat';
  await using other = await visit(browser, fixture, '/en');
  await other.open();
  await other.page.getByText('The chat could not be loaded.').waitFor();
  fixture.missing = 'none';
  await other.page.getByRole('button', { name: 'Try again' }).click();
  await other.input.waitFor();
});

test('it works under a strict content security policy: no inline style or script, no eval', async () => {
  await using visitor = await visit(browser, fixture, '/en/strict');
  await visitor.open();
  await visitor.ask('How?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await visitor.thread.locator('.code').waitFor();
  await visitor.thread.locator('.references').waitFor();
  expect(visitor.troubles).toEqual([]);
});

test('an aggressive theme style sheet does not affect the widget', async () => {
  await using visitor = await visit(browser, fixture, '/en/loud');
  await visitor.open();
  await visitor.ask('How?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await visitor.thread.locator('.references').waitFor();
  await expect
    .poll(() =>
      styleOf(visitor.input, ['fontSize', 'letterSpacing', 'textTransform', 'borderTopWidth', 'color']),
    )
    .toEqual({
      fontSize: '15px',
      letterSpacing: 'normal',
      textTransform: 'none',
      borderTopWidth: '0px',
      color: 'rgb(27, 31, 38)',
    });
});

test('WG22: a chat that is closed keeps the conversation and offers nothing that asks', async () => {
  fixture.settings = { shortcuts: ['What is new?'], suggestions: ['How do I back up?'] };
  fixture.scenario = 'cut';
  await using visitor = await visit(browser, fixture, '/en/inline');
  const { page, panel, thread } = visitor;
  await visitor.ask('How?');
  await thread.getByText('Half an answer that').waitFor();
  fixture.release();
  await panel.getByRole('button', { name: 'Try again' }).waitFor();
  fixture.settings = { ...fixture.settings, allowGuest: false };
  await page.reload();
  await thread.getByText('Half an answer that').waitFor();
  await panel.locator('.outcome').waitFor();
  await expect.poll(() => panel.getByRole('button', { name: /Try again|Answer again/ }).count()).toBe(0);
  await expect.poll(() => visitor.input.isDisabled()).toBe(true);
  await panel.getByRole('button', { name: 'New conversation' }).click();
  await panel.locator('.greeting').waitFor();
  await expect.poll(() => panel.locator('.shortcut, .page-actions').count()).toBe(0);
});

test('WG22: when the service says that the chat is closed, the question is not offered again', async () => {
  fixture.scenario = 'disabled';
  await using visitor = await visit(browser, fixture, '/zh');
  await visitor.open();
  await visitor.ask('再问一个');
  await visitor.thread.getByText('本站的访客问答已关闭。').waitFor();
  await expect.poll(() => visitor.panel.getByRole('button', { name: '重试' }).count()).toBe(0);
});

test('WG24: what the retrieval does is shown while waiting, unless the configuration hides it', async () => {
  fixture.scenario = 'en';
  for (const [settings, status, question] of [
    [{}, 'Reading 2 articles…', 'How do I back up?'],
    [{ showRetrievalStatus: false }, '', 'How do I restore?'],
  ] as const) {
    fixture.settings = settings;
    await using visitor = await visit(browser, fixture, '/en');
    await visitor.open();
    await visitor.ask(question);
    const waiting = visitor.thread.locator('.waiting');
    await waiting.locator('.dots').waitFor();
    await expect.poll(() => waiting.innerText()).toBe(status);
    await expect.poll(() => fixture.asked.at(-1)?.message).toBe(question);
    fixture.release();
  }
});

test.each([
  ['/zh', '你好'],
  ['/de', 'Hallo'],
  ['/en', 'Hello'],
])(
  'WG3: while nobody wrote a greeting visitors are greeted in the language of the page: %s',
  async (path, greeting) => {
    fixture.settings = { welcome: configGroups.chat.parse({}).welcomeMessage };
    await using visitor = await visit(browser, fixture, path);
    await visitor.open();
    const words = visitor.panel.locator('.greeting');
    await expect.poll(() => words.innerText()).toMatch(new RegExp(`^${greeting}`, 'u'));
    await expect.poll(async () => (await words.innerText()).includes('\n')).toBe(false);
  },
);
