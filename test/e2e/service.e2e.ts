import { createServer } from 'node:http';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { keepPicture } from './kept-picture.ts';
import { consolePrefix } from '../../contract/api.ts';
import { ChatLogPage } from '../../contract/chat-logs.ts';
import { seen } from './seen.ts';
import { isFocused, violations, visit, type Visitor } from './visitor.ts';
import { openLive } from './live-service.ts';
import { listen } from '../fakes/listen.ts';
import { sharpPhone as phone } from './screens.ts';

const { browser, live } = await openLive();

const desktop: BrowserContextOptions = { viewport: { width: 1200, height: 800 } };
const screens = { phone, desktop };

const picture = (page: Page, name: string) => keepPicture(page, `service-${name}`);

/** Once the next picture is on the screen: the widget puts things in their places right before it. */
const painted = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Distance of the last question from the upper edge of the conversation as it is seen, in CSS pixels. */
async function questionPlace({ thread, page }: Visitor): Promise<number> {
  await painted(page);
  return thread.evaluate((frame) => {
    const [question] = [...frame.querySelectorAll('.question')].slice(-1);
    return Math.round(question.getBoundingClientRect().top - frame.getBoundingClientRect().top);
  });
}

const journeys = {
  zh: {
    locale: 'zh-CN',
    question: '怎么接入 WordPress？',
    slug: 'connect-wordpress-zh',
    note: '摘自本站文章',
    dislike: '没帮助',
    comment: '补充说明（选填）',
    thanks: '感谢你的反馈。',
    stop: '停止',
    copy: '复制回答',
  },
  en: {
    locale: 'en-GB',
    question: 'How do I limit what visitors can spend?',
    slug: 'usage-limits',
    note: 'Quoted from this site’s articles',
    dislike: 'Bad answer',
    comment: 'Tell us more (optional)',
    thanks: 'Thanks for your feedback.',
    stop: 'Stop',
    copy: 'Copy answer',
  },
} as const;

for (const [language, words] of Object.entries(journeys)) {
  for (const [screen, options] of Object.entries(screens)) {
    test(`a reader asks the front page and opens the article behind the answer: ${language}, ${screen}`, async () => {
      await using visitor = await visit(browser, live, '/', { ...options, locale: words.locale });
      const { page, panel, thread } = visitor;
      await visitor.input.waitFor();
      await picture(page, `${language}-${screen}-1-front`);

      live.holdAnswers();
      // WG76: the front page names the questions that the chat begins with.
      await panel.getByRole('button', { name: words.question, exact: true }).click();
      await expect.poll(() => thread.locator('docent-prose').innerText()).not.toBe('');
      const first = await thread.locator('docent-prose').innerText();
      await expect.poll(() => panel.getByRole('button', { name: words.stop }).isVisible()).toBe(true);
      live.release();
      await panel.getByRole('button', { name: words.copy }).waitFor();
      const whole = await thread.locator('docent-prose').innerText();
      expect(whole.length).toBeGreaterThan(first.length);
      // WG19: without a language model nothing here is written by one.
      await expect.poll(() => panel.locator('.author').innerText()).toBe(words.note);
      await expect.poll(() => questionPlace(visitor)).toBeLessThan(60);
      await picture(page, `${language}-${screen}-2-answer`);

      // WG71: a quotation stands under the link to its only source.
      await expect.poll(() => panel.locator('.references').count()).toBe(0);
      const source = thread.locator(`docent-prose a[href*="/archives/${words.slug}"]`).first();
      await source.scrollIntoViewIfNeeded();
      await picture(page, `${language}-${screen}-3-sources`);
      const [article] = await Promise.all([page.context().waitForEvent('page'), source.click()]);
      await article.waitForLoadState();
      const { pathname, hash } = new URL(article.url());
      expect(pathname).toBe(`/archives/${words.slug}`);
      // A section of the article, or the article itself where its beginning answers.
      const heading = decodeURIComponent(hash.slice(1).replace(/:~:.*$/, ''));
      const place = article.locator(heading === '' ? 'h1' : `[id="${heading}"]`);
      await expect.poll(() => place.count()).toBe(1);
      await picture(article, `${language}-${screen}-4-article`);
      expect(visitor.troubles).toEqual([]);
      expect(visitor.refused).toEqual([]);
      expect(visitor.strays).toEqual([]);
    });
  }

  test(`a dislike with a comment is in the chat log: ${language}`, async () => {
    await using visitor = await visit(browser, live, '/', { locale: words.locale });
    const { panel } = visitor;
    await visitor.input.waitFor();
    await visitor.ask(words.question);
    await panel.getByRole('button', { name: words.dislike }).click();
    const comment = panel.getByRole('textbox', { name: words.comment });
    await comment.fill('Step <2> is missing “here”');
    await comment.press('Enter');
    await panel.getByText(words.thanks).first().waitFor();
    const query = new URLSearchParams({ feedbackType: 'dislike', question: words.question });
    const { items } = ChatLogPage.parse(await live.readConsole(`/chat-logs?${query.toString()}`));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      question: words.question,
      source: 'stream',
      answerState: 'answered',
      feedback: { type: 'dislike', comment: 'Step <2> is missing “here”' },
    });
  });
}

