import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture } from '../kept-picture.ts';
import { backupMap, startMapSite } from '../map-site.ts';
import { cutOff, seen } from '../seen.ts';
import { openFixture, pullEdge, startBrowser, violations, visit, type Visitor } from '../visitor.ts';
import { laptop, narrowPhone, phone } from '../screens.ts';

/** A browser as most are, and one whose visitor chose the text size "very large". */
const { browser: usual, fixture } = await openFixture();
let large: Browser;
beforeAll(async () => {
  large = await startBrowser(['--blink-settings=defaultFontSize=24']);
});
afterAll(() => large.close());

const screens = { desktop: laptop, phone };

/** The text size of every kind of element, divided by `scale`. Code gets more elements while it is coloured. */
const fontSizes = (place: Locator, scale: number): Promise<string[]> =>
  place.evaluate((root, by) => {
    const sizes = [...root.shadowRoot.querySelectorAll('*:not(code *)')].map((element) => {
      const { fontSize } = element.ownerDocument.defaultView.getComputedStyle(element);
      const size = Math.round((Number.parseFloat(fontSize) / by) * 100) / 100;
      return `${element.localName}.${element.getAttribute('class') ?? ''} ${size}`;
    });
    return [...new Set(sizes)].toSorted();
  }, scale);

/** Code is coloured last of all. */
const drawn = (place: Locator) => place.locator('docent-prose code span').first().waitFor();

