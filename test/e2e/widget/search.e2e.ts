import { expect, test } from 'vitest';
import { keepPicture } from '../kept-picture.ts';
import { startLiveService } from '../live-service.ts';
import { foundArticles, hostileResults } from '../scenarios.ts';
import {
  everyElement,
  isFocused,
  openFixture,
  untilStill,
  violations,
  visit,
  type Visitor,
} from '../visitor.ts';
import { sharpPhone as phone } from '../screens.ts';

const { browser, fixture } = await openFixture({ results: foundArticles });

/** Waits until the loader has its configuration, then presses the keys that open the search. */
async function openByKeys(visitor: Visitor, keys = 'Control+K'): Promise<void> {
  await visitor.page.locator('docent-chat .launcher').waitFor();
  await visitor.page.keyboard.press(keys);
  await visitor.field.waitFor();
  await expect.poll(() => isFocused(visitor.field)).toBe(true);
}

/** Searches, has the articles answer and waits for the whole answer. */
async function answer(visitor: Visitor, keyword: string): Promise<void> {
  await visitor.field.fill(keyword);
  await visitor.field.press('Enter');
  await expect.poll(() => fixture.answered.length).toBe(1);
  fixture.release();
  await visitor.search.getByRole('button', { name: /Answer again|重新回答/ }).waitFor();
}

test('the keyboard alone opens the search, searches, gets an answer, selects an article and opens it', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, search, field } = visitor;
  await openByKeys(visitor);
  await page.keyboard.type('backup', { delay: 10 });
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  // A busy machine may pause between two letters, but not behind each.
  await expect.poll(() => fixture.searched.at(-1)).toBe('backup');
  await expect.poll(() => fixture.searched.length).toBeLessThan('backup'.length);
  await expect.poll(() => fixture.answered).toEqual([]);
  await expect.poll(() => search.locator('mark').allInnerTexts()).toEqual(['backup', 'backup']);
  await expect.poll(() => search.locator('.excerpt').first().innerText()).toContain('ten <never> tried');
  await page.keyboard.press('Enter');
  await expect.poll(() => fixture.answered).toEqual([{ keyword: 'backup', askedFrom: '/en' }]);
  fixture.release();
  await search.getByText('copying one folder', { exact: true }).waitFor();
  await search.locator('[data-reference="1"]').waitFor();
  const rows = search.locator('.results a.row');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => isFocused(rows.nth(0))).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => isFocused(rows.nth(1))).toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => isFocused(field)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/articles/backup#rehearsal');
  expect(visitor.troubles).toEqual([]);
});

test('results update while typing; further typing aborts the running answer', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/en');
  const { search, field } = visitor;
  await openByKeys(visitor);
  await field.fill('backup');
  await field.press('Enter');
  await search.getByText('The first words').waitFor();
  await field.fill('backups');
  await expect.poll(() => fixture.left).toBe(1);
  await search.getByRole('button', { name: /^Ask AI:/ }).waitFor();
  await expect.poll(() => search.getByText('The first words').count()).toBe(0);
  await expect.poll(() => fixture.searched.at(-1)).toBe('backups');
  fixture.results = { total: 0, articles: [], source: 'lucene' };
  await field.fill('nothing');
  await search.getByText('No results for').first().waitFor();
  fixture.results = undefined;
  await field.fill('broken');
  await search.getByText('The search failed.').first().waitFor();
  fixture.results = foundArticles;
  await search.getByRole('button', { name: 'Try again' }).click();
  await search.getByText('With Docker').waitFor();
  expect(visitor.troubles).toEqual([]);
});

