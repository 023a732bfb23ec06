import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { keepPicture } from '../kept-picture.ts';
import { MindMapRow } from '../../../contract/mindmap.ts';
import { startLiveService } from '../live-service.ts';
import { backupMap, startMapSite, type MapSite } from '../map-site.ts';
import {
  everyElement,
  isFocused,
  startBrowser,
  styleOf,
  untilStill,
  violations,
  visit,
  type Visitor,
} from '../visitor.ts';
import { sharpPhone as phone } from '../screens.ts';

let browser: Browser;
let maps: MapSite;

beforeAll(async () => {
  [browser, maps] = await Promise.all([startBrowser(), startMapSite()]);
});
afterAll(async () => {
  await browser.close();
  await maps[Symbol.asyncDispose]();
});
beforeEach(() => {
  maps.settings = {};
  maps.maps = { backup: backupMap, other: '# Other\n## [Where to put it](#where)' };
  maps.held = '';
  maps.asked.length = 0;
});

const MindMapRows = z.object({ items: z.array(MindMapRow) });

const blockOn = (page: Page) => page.locator('docent-mind-map');
const bar = (page: Page) => blockOn(page).locator('.fold');
const items = (page: Page) => blockOn(page).getByRole('treeitem');
const item = (page: Page, name: string) => blockOn(page).getByRole('treeitem', { name, exact: true });
const tool = (page: Page, name: string) => blockOn(page).getByRole('button', { name, exact: true });
const picture = (page: Page, name: string) => keepPicture(page, `mind-map-${name}`);
/** The element of the page before and around the block. */
const placeOf = (block: Locator) =>
  block.evaluate((element) => ({
    before: element.previousElementSibling?.localName,
    around: element.parentElement.className || element.parentElement.id || element.parentElement.localName,
  }));
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

async function unfold({ page }: Visitor): Promise<void> {
  await bar(page).click();
  await items(page).first().waitFor();
  await expect.poll(() => items(page).first().isVisible()).toBe(true);
  // The tree takes its place: the library that draws it keeps what still moves on the elements.
  const moving = () =>
    blockOn(page).evaluate(
      (map) => [...map.shadowRoot.querySelectorAll('svg *')].filter((one) => one.__transition).length,
    );
  await expect.poll(moving).toBe(0);
}

test.each([
  ['/context', { before: undefined, around: 'post-content' }],
  ['/heading', { before: 'h1', around: 'entry-content' }],
  ['/reactions', { before: 'h1', around: 'section' }],
  ['/comments', { before: undefined, around: 'section' }],
  ['/halo', { before: undefined, around: 'section' }],
  ['/ghost', { before: undefined, around: 'section' }],
  ['/placeholder', { before: undefined, around: 'here' }],
])('MM1: the block stands first in the article, behind its heading: %s', async (path, place) => {
  await using visitor = await visit(browser, maps, path);
  const { page } = visitor;
  await bar(page).waitFor();
  await expect.poll(() => placeOf(blockOn(page))).toEqual(place);
  await expect.poll(() => bar(page).innerText()).toMatch(/^Mind map\s+4 chapters$/);
  await expect.poll(() => bar(page).getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => maps.asked).toEqual(['backup']);
  expect(visitor.troubles).toEqual([]);
});

test.each([
  ['/halo-page', 'page:about'],
  ['/wordpress', 'post-7'],
  ['/wordpress-page', 'page-12'],
])('MM1: the platform itself names the article on every theme: %s', async (path, id) => {
  await using visitor = await visit(browser, maps, path);
  await visitor.page.locator('docent-chat .launcher').waitFor();
  await visitor.page.waitForLoadState('networkidle');
  await expect.poll(() => maps.asked).toEqual([id]);
  expect(visitor.troubles).toEqual([]);
});

test('MM2: without a map the page shows nothing, and a list of articles has none', async () => {
  for (const path of ['/nothing', '/list']) {
    await using visitor = await visit(browser, maps, path);
    await visitor.page.locator('docent-chat .launcher').waitFor();
    await visitor.page.waitForLoadState('networkidle');
    await expect.poll(() => blockOn(visitor.page).count()).toBe(0);
  }
  await expect.poll(() => maps.asked).toEqual(['none']);
});

