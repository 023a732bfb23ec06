import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { keepPicture } from '../kept-picture.ts';
import { foundArticles } from '../scenarios.ts';
import { laptop, narrowPhone, sharpPhone } from '../screens.ts';
import { seen } from '../seen.ts';
import { isFocused, openFixture, untilStill, violations, visit, type Visitor } from '../visitor.ts';

const part = (kind: string, value: string, name: string, articles: number) => ({
  scope: `${kind}:${value}`,
  kind,
  name,
  articles,
});

const scopes = {
  total: 240,
  scopes: [
    ...Array.from({ length: 9 }, (_, n) => part('tag', `tag-${n}`, `Tag ${n}`, 40 - n)),
    part('tag', 'once', 'Used once', 1),
    part('category', 'deploy', 'Deployment', 120),
    part('category', 'long', 'Everything that administrators ask about certificates, proxies and names', 3),
    part('path', '/docs/', '/docs/', 80),
    part('path', '/docs/install/', '/docs/install/', 12),
  ],
};
const nothing = { total: 0, articles: [], source: 'lucene' };

const { browser, fixture } = await openFixture({
  results: foundArticles,
  scopes,
  settings: { searchScopes: true },
});

const buttonOf = ({ search }: Visitor) => search.locator('.scope-button');

async function openSearch(visitor: Visitor): Promise<void> {
  await visitor.page.locator('docent-chat .launcher').waitFor();
  await visitor.page.keyboard.press('Control+K');
  await visitor.field.waitFor();
}

async function focused(place: Locator): Promise<void> {
  await expect.poll(() => isFocused(place)).toBe(true);
}

test('SCP6: the keyboard chooses a part, which narrows results and answer until it is taken away', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, search, field } = visitor;
  await openSearch(visitor);
  const button = search.getByRole('button', { name: 'Search in: Whole site' });
  await button.waitFor();
  await field.fill('backup');
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  await expect.poll(() => fixture.listed).toBe(0);
  await field.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await focused(button);
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Enter');
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  await expect
    .poll(() => search.getByRole('group').getByRole('heading').allInnerTexts())
    .toEqual(['Categories', 'Tags', 'Folders']);
  await expect.poll(() => fixture.listed).toBe(1);
  await expect.poll(() => search.getByText('Used once').count()).toBe(0);
  await page.keyboard.press('Tab');
  await focused(search.getByRole('button', { name: 'Whole site', exact: true, pressed: true }));
  await page.keyboard.press('ArrowDown');
  const deployment = search.getByRole('button', { name: 'Deployment 120 articles', pressed: false });
  await focused(deployment);
  await page.keyboard.press('Escape');
  await focused(button);
  await expect.poll(() => deployment.count()).toBe(0);
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await focused(deployment);
  await page.keyboard.press('Enter');
  await focused(field);
  await expect.poll(() => fixture.narrowed).toEqual(['', 'category:deploy']);
  await expect.poll(() => fixture.searched).toEqual(['backup', 'backup']);
  await search.getByRole('button', { name: 'Search in: Deployment' }).waitFor();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => fixture.answered)
    .toEqual([{ keyword: 'backup', scope: 'category:deploy', askedFrom: '/en' }]);
  fixture.release();
  await search.getByRole('button', { name: 'Answer again' }).waitFor();
  await search.getByRole('button', { name: 'Search the whole site' }).press('Enter');
  await expect.poll(() => fixture.narrowed.at(-1)).toBe('');
  await button.waitFor();
  await focused(field);
  await expect.poll(() => search.locator('.reply').count()).toBe(0);
  await search.getByRole('button', { name: /^Ask AI:/ }).waitFor();
  await expect.poll(() => fixture.listed).toBe(1);
  expect(visitor.troubles).toEqual([]);
});

test('SCP7: a conversation that continues from the answer of a part asks on in that part', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { search, field } = visitor;
  await openSearch(visitor);
  await search.getByRole('button', { name: 'Search in: Whole site' }).click();
  await search.getByRole('button', { name: 'Deployment 120 articles', pressed: false }).click();
  await field.fill('backup');
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  await field.press('Enter');
  await expect
    .poll(() => fixture.answered.at(-1))
    .toEqual({ keyword: 'backup', scope: 'category:deploy', askedFrom: '/en' });
  fixture.release();
  await search.getByRole('button', { name: 'Continue in chat' }).click();
  await visitor.ask('And then?');
  await expect
    .poll(() => fixture.asked.at(-1))
    .toMatchObject({
      message: 'And then?',
      scope: 'category:deploy',
      // PGV1: the page from which is asked.
      askedFrom: '/en',
    });
});

