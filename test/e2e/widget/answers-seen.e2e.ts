import { describe, expect, test } from 'vitest';
import { foundArticles, type Scenario } from '../scenarios.ts';
import { contrastOf, placeAtRest, seen } from '../seen.ts';
import { openFixture, violations, visit, type Visitor } from '../visitor.ts';
import { laptop, shortPhone } from '../screens.ts';

const { browser, fixture } = await openFixture();

const screens = { desktop: laptop, phone: shortPhone };

async function answered(visitor: Visitor, scenario: Scenario, question = 'A question'): Promise<void> {
  fixture.scenario = scenario;
  const before = fixture.asked.length;
  await visitor.open();
  await visitor.ask(question);
  await expect.poll(() => fixture.asked.length).toBe(before + 1);
  fixture.release();
  await visitor.panel.locator('.send[type=submit]').waitFor();
  await expect.poll(() => visitor.thread.locator('docent-prose[aria-busy]').count()).toBe(0);
}

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test.each(['latest', 'ranked', 'tagged', 'filed', 'recommended'] as const)(
    'WG4: the article cards of a %s list are seen',
    async (scenario) => {
      await using visitor = await visit(browser, fixture, '/zh', screens[screen]);
      await answered(visitor, scenario, '最新文章');
      const cards = visitor.thread.locator('.card');
      await expect.poll(() => cards.count()).toBe(4);
      for (let n = 0; n < 2; n++) {
        await cards.nth(n).scrollIntoViewIfNeeded();
        await expect.poll(() => seen(cards.nth(n))).toMatchObject({ isInView: true, isOnTop: true });
        await expect.poll(async () => (await seen(cards.nth(n))).height).toBeGreaterThan(40);
        await expect.poll(async () => (await seen(cards.nth(n))).width).toBeGreaterThan(200);
      }
      await expect.poll(() => contrastOf(cards.first().locator('.title'))).toBeGreaterThanOrEqual(4.5);
      await expect.poll(() => violations(visitor.page)).toEqual([]);
    },
  );

  test('WG8: a partial answer is labelled below without moving the text; nearby places, next questions and the contact are shown', async () => {
    fixture.settings = { contactUrl: 'mailto:help@example.org' };
    fixture.scenario = 'partial';
    await using visitor = await visit(browser, fixture, '/en', screens[screen]);
    await visitor.open();
    await visitor.ask('How do I back up?');
    const last = visitor.thread.getByText('A sentence that is being read').first();
    await last.waitFor();
    const before = await placeAtRest(last);
    fixture.release();
    const remark = visitor.thread.getByText('The articles only cover part of this question.');
    await remark.waitFor();
    await expect.poll(() => placeAtRest(last)).toBe(before);
    await expect.poll(() => placeAtRest(remark)).toBeGreaterThan(before);
    for (const place of [
      visitor.thread.locator('.place').first(),
      visitor.thread.getByRole('button', { name: 'How do I restore a backup?' }),
      visitor.thread.getByRole('link', { name: 'Contact us' }),
    ]) {
      await place.scrollIntoViewIfNeeded();
      await expect.poll(() => seen(place)).toMatchObject({ isInView: true, isOnTop: true });
      await expect.poll(async () => (await seen(place)).height).toBeGreaterThan(screen === 'phone' ? 43 : 28);
    }
    await visitor.thread.getByText('The sources are in another language.').waitFor();
    await expect.poll(() => violations(visitor.page)).toEqual([]);
    fixture.scenario = 'slow';
    await visitor.thread.getByRole('button', { name: 'How do I restore a backup?' }).click();
    await visitor.thread.getByText('The first words').waitFor();
    await expect.poll(() => fixture.asked[1]?.message).toBe('How do I restore a backup?');
    await expect.poll(() => visitor.thread.locator('.follow-up').count()).toBe(0);
  });

  test('WG7: a failed answer shows its notice apart from its text, with no sources and no copy button', async () => {
    await using visitor = await visit(browser, fixture, '/en', screens[screen]);
    await answered(visitor, 'failed');
    await expect.poll(() => visitor.thread.locator('docent-prose').innerText()).toBe('The count is half wri');
    await visitor.thread.getByText('The assistant is unavailable. Please try again.').waitFor();
    await expect.poll(() => visitor.thread.locator('.outcome').count()).toBe(1);
    await expect
      .poll(() => visitor.thread.locator('.references, docent-copy, docent-feedback').count())
      .toBe(0);
    await visitor.thread.getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => violations(visitor.page)).toEqual([]);
  });

  test('WG8: small talk is a plain reply with questions to start with', async () => {
    await using visitor = await visit(browser, fixture, '/en', screens[screen]);
    await answered(visitor, 'smallTalk', 'Hello');
    await expect.poll(() => visitor.thread.locator('.follow-up').count()).toBe(2);
    await expect.poll(() => visitor.thread.locator('.references, .remark, docent-feedback').count()).toBe(0);
    await expect.poll(() => violations(visitor.page)).toEqual([]);
  });
});

