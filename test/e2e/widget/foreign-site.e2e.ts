import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startLiveService, type LiveService } from '../live-service.ts';
import { violations, startBrowser, visit, type Visitor } from '../visitor.ts';
import { laptop, phone } from '../screens.ts';

let browser: Browser;
let live: LiveService;
let site: Server;
/** Another site than the service's: `localhost` is not `127.0.0.1`. */
let origin: string;
/** Another origin of the service's own site. */
let sibling: string;

const withoutStorageInFrames = `if (self !== top)
  for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(self, name, {
      get() {
        throw new DOMException('The document has no access to storage', 'SecurityError');
      },
    });`;

/** The policy that the handbook recommends to sites, and nothing else. */
const policy = (service: string) =>
  [
    `default-src 'none'`,
    `script-src ${service}`,
    `connect-src ${service}`,
    `img-src ${service}`,
    `frame-src ${service}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');

const pages = (service: string): Readonly<Record<string, string>> => ({
  '/': `<h1>Another site</h1><button data-docent-search hidden>Search</button><script src="${service}/widget.js" async></script>`,
  '/frame': `<h1>Another site</h1><iframe title="Chat" src="${service}/embed.html" width="420" height="640"></iframe>`,
});

beforeAll(async () => {
  [browser, live] = await Promise.all([startBrowser(), startLiveService()]);
  const html = pages(live.service);
  site = createServer((request, response) => {
    const body = html[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(live.service),
      'cross-origin-opener-policy': 'same-origin',
    });
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Other</title>${body ?? ''}</html>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, resolve));
  const { port } = site.address() as AddressInfo;
  [origin, sibling] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await browser.close();
  await live[Symbol.asyncDispose]();
});
beforeEach(() => live.writeConsole('/config/save', { access: { allowedOrigins: [origin, sibling] } }));
afterEach(() => live.release());

const places = () => ({ site: origin, service: live.service });
const screens = { desktop: laptop, phone };

async function isClean({ troubles, strays, refused }: Visitor): Promise<void> {
  // The browser asks every site for its icon.
  const bad = refused.filter((path) => !path.endsWith('/favicon.ico'));
  expect({ troubles, strays, bad }).toEqual({ troubles: [], strays: [], bad: [] });
}

test('SHR1, SHR2, SHR3, SHR6: a visitor shares a conversation; it is read at its link until that is ended', async () => {
  await live.writeConsole('/config/save', { chat: { shareConversations: true } });
  await using visitor = await visit(browser, places(), '/', { ...laptop, locale: 'en-GB' });
  const { page, panel, thread } = visitor;
  const share = panel.getByRole('button', { name: 'Share as a link' });
  const question = 'How long are chat logs kept?';
  await visitor.open();
  await visitor.ask(question);
  await panel.getByRole('button', { name: 'Good answer' }).waitFor();
  await share.click();
  await panel.getByText('Anyone with the link can read this conversation').waitFor();
  await expect.poll(() => violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Create link' }).click();
  const link = panel.getByRole('textbox', { name: 'Link to this conversation' });
  await expect.poll(() => link.inputValue()).toMatch(/\/embed\.html#docent-share=[\w-]{32}$/);
  await expect.poll(() => violations(page)).toEqual([]);
  const address = await link.inputValue();
  const answer = await thread.locator('docent-prose').first().innerText();
  await using reader = await visit(browser, { ...places(), site: '' }, address, {
    ...phone,
    locale: 'en-GB',
  });
  const shared = reader.page.locator('docent-shared');
  await shared.getByText(question).waitFor();
  await expect.poll(() => shared.locator('docent-prose').first().innerText()).toBe(answer);
  await shared.locator('.references a, .mark a').first().waitFor();
  await expect.poll(() => shared.locator('textarea, .follow-up, docent-feedback').count()).toBe(0);
  await expect.poll(() => violations(reader.page)).toEqual([]);
  await expect.poll(() => reader.page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  const { items } = z
    .object({ items: z.array(z.object({ id: z.string() })) })
    .parse(await live.readConsole('/shared-conversations'));
  expect(items).toHaveLength(1);
  await panel.getByRole('button', { name: 'Stop sharing' }).click();
  await panel.locator('.share').getByText('The link no longer works.').waitFor();
  await reader.page.reload();
  await shared.getByText('This conversation is no longer shared.').waitFor();
  expect(visitor.troubles).toEqual([]);
});

describe.each(Object.keys(screens) as (keyof typeof screens)[])('on a %s', (screen) => {
  test('WG26: a visitor of an allowed site goes the whole way, under the policy that the handbook names', async () => {
    await using visitor = await visit(browser, places(), '/', { ...screens[screen], locale: 'en-GB' });
    const { page, thread, panel, search, field } = visitor;
    await visitor.open();
    await visitor.input.waitFor();
    live.holdAnswers();
    await visitor.ask('How long are chat logs kept?');
    await thread.locator('docent-prose p').first().waitFor();
    await expect.poll(() => panel.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true);
    live.release();
    await thread.locator('docent-prose a').first().waitFor();
    const mark = thread.locator('.mark a, .references a').first();
    await expect.poll(() => mark.getAttribute('href')).toContain(`${origin}/archives/`);
    if (screen === 'desktop') await mark.hover();
    await expect.poll(() => panel.locator('.preview').isVisible()).toBe(screen === 'desktop');
    await panel.getByRole('button', { name: 'Good answer' }).click();
    await panel.getByText('Thanks for your feedback.').first().waitFor();
    await visitor.ask('And where are they stored?');
    await expect.poll(() => thread.locator('.question').count()).toBe(2);
    await panel.locator('.send[type=submit]').waitFor();
    await page.reload();
    await expect.poll(() => thread.locator('.question').count()).toBe(2);
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await field.fill('backup');
    await search.locator('.row').nth(1).waitFor();
    await field.press('Enter');
    await search.getByRole('button', { name: 'Continue in chat' }).click();
    await expect.poll(() => thread.locator('.question').count()).toBe(3);
    await expect.poll(() => violations(page)).toEqual([]);
    await isClean(visitor);
  });

  test('ORG2, WG26: on a site that is not allowed the visitor reads why, and search still finds', async () => {
    await live.writeConsole('/config/save', { access: { allowedOrigins: [] } });
    await using visitor = await visit(browser, places(), '/', { ...screens[screen], locale: 'en-GB' });
    const { page, thread, panel, search, field } = visitor;
    await visitor.open();
    await visitor.ask('How long are chat logs kept?');
    await thread.locator('.outcome').waitFor();
    await expect
      .poll(() => thread.locator('.outcome').innerText())
      .toContain('does not answer on this page yet');
    await expect.poll(() => panel.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await field.fill('backup');
    await search.locator('.results .row').first().waitFor();
    await isClean(visitor);
  });

  test.each([
    ['of another site, without storage', () => origin, 0],
    ['of the same site', () => sibling, 2],
  ])('WG14, WG26: the chat in a frame answers, on a page %s', async (_, page, kept) => {
    await using visitor = await visit(browser, { ...places(), site: page() }, '/frame', {
      ...screens[screen],
      locale: 'en-GB',
    });
    if (kept === 0) {
      // As browsers do that give no storage to frames of other sites.
      await visitor.page.addInitScript(withoutStorageInFrames);
      await visitor.page.reload();
    }
    const frame = visitor.page.frameLocator('iframe');
    const input = frame.locator('docent-panel .composer textarea');
    for (const [before, question] of [
      'How long are chat logs kept?',
      'And where are they stored?',
    ].entries()) {
      await input.fill(question);
      await input.press('Enter');
      await expect.poll(() => frame.locator('.question').count()).toBe(before + 1);
      await frame.locator('.send[type=submit]').waitFor();
    }
    await frame.locator('docent-prose a').first().waitFor();
    await visitor.page.reload();
    await input.waitFor();
    await expect.poll(() => frame.locator('.question').count()).toBe(kept);
    await isClean(visitor);
  });
});

test('ORG5: the page for frames does not show on a site that is not allowed', async () => {
  await live.writeConsole('/config/save', { access: { allowedOrigins: [] } });
  await using visitor = await visit(browser, places(), '/frame');
  await expect.poll(() => visitor.troubles.join()).toContain('frame-ancestors');
  await expect.poll(() => visitor.page.frameLocator('iframe').locator('docent-chat').count()).toBe(0);
  for (const path of ['/embed.html', '/widget/embed.html?x=1']) {
    const { headers } = await fetch(live.service + path);
    expect(headers.get('content-security-policy')).toMatch(/; frame-ancestors 'self'$/);
  }
});

test('WG26: where the visitor forbids storage the chat is kept for the page at hand', async () => {
  await using visitor = await visit(browser, places(), '/', { locale: 'en-GB' });
  await visitor.page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied', 'SecurityError'); } });`);
  await visitor.page.reload();
  await visitor.open();
  await visitor.ask('How long are chat logs kept?');
  await visitor.thread.locator('docent-prose a').first().waitFor();
  await expect.poll(() => visitor.thread.locator('.question').count()).toBe(1);
  await isClean(visitor);
});