test.each(Object.keys(screens) as (keyof typeof screens)[])(
  'a question offered on the front page is answered where it is seen, and while the chat is closed it cannot be asked: %s',
  async (screen) => {
    {
      await using visitor = await visit(browser, live, '/', { ...screens[screen], locale: 'en-GB' });
      const { thread } = visitor;
      const sample = thread.locator('.shortcut').first();
      await visitor.input.waitFor();
      await sample.click();
      const question = thread.locator('.question');
      await question.waitFor();
      await expect.poll(async () => (await seen(question)).isInView).toBe(true);
      await expect.poll(() => seen(question)).toMatchObject({ isOnTop: true });
      await thread.locator('docent-prose').waitFor();
      await expect.poll(async () => (await seen(thread.locator('docent-prose'))).isOnTop).toBe(true);
    }
    await live.writeConsole('/config/save', { chat: { allowGuest: false } });
    try {
      await using visitor = await visit(browser, live, '/', { ...screens[screen], locale: 'en-GB' });
      await visitor.page.locator('.ask > .closed').getByText('Chat is closed on this site.').waitFor();
      await expect.poll(() => visitor.thread.locator('.shortcut').count()).toBe(0);
      await expect.poll(() => violations(visitor.page, 'html')).toEqual([]);
    } finally {
      await live.writeConsole('/config/save', { chat: { allowGuest: true } });
    }
  },
);

test('FILE1, WG15: a first chat loads compressed files only, and nothing of what it does not show', async () => {
  await using visitor = await visit(browser, live, '/archives/usage-limits', { locale: 'en-GB' });
  const { page, panel } = visitor;
  await page.locator('docent-chat .launcher').waitFor();
  const files: { readonly name: string; readonly encoding: string | undefined; readonly bytes: number }[] =
    [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/widget/')) return;
    const headers = response.headers();
    const encoding = headers['content-encoding'];
    files.push({
      name: pathname.slice('/widget/'.length),
      encoding,
      bytes: Number(headers['content-length']),
    });
  });
  const loader = await page.request.get(`${live.service}/widget.js`);
  expect(loader.headers()['content-encoding']).toBe('br');
  await visitor.open();
  await visitor.input.waitFor();
  await visitor.ask(journeys.en.question);
  await panel.getByRole('button', { name: 'Copy answer' }).waitFor();
  // A file below a packet is sent as it is.
  expect(files.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 1024)).toEqual([]);
  expect(
    files
      .map(({ name }) => name)
      .filter((name) => /^(?:search|mindMap|canvas|pet|formula|zh-cn|de)-/.test(name)),
  ).toEqual([]);
  // The page of an article asks for its map beside the chat, on a busy machine only now.
  const ofChat = files.filter(({ name }) => !name.startsWith('maps-'));
  // Naming the further sources of what is quoted took about a hundred bytes of it.
  expect(ofChat.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(66_700);
});

test('a new question is scrolled to the top; at the end of the list the view follows the answer, scrolled back it stays', async () => {
  await using visitor = await visit(browser, live, '/', { ...phone, locale: 'en-GB' });
  const { panel, thread, page } = visitor;
  await visitor.input.waitFor();
  const answers = () => panel.getByRole('button', { name: 'Copy answer' }).count();
  await visitor.ask(journeys.en.question);
  await expect.poll(answers).toBe(1);
  await visitor.ask('How do I connect WordPress?');
  await expect.poll(answers).toBe(2);
  await expect.poll(() => questionPlace(visitor)).toBeLessThan(60);
  await panel.getByRole('button', { name: 'Scroll to the end' }).click();
  const rest = () => thread.evaluate((frame) => frame.scrollHeight - frame.scrollTop - frame.clientHeight);
  await expect.poll(rest).toBeLessThan(2);
  // The end of the list grows, and shrinks again.
  const turnFold = async () => {
    await thread
      .locator('.answer')
      .last()
      .evaluate(({ style }) => {
        style.paddingBlockEnd = style.paddingBlockEnd === '' ? '140px' : '';
      });
    await painted(page);
  };
  await turnFold();
  await turnFold();
  await expect.poll(rest).toBeLessThan(2);
  await thread.evaluate((frame) => frame.scrollBy(0, -300));
  await painted(page);
  const before = await thread.evaluate((frame) => frame.scrollTop);
  await turnFold();
  await expect.poll(() => thread.evaluate((frame) => frame.scrollTop)).toBe(before);
});