test('WG5: each mark shows the passage of its own sentence; numbers have no gaps', async () => {
  await using visitor = await visit(browser, fixture, '/en', screens.desktop);
  await answered(visitor, 'quoted');
  const marks = visitor.thread.locator('.mark a');
  await expect.poll(() => marks.allInnerTexts()).toEqual(['1', '1', '2']);
  await visitor.thread.getByText('2 sources').waitFor();
  const preview = visitor.panel.locator('.preview');
  await marks.nth(0).hover();
  await preview.getByText('The database, the attachments and the theme').waitFor();
  await visitor.input.hover();
  await marks.nth(1).hover();
  await preview.getByText('Stop the service before you restore').waitFor();
  await expect.poll(async () => (await seen(preview)).isInView).toBe(true);
  await visitor.input.hover();
  await marks.nth(2).hover();
  await preview.getByText('Make a full backup first.').waitFor();
  await expect
    .poll(() => marks.nth(1).getAttribute('href'))
    .toContain('/articles/backup#restore:~:text=Stop%20the%20service');
  await expect.poll(() => visitor.thread.locator('[data-reference="1"] q').count()).toBe(2);
});

describe.each(['desktop', 'phone'] as const)('in the article itself, on a %s', (screen) => {
  test('WG5: a mark scrolls to its passage and highlights it in place', async () => {
    await using visitor = await visit(browser, fixture, '/articles/backup', screens[screen]);
    const { page } = visitor;
    await page.setViewportSize({ width: screens[screen].viewport.width, height: 420 });
    await answered(visitor, 'quoted');
    const pages = page.context().pages().length;
    const passage = page.locator('article').getByText('Stop the service before you restore');
    await visitor.thread.locator('.mark a').nth(1).click();
    await expect
      .poll(() => page.evaluate(`[...(CSS.highlights.get('docent-passage') ?? [])].map(String).join()`))
      .toBe('Stop the service before you restore, then copy the whole data folder back to where it was.');
    await expect.poll(async () => (await seen(passage)).isInView).toBe(true);
    await expect.poll(() => page.context().pages()).toHaveLength(pages);
    // A window that fills the screen makes room.
    const isOpen = await page.locator('docent-chat dialog').evaluate((dialog) => dialog.hasAttribute('open'));
    expect(isOpen).toBe(screen === 'desktop');
  });
});

test('WG11: the page that is read can be summarised and asked about', async () => {
  fixture.settings = { suggestions: ['How do I back up?', 'What is kept?', 'How do I restore?'] };
  await using visitor = await visit(browser, fixture, '/articles/backup', screens.desktop);
  fixture.scenario = 'smallTalk';
  await visitor.open();
  await expect.poll(() => visitor.panel.locator('.shortcut').count()).toBe(3);
  await expect.poll(() => violations(visitor.page)).toEqual([]);
  await visitor.panel.getByRole('button', { name: 'Ask about this page' }).click();
  await visitor.panel.getByText('About: Backing up').waitFor();
  await visitor.ask('What is kept?');
  await expect.poll(() => fixture.asked[0]).toMatchObject({ pageUrl: '/articles/backup', pageTask: 'ask' });
  await visitor.panel.getByRole('button', { name: 'Back to the whole site' }).click();
  await visitor.thread.locator('.follow-up').first().waitFor();
  await visitor.ask('And elsewhere?');
  await expect.poll(() => fixture.asked[1]?.message).toBe('And elsewhere?');
  await expect.poll(() => fixture.asked[1]).not.toHaveProperty('pageUrl');
  await visitor.panel.getByRole('button', { name: 'New conversation' }).click();
  await visitor.panel.getByRole('button', { name: 'Summarize this page' }).click();
  await expect
    .poll(() => fixture.asked[2])
    .toMatchObject({
      message: 'Summarize this page: Backing up',
      pageUrl: '/articles/backup',
      pageTask: 'summarise',
    });
});