test('MM2: an element for the map says in the language of the page that there is none, and a failure can be retried', async () => {
  await using visitor = await visit(browser, maps, '/empty', { locale: 'zh-CN' });
  const { page } = visitor;
  await blockOn(page).getByText('This article has no mind map yet.').waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);

  maps.maps = { backup: undefined };
  await page.goto(`${maps.site}/placeholder`);
  await blockOn(page).getByText('The mind map could not be loaded.').waitFor();
  await picture(page, 'failed');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  maps.maps = { backup: backupMap };
  await tool(page, 'Try again').click();
  await bar(page).waitFor();
});

test('no request is made while the map is off', async () => {
  maps.settings = { mindmapEnabled: false };
  await using visitor = await visit(browser, maps, '/context');
  await visitor.page.locator('docent-chat .launcher').waitFor();
  await visitor.page.waitForLoadState('networkidle');
  await expect.poll(() => maps.asked).toEqual([]);
});

test('it is folded at first, and its state is remembered for each article', async () => {
  await using visitor = await visit(browser, maps, '/context');
  const { page } = visitor;
  await bar(page).waitFor();
  await expect.poll(() => blockOn(page).locator('.tools').isVisible()).toBe(false);
  await unfold(visitor);
  await expect.poll(() => items(page).count()).toBe(9);
  await page.reload();
  await items(page).first().waitFor();
  await expect.poll(() => bar(page).getAttribute('aria-expanded')).toBe('true');
  await bar(page).click();
  await page.reload();
  await bar(page).waitFor();
  await expect.poll(() => bar(page).getAttribute('aria-expanded')).toBe('false');
  await expect
    .poll(() => page.evaluate(`Object.keys(localStorage).filter((key) => key.includes('mind-map'))`))
    .toEqual([]);
});

test('a click goes to the heading, by its id, else by its words, else to the chapter of the point', async () => {
  await using visitor = await visit(browser, maps, '/context', { reducedMotion: 'reduce' });
  const { page } = visitor;
  await unfold(visitor);
  await page.evaluate(`{
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      window.flashed.push(this);
      return animate.apply(this, given);
    };
  }`);
  const goes = async (name: string, heading: string) => {
    await page.evaluate('window.flashed = []');
    await item(page, name).click();
    await expect.poll(() => topOf(page, heading)).toBeLessThan(40);
    await expect.poll(() => isFocused(page.locator(heading))).toBe(true);
    const flashes = () =>
      page.locator(heading).evaluate((element) => {
        const { flashed } = element.ownerDocument.defaultView;
        return flashed.length === 1 && flashed[0] === element;
      });
    await expect.poll(flashes).toBe(true);
    await page.evaluate('scrollTo(0, 0)');
  };
  await goes('Where to put it', '#where');
  await goes('Restoring', '#restore');
  await goes('Stop the service', '#restore');
  await goes('rsync', '#machine');
});

test('WG13: on a phone every button of the map is large enough for a finger', async () => {
  await using visitor = await visit(browser, maps, '/heading', phone);
  const { page } = visitor;
  await unfold(visitor);
  const small = () =>
    blockOn(page)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => button.getClientRects().length > 0)
          .map((button) => {
            const { width, height } = button.getBoundingClientRect();
            return { name: button.ariaLabel ?? button.textContent, side: Math.min(width, height) };
          })
          .filter(({ side }) => side < 44),
      );
  await expect.poll(() => blockOn(page).getByRole('button').count()).toBeGreaterThan(8);
  await expect.poll(small).toEqual([]);
  await tool(page, 'Show as text').click();
  await blockOn(page).locator('.node').first().waitFor();
  await expect.poll(small).toEqual([]);
});