test('an answer has the whole window where no article was found beside it', async () => {
  fixture.scenario = 'en';
  await using visitor = await visit(browser, fixture, '/en', { viewport: { width: 1280, height: 800 } });
  const { search, field } = visitor;
  await openByKeys(visitor);
  const widthOfAnswer = async () => (await search.locator('docent-prose').boundingBox())?.width ?? 0;
  for (const [results, least, most] of [
    [foundArticles, 300, 480],
    [{ total: 0, articles: [], source: 'lucene' }, 800, 920],
  ] as const) {
    fixture.results = results;
    await field.fill(`backup ${results.total}`);
    await (
      results.total > 0 ? search.locator('.row').nth(2) : search.getByText('No results for').first()
    ).waitFor();
    await field.press('Enter');
    await search.locator('.waiting').waitFor();
    await expect.poll(() => fixture.answered.at(-1)).toMatchObject({ keyword: `backup ${results.total}` });
    fixture.release();
    await search.locator('.references').waitFor();
    const width = await widthOfAnswer();
    expect(width).toBeGreaterThan(least);
    expect(width).toBeLessThan(most);
    await expect.poll(() => search.locator('.results').count()).toBe(results.total > 0 ? 1 : 0);
  }
  fixture.results = foundArticles;
});

test('WG7: a failed answer shows its notice apart from its text, without sources, copy button or chat button', async () => {
  fixture.scenario = 'failed';
  await using visitor = await visit(browser, fixture, '/en');
  const { search } = visitor;
  await openByKeys(visitor);
  await answer(visitor, 'How many are there?');
  await search.getByText('The assistant is unavailable. Please try again.', { exact: true }).waitFor();
  await expect.poll(() => search.locator('docent-prose').innerText()).toBe('The count is half wri');
  await expect.poll(() => search.locator('.outcome').count()).toBe(1);
  await expect.poll(() => search.locator('.references, docent-copy').count()).toBe(0);
  await expect.poll(() => search.getByRole('button', { name: 'Continue in chat' }).count()).toBe(0);
  await search.getByRole('button', { name: 'Answer again' }).waitFor();
  await expect.poll(() => violations(visitor.page, 'docent-search')).toEqual([]);
});

test('an answer can be continued as a chat with its conversation', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  await openByKeys(visitor);
  await answer(visitor, 'How do I back up?');
  await visitor.search.getByRole('button', { name: 'Continue in chat' }).click();
  await visitor.thread.getByText('copying one folder').waitFor();
  await expect.poll(() => visitor.search.isVisible()).toBe(false);
  fixture.scenario = 'slow';
  await visitor.ask('And then?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  await expect
    .poll(() => fixture.asked[0]?.history)
    .toMatchObject([{ role: 'user', content: 'How do I back up?' }, {}]);
});

test('recent searches are offered next time until the visitor clears them', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, search, field } = visitor;
  await openByKeys(visitor);
  await answer(visitor, 'backup');
  await field.press('Escape');
  await expect.poll(() => search.isVisible()).toBe(false);
  await page.reload();
  await openByKeys(visitor, '/');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => isFocused(search.getByRole('button', { name: 'backup' }))).toBe(true);
  await page.keyboard.press('Enter');
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  await search.getByRole('button', { name: 'Clear' }).click();
  await search.getByRole('button', { name: 'Clear history' }).click();
  await search.getByText('Search, or press Enter to ask.').waitFor();
});

test('WG16: a search that begins while the window closes goes on, and the page hears of both in order', async () => {
  await using visitor = await visit(browser, fixture, '/en/search');
  const { page, search } = visitor;
  await page.locator('docent-chat .launcher').waitFor();
  await page.evaluate(`window.heard = []; for (const name of ['search-open', 'search-close', 'search'])
    Docent.on(name, () => heard.push(name))`);
  await page.evaluate(`Docent.search('docker')`);
  await expect.poll(() => page.evaluate('heard.length')).toBe(2);
  await page.evaluate(`Docent.closeSearch(); void Docent.search('upgrade')`);
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  await expect
    .poll(() => page.evaluate('heard'))
    .toEqual(['search-open', 'search', 'search-close', 'search-open', 'search']);
});