test('WG11: after a page without a load the chat is about the new page', async () => {
  await using visitor = await visit(browser, fixture, '/articles/backup', screens.desktop);
  fixture.scenario = 'smallTalk';
  await visitor.open();
  const turnTo = (path: string, title: string) =>
    visitor.page.evaluate(`history.pushState({}, '', '${path}');
      document.querySelector('article').innerHTML = '<h1>${title}<a href="#top">¶</a></h1><p>Another text.</p>';`);
  await visitor.panel.getByRole('button', { name: 'Ask about this page' }).click();
  const about = visitor.panel.getByText('About: Backing up');
  await about.waitFor();
  await turnTo('/articles/restore', 'Restoring in C#');
  await about.waitFor({ state: 'detached' });
  await visitor.panel.getByRole('button', { name: 'Summarize this page' }).click();
  await expect
    .poll(() => fixture.asked[0])
    .toMatchObject({ message: 'Summarize this page: Restoring in C#', pageUrl: '/articles/restore' });
});

test('WG9: bold next to Chinese punctuation, task lists without bullets and table alignment are rendered', async () => {
  await using visitor = await visit(browser, fixture, '/zh', screens.desktop);
  await answered(visitor, 'rich');
  const prose = visitor.thread.locator('docent-prose');
  await expect.poll(() => prose.innerText()).not.toContain('*');
  await expect.poll(() => prose.locator('strong').allInnerTexts()).toEqual(['加粗。', '引号']);
  // Their patterns are made when they are first used.
  await expect.poll(() => prose.locator('em, del').allInnerTexts()).toEqual(['slanted', 'struck']);
  const styles = await prose.evaluate((root) => {
    const style = (selector: string, name: string) =>
      root.ownerDocument.defaultView.getComputedStyle(root.querySelector(selector))[name];
    return [style('li', 'listStyleType'), style('td:last-child', 'textAlign'), style('td', 'textAlign')];
  });
  expect(styles[0]).toBe('none');
  expect(styles[1]).toMatch(/right/);
  expect(styles[2]).toMatch(/left/);
});

test('WG10: the copied text is the shown text', async () => {
  await using visitor = await visit(browser, fixture, '/en', {
    ...screens.desktop,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await answered(visitor, 'escaped');
  await visitor.panel.getByRole('button', { name: 'Copy answer' }).click();
  await visitor.panel.getByText('Copied').waitFor({ state: 'attached' });
  await expect
    .poll(() => visitor.page.evaluate('navigator.clipboard.readText()'))
    .toBe('Write <script> and `&lt;b&gt;`.');
});

test('WG1, WG2: a page in another language, and a site with its own words and articles elsewhere', async () => {
  await using visitor = await visit(browser, fixture, '/en/site', screens.desktop);
  await answered(visitor, 'quoted');
  await expect
    .poll(() => visitor.thread.locator('[data-reference="1"] a').first().getAttribute('href'))
    .toContain('https://articles.example/articles/backup');
  await visitor.panel.getByRole('button', { name: 'New conversation' }).click();
  await visitor.panel.getByText('Ahoy').waitFor();
  fixture.settings = { siteTitle: 'Handbuch', welcome: '' };
  await using german = await visit(browser, fixture, '/de', screens.desktop);
  await german.page.getByRole('button', { name: 'Handbuch fragen' }).click();
  await german.panel.getByText('Hallo! Was möchten Sie wissen?').waitFor();
  await german.panel.getByRole('heading', { name: 'Handbuch fragen' }).waitFor();
});

test('WG12: text runs in the direction of the answer, also on a page from right to left', async () => {
  await using visitor = await visit(browser, fixture, '/ar', screens.desktop);
  await answered(visitor, 'en');
  const prose = visitor.thread.locator('docent-prose');
  await expect
    .poll(() =>
      prose.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).direction),
    )
    .toBe('ltr');
  const [list, item] = [await prose.boundingBox(), await prose.locator('li').first().boundingBox()];
  expect((item?.x ?? 0) - (list?.x ?? 0)).toBeLessThan(40);
});