test('the tree works with the keyboard alone', async () => {
  await using visitor = await visit(browser, maps, '/context', { reducedMotion: 'reduce' });
  const { page } = visitor;
  await bar(page).focus();
  await page.keyboard.press('Enter');
  await items(page).first().waitFor();
  const focused = () =>
    page.evaluate(`document.querySelector('docent-mind-map').shadowRoot.activeElement?.textContent`);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await blockOn(page).locator('[role="treeitem"][tabindex="0"]').waitFor();
  // Past the eight tools, to the one stop of the tree.
  await press(...Array.from({ length: 9 }, () => 'Tab'));
  await expect.poll(focused).toBe('Backing up');
  await press('ArrowDown', 'ArrowDown');
  await expect.poll(focused).toBe('Database and attachments');
  await press('ArrowLeft');
  await expect.poll(focused).toBe('What to keep');
  await press('ArrowLeft');
  await expect.poll(() => item(page, 'What to keep').getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => items(page).count()).toBe(7);
  await press('ArrowRight');
  await expect.poll(() => items(page).count()).toBe(9);
  await press('ArrowRight');
  await expect.poll(focused).toBe('Database and attachments');
  await press('End', 'Home', 'ArrowDown', 'Enter');
  await expect.poll(() => isFocused(page.locator('#what'))).toBe(true);
  expect(visitor.troubles).toEqual([]);
});

test('levels fold and unfold, the map is refitted, shown as text and in full screen', async () => {
  await using visitor = await visit(browser, maps, '/context', { reducedMotion: 'reduce' });
  const { page } = visitor;
  await unfold(visitor);
  for (const count of [8, 4, 1, 1]) {
    await tool(page, 'Fold one level').click();
    await expect.poll(() => items(page).count()).toBe(count);
  }
  for (const count of [4, 8, 9, 9]) {
    await tool(page, 'Unfold one level').click();
    await expect.poll(() => items(page).count()).toBe(count);
  }
  await tool(page, 'Full screen').click();
  const dialog = blockOn(page).getByRole('dialog');
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 1200, height: 800 });
  await expect.poll(() => isFocused(tool(page, 'Exit full screen'))).toBe(true);
  await untilStill(page);
  await picture(page, 'full-screen');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => placeOf(blockOn(page))).toEqual({ before: undefined, around: 'post-content' });

  await tool(page, 'Show as text').click();
  const outline = blockOn(page).getByRole('navigation', { name: 'Outline of this article' });
  await expect.poll(() => outline.getByRole('button').count()).toBe(9);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await outline.getByRole('button', { name: 'Another machine' }).click();
  await expect.poll(() => topOf(page, '#machine')).toBeLessThan(40);
});

const longMap = [
  '# A long article',
  ...Array.from(
    { length: 24 },
    (_, n) => `## Chapter ${n + 1}\n- A first point of it\n- A second point of it`,
  ),
].join('\n');

test.each([
  ['desktop', {}],
  ['phone', phone],
] as const)('WG20: a long map shows that it goes on, and a small map leads there: %s', async (_, options) => {
  maps.maps = { backup: longMap };
  await using visitor = await visit(browser, maps, '/context', { ...options, reducedMotion: 'reduce' });
  const { page } = visitor;
  await unfold(visitor);
  const canvas = blockOn(page).locator('.canvas');
  const overview = blockOn(page).locator('.overview');
  // A phone shows the chapters first; the frame grows with what is unfolded.
  if (options === phone) await tool(page, 'Unfold one level').click();
  await expect.poll(() => items(page).count()).toBe(73);
  await expect.poll(() => canvas.getAttribute('data-more')).toMatch(/top.*bottom/);
  const box = await canvas.boundingBox();
  const isSeen = async (name: string) => {
    const place = await item(page, name).boundingBox();
    return place !== null && box !== null && place.y > box.y && place.y + place.height < box.y + box.height;
  };
  await canvas.scrollIntoViewIfNeeded();
  const size = () =>
    item(page, 'A long article').evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(size).toBeGreaterThan(14);
  await expect.poll(() => isSeen('Chapter 24')).toBe(false);
  const small = await overview.boundingBox();
  if (!small || !box) throw new Error('no small map');
  expect(small.y + small.height).toBeLessThan(box.y + box.height);
  await overview.click({ position: { x: small.width / 2, y: small.height - 10 } });
  await expect.poll(() => canvas.getAttribute('data-more')).toMatch(/^(?!.*bottom).*top/);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await tool(page, 'Fit to view').click();
  await expect.poll(() => canvas.getAttribute('data-more')).toBe('');
  await expect.poll(() => overview.isVisible()).toBe(false);
  expect(visitor.troubles).toEqual([]);
});