test('on an article page the keyboard opens the chat, asks, and Escape closes it', async () => {
  await using visitor = await visit(browser, live, '/archives/usage-limits', { locale: 'en-GB' });
  const { page, panel, input } = visitor;
  const launcher = page.locator('docent-chat .launcher');
  await launcher.waitFor();
  await expect.poll(() => page.locator('h1').innerText()).toBe('Limiting what visitors can spend');
  await launcher.focus();
  await page.keyboard.press('Enter');
  await input.waitFor();
  await expect.poll(() => isFocused(input)).toBe(true);
  await page.keyboard.type('How many answers does a visitor get in an hour?');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Copy answer' }).waitFor();
  await picture(page, 'en-desktop-5-window');
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.isVisible()).toBe(false);
  await expect.poll(() => isFocused(launcher)).toBe(true);
  expect(visitor.troubles).toEqual([]);
});

const logins = {
  zh: { locale: 'zh-CN', password: '密码', signIn: '登录', wrong: '密码不正确。' },
  en: { locale: 'en-GB', password: 'Password', signIn: 'Sign in', wrong: 'The password is wrong.' },
} as const;

for (const [language, words] of Object.entries(logins)) {
  test(`the administrator signs in and out again: ${language}`, async () => {
    await using visitor = await visit(browser, live, '/login?next=/archives', {
      ...desktop,
      locale: words.locale,
    });
    const { page } = visitor;
    const password = page.getByLabel(words.password);
    const readConfig = () =>
      page.evaluate(
        `fetch(${JSON.stringify(`${consolePrefix}/config`)}).then((response) => response.status)`,
      );
    await picture(page, `${language}-desktop-6-login`);
    await password.fill('not the password');
    await password.press('Enter');
    await page.getByRole('alert').getByText(words.wrong).waitFor();
    await picture(page, `${language}-desktop-7-refused`);
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await password.fill(live.password);
    await page.getByRole('button', { name: words.signIn }).click();
    await page.waitForURL('**/archives');
    await expect.poll(readConfig).toBe(200);
    await expect.poll(() => page.evaluate('document.cookie')).toBe('');
    const left = await page.evaluate(
      `fetch('/logout', { method: 'POST' }).then((response) => response.status)`,
    );
    expect(left).toBe(200);
    await expect.poll(readConfig).toBe(401);
    expect(visitor.troubles).toEqual([]);
  });
}

const pages = {
  front: '/',
  docs: '/docs',
  archives: '/archives',
  tags: '/tags',
  tag: '/tags/security',
  categories: '/categories',
  article: '/archives/usage-limits',
  articleZh: '/archives/connect-wordpress-zh',
  login: '/login',
  missing: '/archives/no-such-article',
};

/** Each language meets both screens and both themes. */
const looks = [
  { screen: 'phone', colorScheme: 'light', locale: 'zh-CN' },
  { screen: 'phone', colorScheme: 'dark', locale: 'en-GB' },
  { screen: 'desktop', colorScheme: 'light', locale: 'en-GB' },
  { screen: 'desktop', colorScheme: 'dark', locale: 'zh-CN' },
] as const;

for (const { screen, ...look } of looks) {
  test(`every page is clean to axe, to its own policy and to the eye: ${screen}, ${look.colorScheme}, ${look.locale}`, async () => {
    for (const [name, path] of Object.entries(pages)) {
      // One page in English whoever asks, and as much for axe as all others together.
      if (name === 'docs' && look.locale !== 'en-GB') continue;
      await using visitor = await visit(browser, live, path, { ...screens[screen], ...look });
      const { page, troubles, strays, refused } = visitor;
      await visitor.settled();
      await picture(page, `page-${name}-${screen}-${look.colorScheme}`);
      const width = z
        .number()
        .parse(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      expect({ path, troubles, strays, refused, isTooWide: width > 0 }).toEqual({
        path,
        troubles: [],
        strays: [],
        refused: name === 'missing' ? [`404 ${path}`] : [],
        isTooWide: false,
      });
      await expect
        .poll(async () => ({ path, found: await violations(page, 'html') }))
        .toEqual({ path, found: [] });
    }
  }, 300_000);
}

test('a page of another origin gets answers with one script tag', async () => {
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>Another site</title><h1>Another site</h1><script src="${live.service}/widget.js" async></script></html>`,
    );
  });
  const listening = await listen(site);
  try {
    const places = { site: listening.origin, service: live.service };
    await live.writeConsole('/config/save', { access: { allowedOrigins: [places.site] } });
    await using visitor = await visit(browser, places, '/', { locale: 'en-GB' });
    await visitor.open();
    await visitor.input.waitFor();
    await visitor.ask(journeys.en.question);
    await visitor.panel.getByRole('button', { name: 'Good answer' }).waitFor();
    await picture(visitor.page, 'en-desktop-8-other-origin');
    await visitor.panel.getByRole('button', { name: 'Good answer' }).click();
    await visitor.panel.getByText('Thanks for your feedback.').first().waitFor();
    await expect.poll(() => visitor.thread.locator('docent-prose').innerText()).toContain('usage/limits');
    expect(visitor.troubles).toEqual([]);
    expect(visitor.refused).toEqual([]);
  } finally {
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  }
});