const narrowed = [
  { name: 'desktop', screen: laptop, least: 24, theme: 'light' },
  { name: 'phone', screen: sharpPhone, least: 44, theme: 'dark' },
  { name: 'narrow-phone', screen: narrowPhone, least: 44, theme: 'light' },
] as const;

test.each(narrowed)('SCP7: the chat names its part, and the visitor takes it away: $name', async (look) => {
  fixture.results = foundArticles;
  await using visitor = await visit(browser, fixture, '/en', look.screen);
  const { page, panel, search, field } = visitor;
  if (look.theme === 'dark') await page.evaluate(`document.documentElement.classList.add('dark')`);
  await openSearch(visitor);
  await search.getByRole('button', { name: 'Search in: Whole site' }).click();
  await search.getByRole('button', { name: 'Deployment 120 articles', pressed: false }).click();
  await field.fill('backup');
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  await field.press('Enter');
  await expect.poll(() => fixture.answered.length).toBeGreaterThan(0);
  fixture.release();
  await search.getByRole('button', { name: 'Continue in chat' }).click();
  await panel.getByText('Search in: Deployment').waitFor();
  const away = panel.getByRole('button', { name: 'Search the whole site' });
  await untilStill(page);
  await keepPicture(page, `chat-part-${look.name}`);
  await expect
    .poll(async () => {
      const { width, height, ...sight } = await seen(away);
      return { ...sight, isLarge: Math.min(width, height) >= look.least };
    })
    .toEqual({ isInView: true, isOnTop: true, isLarge: true });
  await expect.poll(() => violations(page, 'docent-chat')).toEqual([]);
  await away.press('Enter');
  await expect.poll(() => away.count()).toBe(0);
  await panel.getByRole('status').getByText('Search in: Whole site').waitFor({ state: 'attached' });
  await visitor.ask('And elsewhere?');
  await expect.poll(() => fixture.asked.at(-1)).toMatchObject({ message: 'And elsewhere?' });
  await expect.poll(() => fixture.asked.at(-1)).not.toHaveProperty('scope');
  expect(visitor.troubles).toEqual([]);
});

test('SCP6: a part with nothing in it says so and offers the whole site; before a search, the choice is said', async () => {
  fixture.results = nothing;
  await using visitor = await visit(browser, fixture, '/en');
  const { search, field } = visitor;
  const status = search.getByRole('status');
  await openSearch(visitor);
  await buttonOf(visitor).click();
  await search.getByRole('button', { name: 'Show all 9' }).press('Enter');
  await focused(search.getByRole('button', { name: 'Tag 6 34 articles' }));
  await search.getByRole('button', { name: 'Tag 8 32 articles' }).click();
  await expect.poll(() => status.innerText()).toBe('Search in: Tag 8');
  await expect.poll(() => fixture.searched).toEqual([]);
  await field.fill('unheard');
  const told = search.locator('.results').getByText(/^No results for “unheard” in “\u2068Tag 8\u2069”\.$/);
  await told.waitFor();
  await expect.poll(() => status.innerText()).toBe('No results for “unheard” in “\u2068Tag 8\u2069”.');
  await keepPicture(visitor.page, 'search-parts-nothing');
  fixture.results = foundArticles;
  await search.locator('.results').getByRole('button', { name: 'Search the whole site' }).click();
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  await expect.poll(() => fixture.narrowed).toEqual(['tag:tag-8', '']);
  await search.getByRole('button', { name: 'Search in: Whole site' }).waitFor();
});

test('SCP6: a list that does not come is told of and asked for again; typing goes on with the search', async () => {
  fixture.scopes = undefined;
  await using visitor = await visit(browser, fixture, '/en');
  const { search, field } = visitor;
  await openSearch(visitor);
  await buttonOf(visitor).click();
  await search.locator('.hint').getByText('Something went wrong. Please try again.').waitFor();
  await expect
    .poll(() => search.getByRole('status').innerText())
    .toBe('Something went wrong. Please try again.');
  await buttonOf(visitor).click();
  fixture.scopes = scopes;
  await buttonOf(visitor).click();
  await search.getByText('Deployment').waitFor();
  await field.fill('backup');
  await search.getByRole('heading', { name: '3 results' }).waitFor();
  await expect.poll(() => search.getByText('Deployment').count()).toBe(0);
  await expect.poll(() => fixture.listed).toBe(2);
});