test('a theme opens the search by an attribute, by SearchWidget and by window.Docent', async () => {
  await using visitor = await visit(browser, fixture, '/en/search');
  const { page, field } = visitor;
  await page.locator('docent-chat .launcher').waitFor();
  await page.locator('#own').press('/');
  await expect.poll(() => page.locator('#own').inputValue()).toBe('/');
  await expect.poll(() => field.count()).toBe(0);
  await page.getByRole('link', { name: 'Docker' }).click();
  await expect.poll(() => field.inputValue()).toBe('docker');
  await expect.poll(() => fixture.searched).toEqual(['docker']);
  await page.mouse.click(5, 700);
  await expect.poll(() => field.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => field.isVisible()).toBe(true);
  await field.press('Escape');
  await expect.poll(() => field.isVisible()).toBe(false);
  await page.evaluate(
    `window.SearchWidget = { open: () => document.title = 'theirs', close() {} }; SearchWidget.open()`,
  );
  await expect.poll(() => field.isVisible()).toBe(true);
  await page.evaluate(`SearchWidget.close()`);
  await expect.poll(() => field.isVisible()).toBe(false);
  await page.evaluate(`Docent.on('search', ({ keyword, total }) => (document.title = keyword + total))`);
  await page.evaluate(`Docent.search('upgrade')`);
  await expect.poll(() => page.title()).toBe('upgrade3');
  await page.evaluate(`Docent.destroy(); SearchWidget.open()`);
  await expect.poll(() => page.title()).toBe('theirs');
  await expect.poll(() => page.locator('docent-search, docent-chat').count()).toBe(0);
  await page.keyboard.press('Control+K');
  await expect.poll(() => page.locator('docent-search').count()).toBe(0);
});

test('disabled search leaves the page unchanged; without answers it only lists results', async () => {
  fixture.settings = { searchEnabled: false };
  await using visitor = await visit(browser, fixture, '/en/search');
  await visitor.page.locator('docent-chat .launcher').waitFor();
  await visitor.page.keyboard.press('Control+K');
  await expect.poll(() => visitor.page.getByRole('button', { name: 'Search' }).count()).toBe(0);
  await visitor.page.getByRole('link', { name: 'Docker' }).click();
  await visitor.page.waitForURL('**/en?q=docker');
  await expect.poll(() => visitor.page.locator('docent-search').count()).toBe(0);
  await visitor.page.goBack();
  await visitor.page.locator('docent-chat .launcher').waitFor();
  await expect.poll(() => visitor.page.evaluate(`typeof SearchWidget`)).toBe('undefined');
  fixture.settings = { searchShowAiAnswer: false };
  await using other = await visit(browser, fixture, '/en');
  await openByKeys(other);
  await other.field.fill('backup');
  await other.field.press('Enter');
  await other.search.getByRole('heading', { name: '3 results' }).waitFor();
  await expect.poll(() => other.search.locator('.reply').count()).toBe(0);
  await expect.poll(() => fixture.answered).toEqual([]);
});

test('a hostile index and answer never run or load anything', async () => {
  fixture.scenario = 'hostile';
  fixture.results = hostileResults;
  await using visitor = await visit(browser, fixture, '/en');
  await openByKeys(visitor);
  await visitor.field.fill('x');
  await visitor.field.press('Enter');
  await visitor.search.getByText('The end').waitFor();
  await visitor.search.locator('docent-prose:not(.plain)').waitFor();
  await visitor.search.getByText('<b onclick=alert(1)>').waitFor();
  const nodes = await everyElement(visitor.search.locator('.found'));
  expect(
    nodes.filter(({ name }) => /^(img|script|style|iframe|object|embed|link|form|video|audio)$/.test(name)),
  ).toEqual([]);
  expect(
    nodes.flatMap(({ href }) => href ?? []).filter((href) => new URL(href).origin !== fixture.site),
  ).toEqual([]);
  await visitor.page.waitForLoadState('networkidle');
  expect(visitor.strays).toEqual([]);
  expect(visitor.troubles).toEqual([]);
});