/** Goes through chat and search; `look` is called at each stop with the place to look at. */
async function walk(
  visitor: Visitor,
  scale: number,
  look: (stop: string, place: Locator) => Promise<void>,
): Promise<{ readonly launcher: number; readonly fonts: string[] }> {
  const { page, panel, thread, search, field } = visitor;
  const launcher = page.locator('docent-chat .launcher');
  const { width: button } = await seen(launcher);
  await visitor.open();
  await panel.locator('.greeting').waitFor();
  await look('welcome', panel);
  await visitor.ask('How do I back up the site and everything that is in it?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await thread.locator('.references').waitFor();
  await drawn(thread);
  await look('answer', panel);
  const fonts = await fontSizes(panel, scale);
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Control+K');
  await field.fill('backup');
  await field.press('Enter');
  await expect.poll(() => fixture.answered.length).toBe(1);
  fixture.release();
  await search.locator('.references').waitFor();
  await drawn(search);
  await look('search', search);
  return { launcher: button / scale, fonts: [...fonts, ...(await fontSizes(search, scale))] };
}

describe.each(Object.keys(screens) as (keyof typeof screens)[])('on a %s', (screen) => {
  test('WG25: everything follows the text size that the visitor chose in the browser, and nothing is cut off', async () => {
    fixture.settings = { shortcuts: [{ label: 'Backing up', query: 'How do I back up the site?' }] };
    await using plain = await visit(usual, fixture, '/en', screens[screen]);
    const before = await walk(plain, 1, () => Promise.resolve());
    fixture.asked.length = 0;
    fixture.answered.length = 0;
    await using visitor = await visit(large, fixture, '/en', screens[screen]);
    const after = await walk(visitor, 1.5, async (stop, place) => {
      await keepPicture(visitor.page, `text-size-${screen}-${stop}`);
      await expect.poll(async () => ({ stop, cut: await cutOff(place) })).toEqual({ stop, cut: [] });
      const tools = await place
        .locator('.bar:has(h2) .tool, .send, .field .tool')
        .filter({ visible: true })
        .all();
      for (const tool of tools)
        await expect
          .poll(async () => ({ stop, tool: await tool.getAttribute('class'), ...(await seen(tool)) }))
          .toMatchObject({
            isInView: true,
            isOnTop: true,
          });
    });
    expect(before.fonts.length).toBeGreaterThan(40);
    expect(after).toEqual(before);
    await expect.poll(() => violations(visitor.page, 'docent-search')).toEqual([]);
    expect(visitor.troubles).toEqual([]);
  });
});

test('WG25: with text of twice the size on a phone the title, each source and the form of a rating are seen', async () => {
  await using twice = await startBrowser(['--blink-settings=defaultFontSize=32']);
  fixture.scenario = 'quoted';
  await using visitor = await visit(twice, fixture, '/en', screens.phone);
  const { page, panel, thread } = visitor;
  await visitor.open();
  await visitor.ask('How do I back up?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await panel.locator('.send[type=submit]').waitFor();
  const title = panel.locator('.bar h2');
  await expect.poll(() => title.evaluate((h2) => h2.scrollHeight - h2.clientHeight)).toBeLessThan(2);
  const preview = panel.locator('.preview');
  await expect.poll(() => thread.locator('.mark a').count()).toBe(3);
  const marks = await thread.locator('.mark a').all();
  for (const mark of marks) {
    await visitor.input.focus();
    // By the keyboard: the focus scrolls to a mark that is out of view.
    await page.keyboard.press('Shift+Tab');
    await mark.focus();
    await preview.waitFor();
    await expect.poll(() => seen(preview)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(() => mark.getAttribute('aria-describedby')).toBe('source-preview');
  }
  await expect.poll(() => violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Bad answer' }).click();
  await thread.locator('form.comment').waitFor();
  await expect.poll(() => cutOff(panel)).toEqual([]);
  for (const control of await thread.locator('form.comment button').all()) {
    await control.scrollIntoViewIfNeeded();
    await expect.poll(() => seen(control)).toMatchObject({ isInView: true });
  }
  await expect.poll(() => violations(page)).toEqual([]);
});

test('WG25: the window is as wide as its letters want, and the visitor can still pull it', async () => {
  await using visitor = await visit(large, fixture, '/en', screens.desktop);
  const { page } = visitor;
  await visitor.open();
  await visitor.input.waitFor();
  const window = page.locator('docent-chat .window');
  const width = () => window.evaluate((element) => element.offsetWidth);
  const first = await width();
  expect(first).toBeGreaterThan(560);
  await pullEdge(page, -60);
  await expect.poll(width).toBeCloseTo(first + 60, -1);
  await page.reload();
  await visitor.input.waitFor();
  await expect.poll(width).toBeCloseTo(first + 60, -1);
});

test('WG25: the mind map follows the text size that the visitor chose in the browser', async () => {
  await using maps = await startMapSite();
  maps.maps = { backup: backupMap };
  const look = async (browser: Browser, scale: number) => {
    await using visitor = await visit(browser, maps, '/heading', screens.phone);
    const map = visitor.page.locator('docent-mind-map');
    await map.locator('.fold').click();
    await map.getByRole('treeitem').first().waitFor();
    const fonts = (await fontSizes(map, scale)).map((font) => font.replace(/ mm-\S+/, ''));
    return { cut: await cutOff(map), fonts };
  };
  const before = await look(usual, 1);
  expect(before.fonts.length).toBeGreaterThan(8);
  const larger = await look(large, 1.5);
  expect(larger).toEqual(before);
});

test.each([
  ['German', '/de', phone],
  ['German on a narrow one', '/de', narrowPhone],
  ['Russian', '/ru', phone],
  ['Russian on a narrow one', '/ru', narrowPhone],
  ['Arabic on a narrow one', '/ar', narrowPhone],
])('WG25: with text of twice the size on a phone the longer words are whole: %s', async (_, path, screen) => {
  await using twice = await startBrowser(['--blink-settings=defaultFontSize=32']);
  fixture.settings = { showPrivacyTip: true, allowVisitorReasoning: true };
  fixture.scenario = 'quoted';
  await using visitor = await visit(twice, fixture, path, screen);
  const { page, panel, thread, input, search, field } = visitor;
  const look = async (stop: string, place: Locator) => {
    await expect.poll(async () => ({ stop, cut: await cutOff(place) })).toEqual({ stop, cut: [] });
  };
  await visitor.open();
  await panel.locator('.privacy button').waitFor();
  await look('welcome', panel);
  await visitor.ask('How do I back up?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await thread.locator('.references').waitFor();
  await look('answer', panel);
  const title = panel.locator('.bar h2');
  await expect.poll(() => title.evaluate((h2) => h2.scrollHeight - h2.clientHeight)).toBeLessThan(2);
  // Room for several letters at twice the size.
  await expect.poll(async () => (await seen(input)).width).toBeGreaterThan(120);
  await panel.locator('.bar .tool').last().click();
  await page.keyboard.press('Control+K');
  await field.fill('backup');
  await search.locator('.row').first().waitFor();
  await look('search', search);
  await expect.poll(async () => (await seen(field)).width).toBeGreaterThan(120);
});