test('the map is saved as shown, without scripts or external resources', async () => {
  await using visitor = await visit(browser, maps, '/context');
  const { page } = visitor;
  await unfold(visitor);
  const save = async (format: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tool(page, `Download as ${format}`).click(),
    ]);
    return { name: download.suggestedFilename(), file: await readFile(await download.path()) };
  };
  const svg = await save('SVG');
  const text = svg.file.toString();
  expect(svg.name).toBe('Backing-up.svg');
  for (const words of ['Another machine', 'Stop the service']) expect(text).toContain(`>${words}</text>`);
  expect(text.match(/<\w+/g)?.filter((name) => !/^<(?:svg|title|rect|path|text)$/.test(name))).toEqual([]);
  expect(text).not.toMatch(/var\(|href|url\(|on\w+=/);
  const png = await save('PNG');
  expect(png.name).toBe('Backing-up.png');
  expect(png.file.subarray(1, 4).toString()).toBe('PNG');
  expect(png.file.readUInt32BE(16)).toBeGreaterThan(600);
  expect(visitor.troubles).toEqual([]);
});

test('MM15: hostile text stays text, on the page, in the outline and in the file', async () => {
  maps.maps = {
    hostile: [
      '# <img src=x onerror=alert(1)><script>alert(2)</script>',
      '## [Click](javascript:alert(3))',
      '## [Away](https://evil.example/#what)',
      '## ![pixel](https://evil.example/p.png) <iframe src="https://evil.example"></iframe>',
      '## [What](#what" onclick="alert(4)) <style>*{display:none}</style>',
      `- ${'long '.repeat(400)}`,
      '## \u202Egnirts',
    ].join('\n'),
  };
  await using visitor = await visit(browser, maps, '/hostile');
  const { page } = visitor;
  await unfold(visitor);
  const root = page.locator('docent-mind-map .block');
  for (const { name, attributes, href } of await everyElement(root)) {
    expect(['img', 'script', 'iframe', 'style', 'a', 'object']).not.toContain(name);
    expect(attributes.filter((attribute) => attribute.startsWith('on'))).toEqual([]);
    expect(href).toBeUndefined();
  }
  await item(page, 'Click').click();
  // An address that runs scripts would have run before the next frame.
  await page.evaluate('new Promise(requestAnimationFrame)');
  await expect.poll(() => page.url()).toBe(`${maps.site}/hostile`);
  expect(visitor.strays).toEqual([]);
  expect(visitor.troubles).toEqual([]);
});

test('it follows client-side navigation between articles and ignores late replies', async () => {
  maps.held = 'backup';
  await using visitor = await visit(browser, maps, '/pjax');
  const { page } = visitor;
  await expect.poll(() => maps.asked).toEqual(['backup']);
  await page.getByRole('link', { name: 'Other' }).click();
  await blockOn(page).getByText('1 chapter').waitFor();
  maps.release();
  // What is asked for now comes after the late reply.
  await page.evaluate('fetch(location.href).then((reply) => reply.text())');
  await expect.poll(() => bar(page).innerText()).toMatch(/1 chapter$/);
  await expect.poll(() => blockOn(page).count()).toBe(1);

  await page.getByRole('link', { name: 'None' }).click();
  await expect.poll(() => blockOn(page).count()).toBe(0);
  maps.held = '';
  await page.goBack();
  await blockOn(page).getByText('1 chapter').waitFor();
  await page.goBack();
  await blockOn(page).getByText('4 chapters').waitFor();

  // A theme that renders the same article anew throws the block away.
  await unfold(visitor);
  await page.evaluate(
    `document.querySelector('.post-content').replaceChildren(...document.querySelectorAll('.post-content > :not(docent-mind-map)'))`,
  );
  await expect.poll(() => items(page).count()).toBe(9);
  expect(visitor.troubles).toEqual([]);
  await page.evaluate('Docent.destroy()');
  await expect.poll(() => blockOn(page).count()).toBe(0);
});