test('WG12: forced colours and a text size of 200 % lose nothing', async () => {
  await using visitor = await visit(browser, fixture, '/en', { ...screens.desktop, forcedColors: 'active' });
  await answered(visitor, 'quoted');
  const launcher = visitor.page.locator('docent-chat dialog');
  await expect
    .poll(() =>
      launcher.evaluate(
        (element) => element.ownerDocument.defaultView.getComputedStyle(element).borderTopStyle,
      ),
    )
    .toBe('solid');
  // A text of twice the size is what a window of half the size shows.
  await using small = await visit(browser, fixture, '/en', {
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  });
  await answered(small, 'partial');
  for (const place of [
    small.input,
    small.panel.locator('.send'),
    small.thread.locator('.follow-up').first(),
  ]) {
    await place.scrollIntoViewIfNeeded();
    await expect.poll(() => seen(place)).toMatchObject({ isInView: true, isOnTop: true });
  }
});

test('WG13: on a phone the open conversation is there again after a reload; the button is a target for a finger', async () => {
  await using visitor = await visit(browser, fixture, '/en', screens.phone);
  const launcher = visitor.page.locator('docent-chat .launcher');
  await launcher.waitFor();
  const box = await seen(launcher);
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  expect(box.isInView).toBe(true);
  await expect.poll(() => launcher.locator('svg').isVisible()).toBe(true);
  await answered(visitor, 'smallTalk', 'Hello');
  await visitor.page.reload();
  await visitor.thread.getByText('I answer questions about this site.').waitFor();
  await expect.poll(() => seen(visitor.panel)).toMatchObject({ width: 390, isOnTop: true });
  for (const name of ['Close', 'New conversation']) {
    const { width, height } = await seen(visitor.panel.getByRole('button', { name }));
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await visitor.page.goto(`${fixture.site}/zh`);
  await launcher.waitFor();
});

test('WG14: a page for frames shows the chat alone, also with ai-embed=1 on any page', async () => {
  for (const path of ['/frame', '/en?ai-embed=1']) {
    await using visitor = await visit(browser, fixture, path, screens.desktop);
    const panel =
      path === '/frame' ? visitor.page.frameLocator('iframe').locator('docent-panel') : visitor.panel;
    await panel.locator('textarea').waitFor();
    const box = await panel.boundingBox();
    expect(box?.width).toBeGreaterThan(560);
    await expect.poll(() => visitor.page.locator('.launcher').count()).toBe(0);
    expect(visitor.troubles).toEqual([]);
  }
});

test('WG15: pages load no module before it is needed', async () => {
  await using visitor = await visit(browser, fixture, '/articles/backup', screens.desktop);
  const loaded: string[] = [];
  visitor.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await visitor.page.reload();
  await visitor.page.locator('docent-chat .launcher').waitFor();
  expect(loaded.filter((path) => path.startsWith('/widget/'))).toEqual([]);
  await visitor.open();
  await visitor.input.waitFor();
  expect(loaded.filter((path) => /\/(?:search|mindMap|pet|markdown|canvas|de|zh-cn)-/.test(path))).toEqual(
    [],
  );
});

describe.each(['desktop', 'phone'] as const)('the search window on a %s', (screen) => {
  test('WG16: the search page fills its container, shows where in an article a result is, and takes typing wherever the focus is', async () => {
    fixture.settings = { suggestions: ['How do I back up?', 'What is kept?', 'How do I restore?'] };
    fixture.results = foundArticles;
    await using visitor = await visit(browser, fixture, '/en/search', screens[screen]);
    const { page, search, field } = visitor;
    await page.getByRole('button', { name: 'Search' }).click();
    await search.getByRole('heading', { name: 'Suggested questions' }).waitFor();
    await expect
      .poll(() => seen(search.getByRole('button', { name: 'What is kept?' })))
      .toMatchObject({
        isInView: true,
        isOnTop: true,
      });
    await expect.poll(() => violations(page, 'docent-search')).toEqual([]);
    await field.fill('backup');
    await search.getByRole('heading', { name: '3 results' }).waitFor();
    await search.getByText('Restoring › Rehearsal').waitFor();
    const row = search.locator('a.row').first();
    await expect.poll(() => row.getAttribute('href')).toContain('/articles/backup#rehearsal');
    // Without an answer the results have the whole width.
    await expect
      .poll(async () => (await seen(row)).width)
      .toBeGreaterThan(screens[screen].viewport.width === 390 ? 330 : 800);
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await row.focus();
    await page.keyboard.type('s');
    await expect.poll(() => field.inputValue()).toBe('backups');
    fixture.scenario = 'limited';
    await search.getByRole('button', { name: 'Ask AI: backups' }).click();
    fixture.release();
    await search
      .locator('.outcome')
      .getByText(/^You’ve reached the question limit\. You can ask again after/)
      .waitFor();
    await expect
      .poll(() => search.getByRole('button', { name: /Continue in chat|Answer again/ }).count())
      .toBe(0);
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await search.getByRole('button', { name: 'Clear', exact: true }).click();
    await search.getByRole('heading', { name: 'Recent searches' }).waitFor();
    await expect.poll(() => violations(page, 'docent-search')).toEqual([]);
  });
});

test('WG6: a mark stays on the line of what it marks, however narrow the window', async () => {
  await using visitor = await visit(browser, fixture, '/zh', screens.phone);
  await answered(visitor, 'zh');
  const mark = visitor.thread.locator('.mark').first();
  const isBroken = () =>
    mark.evaluate((element) => {
      const range = element.ownerDocument.createRange();
      const before = element.previousSibling;
      range.setStart(before, before.textContent.length - 1);
      range.setEnd(before, before.textContent.length);
      const [letter, own] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return own.top > letter.bottom;
    });
  for (let width = 390; width >= 320; width -= 5) {
    await visitor.page.setViewportSize({ width, height: 700 });
    await expect.poll(() => visitor.page.evaluate('innerWidth')).toBe(width);
    await expect
      .poll(async () => ({ width, isBroken: await isBroken() }))
      .toEqual({ width, isBroken: false });
  }
});

test('notices in another direction than the page end with their full stop', async () => {
  await using visitor = await visit(browser, fixture, '/rtl', screens.phone);
  await answered(visitor, 'partial');
  const notice = visitor.thread.getByText('The articles only cover part of this question.');
  await notice.waitFor();
  const [begin, end] = await notice.evaluate((element) => {
    const words = element.ownerDocument.createTreeWalker(element, 4).nextNode();
    const at = (from: number) => {
      const range = element.ownerDocument.createRange();
      range.setStart(words, from);
      range.setEnd(words, from + 1);
      return range.getBoundingClientRect().left;
    };
    return [at(0), at(words.data.trimEnd().length - 1)];
  });
  expect(end).toBeGreaterThan(begin);
});

test('on a phone a source stands clear of the passage above it', async () => {
  await using visitor = await visit(browser, fixture, '/en', screens.phone);
  await answered(visitor, 'quoted');
  const sources = visitor.thread.locator('.references li');
  await sources.nth(1).scrollIntoViewIfNeeded();
  const clear = async () => {
    const passage = await sources.nth(0).locator('q').last().boundingBox();
    const title = await sources.nth(1).locator('.title').boundingBox();
    return (title?.y ?? 0) - (passage?.y ?? 0) - (passage?.height ?? 0);
  };
  await expect.poll(clear).toBeGreaterThanOrEqual(6);
});