test('it works under a strict content security policy, and a module that fails to load can be retried', async () => {
  fixture.missing = 'search';
  await using visitor = await visit(browser, fixture, '/en/strict');
  await visitor.page.locator('docent-chat .launcher').waitFor();
  await visitor.page.keyboard.press('Control+K');
  await visitor.page.getByText('The search could not be loaded.').waitFor();
  fixture.missing = 'none';
  await visitor.page.getByRole('button', { name: 'Try again' }).click();
  await answer(visitor, 'backup');
  expect(visitor.troubles).toEqual([]);
});

const looks = [
  { screen: 'desktop', theme: 'light', language: 'en', options: {} },
  { screen: 'desktop', theme: 'dark', language: 'zh', options: {} },
  { screen: 'phone', theme: 'light', language: 'zh', options: phone },
  { screen: 'phone', theme: 'dark', language: 'en', options: phone },
] as const;

test.each(looks)('axe finds no fault and nothing overflows: $screen, $theme, $language', async (look) => {
  const { screen, theme, language, options } = look;
  fixture.scenario = language;
  fixture.settings = { triggerSize: 48, triggerLabel: '', triggerShape: 'circle' };
  await using visitor = await visit(browser, fixture, `/${language}`, options);
  const take = async (name: string) => {
    await untilStill(visitor.page);
    await keepPicture(visitor.page, `search-${screen}-${theme}-${name}`);
    await expect
      .poll(async () => ({ name, found: await violations(visitor.page, 'docent-search') }))
      .toEqual({ name, found: [] });
  };
  if (theme === 'dark') await visitor.page.evaluate(`document.documentElement.classList.add('dark')`);
  await openByKeys(visitor);
  await take('1-empty');
  await visitor.field.fill('backup');
  await visitor.search.getByText('With Docker').waitFor();
  await take('2-results');
  await answer(visitor, 'backup ');
  await take('3-answer');
});

test('on the shipped site the search button finds and answers from the handbook', async () => {
  await using live = await startLiveService();
  await using visitor = await visit(browser, live, '/?lang=en');
  const { page, search, field } = visitor;
  await page.getByRole('button', { name: 'Search' }).click();
  await field.fill('backup');
  await search.locator('.results mark').first().waitFor();
  await keepPicture(page, 'search-live');
  await field.press('Enter');
  await search.getByRole('button', { name: 'Continue in chat' }).waitFor();
  await search.locator('.reply .mark a').first().waitFor();
  const source = search.locator('.results a.row').first();
  await expect
    .poll(async () => new URL(String(await source.evaluate((link) => link.href))).origin)
    .toBe(live.site);
  await keepPicture(page, 'search-live-answer');
  // The page of an article asks for its map; a service that stops meanwhile would tell of a bug.
  const map = page.waitForResponse((response) => response.url().includes('/mindmap'));
  await source.click();
  await page.locator('article').waitFor();
  await map;
  expect(visitor.troubles).toEqual([]);
});

test('RUN1: while the site is read for the first time the search says so and goes on by itself', async () => {
  await using visitor = await visit(browser, fixture, '/zh', phone);
  const { page, search, field } = visitor;
  const said = '正在首次读取本站内容，请稍后再试。';
  let isRead = false;
  await page.route('**/search/halo-results*', async (route) => {
    if (isRead) return route.continue();
    await route.fulfill({
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after',
        'retry-after': '1',
      },
      json: { total: 0, articles: [], source: 'error', error: said, code: 'INDEXING' },
    });
  });
  fixture.results = foundArticles;
  await openByKeys(visitor);
  await field.fill('backup');
  await search.locator('p.hint', { hasText: said }).waitFor();
  await expect.poll(() => search.getByRole('status').innerText()).toBe(said);
  await expect.poll(() => violations(page, 'docent-search')).toEqual([]);
  await keepPicture(page, 'search-first-reading');
  isRead = true;
  await search.locator('.results a.row').first().waitFor();
  expect(visitor.troubles).toEqual([]);
});