test('SCP6: no button where the site has no parts, and none on a page that names its own', async () => {
  fixture.settings = {};
  await using visitor = await visit(browser, fixture, '/en');
  await openSearch(visitor);
  await visitor.field.fill('backup');
  await visitor.search.getByRole('heading', { name: '3 results' }).waitFor();
  await expect.poll(() => buttonOf(visitor).count()).toBe(0);
  fixture.settings = { searchScopes: true };
  await using other = await visit(browser, fixture, '/en');
  await openSearch(other);
  await buttonOf(other).click();
  await other.search.getByText('Deployment').click();
  await other.field.press('Escape');
  await other.page.evaluate(`document.body.setAttribute('data-docent-scope', 'path:/docs/')`);
  await openSearch(other);
  await other.field.fill('backup');
  await other.search.getByRole('heading', { name: '3 results' }).waitFor();
  await expect.poll(() => buttonOf(other).count()).toBe(0);
  await expect.poll(() => fixture.narrowed).toEqual(['', 'path:/docs/']);
});

/** Parts of the window that are wider than their place. */
const tooWide = (search: Locator): Promise<string[]> =>
  search.evaluate((box) =>
    [box, ...box.shadowRoot.querySelectorAll('.scope, .found, .parts, .row')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1)
      .map(({ className }) => className),
  );

/** The field, the button below it and what is found: each that begins before the one above it ends. */
const overlaps = (search: Locator): Promise<string[]> =>
  search.evaluate((box) => {
    const places = ['.field', '.scope', '.found'].map((name) => {
      const { top, bottom } = box.shadowRoot.querySelector(name).getBoundingClientRect();
      return { name, top, bottom };
    });
    return places
      .filter(({ top, bottom }, n) => bottom <= top || (n > 0 && top < (places[n - 1]?.bottom ?? 0) - 0.5))
      .map(({ name }) => name);
  });

const looks = [
  { name: 'desktop', path: '/en', screen: laptop, least: 24, theme: 'light', site: 'Whole site' },
  { name: 'desktop-dark', path: '/zh', screen: laptop, least: 24, theme: 'dark', site: '全站' },
  { name: 'phone', path: '/zh', screen: sharpPhone, least: 44, theme: 'light', site: '全站' },
  { name: 'narrow-phone', path: '/en', screen: narrowPhone, least: 44, theme: 'dark', site: 'Whole site' },
  { name: 'rtl', path: '/ar', screen: sharpPhone, least: 44, theme: 'light', site: 'الموقع كله' },
] as const;

test.each(looks)('SCP6: the choice is seen, hit and heard: $name', async (look) => {
  await using visitor = await visit(browser, fixture, look.path, look.screen);
  const { page, search, field } = visitor;
  if (look.theme === 'dark') await page.evaluate(`document.documentElement.classList.add('dark')`);
  await openSearch(visitor);
  const button = buttonOf(visitor);
  await button.getByText(look.site).waitFor();
  const check = async (name: string) => {
    await untilStill(page);
    await keepPicture(page, `search-parts-${look.name}-${name}`);
    await expect
      .poll(async () => ({ name, found: await violations(page, 'docent-search') }))
      .toEqual({ name, found: [] });
    for (const target of await search.locator('.scope button, .parts button').all()) {
      await target.scrollIntoViewIfNeeded();
      await expect
        .poll(async () => {
          const { width, height, ...sight } = await seen(target);
          return { ...sight, isLarge: Math.min(width, height) >= look.least };
        })
        .toEqual({ isInView: true, isOnTop: true, isLarge: true });
    }
    await expect.poll(() => tooWide(search)).toEqual([]);
    await expect.poll(() => overlaps(search)).toEqual([]);
  };
  await check('closed');
  await button.click();
  await search.getByText('Deployment').waitFor();
  await check('open');
  await search.getByText('Everything that administrators').click();
  await button.getByText('Everything that administrators').waitFor();
  await focused(look.least === 44 ? button : field);
  await field.fill('backup');
  await search.locator('.results a.row').first().waitFor();
  await check('chosen');
  expect(visitor.troubles).toEqual([]);
});