test('it works under a strict content security policy', async () => {
  await using visitor = await visit(browser, maps, '/strict');
  const { page } = visitor;
  await unfold(visitor);
  await expect.poll(() => items(page).count()).toBe(9);
  await tool(page, 'Fold one level').click();
  await tool(page, 'Full screen').click();
  await page.keyboard.press('Escape');
  await Promise.all([page.waitForEvent('download'), tool(page, 'Download as PNG').click()]);
  await page.evaluate('Docent.destroy()');
  expect(visitor.troubles).toEqual([]);
});

test('theme and colour are its own, the chat’s, or follow changes of the page', async () => {
  const surface = async (page: Page) =>
    (await styleOf(blockOn(page).locator('.block'), ['backgroundColor'])).backgroundColor;
  const [light, dark] = ['rgb(255, 255, 255)', 'rgb(23, 25, 30)'];
  const cases = [
    { mindmapTheme: 'dark', expected: dark },
    { mindmapTheme: 'inherit', theme: 'dark', expected: dark },
    { mindmapTheme: 'system', expected: dark },
    { mindmapTheme: 'light', theme: 'dark', expected: light },
    { mindmapTheme: 'inherit', theme: 'auto', expected: light },
  ];
  for (const { expected, ...settings } of cases) {
    maps.settings = settings;
    await using visitor = await visit(browser, maps, '/context', { colorScheme: 'dark' });
    await bar(visitor.page).waitFor();
    await expect
      .poll(async () => ({ settings, surface: await surface(visitor.page) }))
      .toEqual({ settings, surface: expected });
    if (settings.theme !== 'auto') continue;
    await visitor.page.evaluate(`document.documentElement.classList.add('dark')`);
    await expect.poll(() => surface(visitor.page)).toBe(dark);
  }
});

for (const [screen, options] of Object.entries({ phone, desktop: {} })) {
  for (const theme of ['light', 'dark'] as const) {
    test(`nothing is wrong to axe and the eye: ${screen}, ${theme}`, async () => {
      maps.settings = { mindmapColor: '#2f7d5b' };
      await using visitor = await visit(browser, maps, '/context', options);
      const { page } = visitor;
      if (theme === 'dark') await page.evaluate(`document.documentElement.classList.add('dark')`);
      await bar(page).waitFor();
      await picture(page, `${screen}-${theme}-1-folded`);
      await expect.poll(() => violations(page, 'html')).toEqual([]);
      await unfold(visitor);
      await picture(page, `${screen}-${theme}-2-map`);
      await expect.poll(() => violations(page, 'html')).toEqual([]);
      await tool(page, 'Show as text').click();
      await picture(page, `${screen}-${theme}-3-text`);
      await expect.poll(() => violations(page, 'html')).toEqual([]);
    });
  }
}

test('with the real service a visitor opens the map of an article and goes to a section with it', async () => {
  await using live = await startLiveService();
  const { items: rows } = MindMapRows.parse(await live.readConsole('/mindmap/articles?size=100'));
  const postName = rows.find(({ postName }) => postName.startsWith('zh-quick-start'))?.postName;
  const made = await live.writeConsole('/mindmap/generate', { postName });
  expect(made).toMatchObject({ success: true });
  await using visitor = await visit(browser, live, '/archives/quick-start-zh', { locale: 'zh-CN' });
  const { page } = visitor;
  await bar(page).waitFor();
  await expect.poll(() => placeOf(blockOn(page))).toEqual({ before: undefined, around: 'text' });
  await unfold(visitor);
  await picture(page, 'service');
  // A chapter in the middle: a long map opens so large that it can be read, with its ends out of view.
  const heading = page.locator('.text h2').nth(2);
  await item(page, await heading.innerText()).click();
  await expect.poll(() => isFocused(heading)).toBe(true);
  expect(visitor.troubles).toEqual([]);
  expect(visitor.strays).toEqual([]);
});
