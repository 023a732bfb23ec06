import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '../../../console/page-groups.ts';
import { startLivedIn } from '../../pictures/lived-in.ts';
import { openLive } from '../live-service.ts';
import { startBrowser } from '../visitor.ts';
import { signIn } from './administrator.ts';

/** A browser as most are, and one whose administrator set the letters twice as large. */
const starting = startLivedIn();
const { browser: usual } = await openLive(starting);
const live = await starting;
let large: Browser;
beforeAll(async () => {
  large = await startBrowser(['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26']);
});
afterAll(() => large.close());

const paths = [
  ...areas.flatMap(({ pages }) => pages.map((name) => `/${name}`)),
  '/chat-logs?view=table',
  '/agent?part=history',
  '/evaluations?part=datasets',
  `/pets/${live.petId}`,
];

/** Sizes of all texts of a page, divided by `scale`: each kind of text once. */
const textSizes = (page: Page, scale: number) =>
  page.evaluate((by) => {
    const sizes = [...document.querySelectorAll('#console *')]
      .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
      // The editors of the writing page and the widget are no part of the console's own type.
      .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden, svg, kbd, .n-code, pre'))
      .map(
        (each) =>
          `${each.localName} ${Math.round((Number.parseFloat(getComputedStyle(each).fontSize) / by) * 10) / 10}`,
      );
    return [...new Set(sizes)].toSorted();
  }, scale);

/** What a person does not see whole, cannot get at, or sees one upon the other. */
const troublesOf = (page: Page) =>
  page.evaluate(() => {
    const name = (each: Element) =>
      `${each.localName}.${String(each.getAttribute('class'))} "${(each.textContent ?? '').trim().slice(0, 40)}"`;
    const shown = [...document.querySelectorAll('#console *')].filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !each.closest('.visually-hidden, .skip, svg, canvas, docent-chat, .n-base-wave, .n-scrollbar-rail'),
    );
    const scrolls = (each: Element | null): boolean =>
      each !== null &&
      (/auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1
        ? true
        : scrolls(each.parentElement));
    const found: string[] = [];
    for (const each of shown) {
      const style = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(each))
        found.push(`outside: ${name(each)}`);
      const hasText = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
      if (!hasText) continue;
      const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      const isCut = /hidden|clip/.test(style.overflow) && !isShortened;
      if (isCut && (each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + 4))
        found.push(`cut: ${name(each)}`);
      const range = document.createRange();
      range.selectNodeContents(each);
      const text = range.getBoundingClientRect();
      // What is as high as one line holds its text.
      if (!isShortened && style.display !== 'inline' && text.height > box.height + 6)
        found.push(`too low: ${name(each)}`);
      for (
        let holder = each.parentElement;
        holder && holder.id !== 'console';
        holder = holder.parentElement
      ) {
        const around = holder.getBoundingClientRect();
        const { overflowX, overflowY, textOverflow } = getComputedStyle(holder);
        if (isShortened || /auto|scroll/.test(overflowX + overflowY)) break;
        if (!/hidden|clip/.test(overflowX) || textOverflow === 'ellipsis') continue;
        if (text.right > around.right + 2 || text.bottom > around.bottom + 4 || text.left < around.left - 2)
          found.push(`cut by ${name(holder)}: ${name(each)}`);
        break;
      }
    }
    const main = document.querySelector('main');
    const content = main?.closest('.n-layout-scroll-container');
    for (const place of [document.scrollingElement, content])
      if (place && place.scrollWidth > place.clientWidth + 1)
        found.push(`sideways: ${name(place).slice(0, 60)}`);
    return [...new Set(found)];
  });

test.each([
  ['desktop', { viewport: { width: 1440, height: 900 } }],
  ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
] as const)(
  'on a %s every text of the console grows with the letters of the browser, and none is cut or out of reach',
  async (screen, options) => {
    // Half the window holds as many letters of half the size, so the pages are laid out alike.
    const { width, height } = options.viewport;
    await using before = await signIn(usual, live, { ...options, viewport: { width: width / 2, height } });
    await using admin = await signIn(large, live, options);
    const bad: Record<string, unknown> = {};
    const usualSizes = new Set<string>();
    const largeSizes = new Set<string>();
    for (const path of paths) {
      await Promise.all([before.open(path), admin.open(path)]);
      for (const size of await textSizes(before.page, 1)) usualSizes.add(size);
      for (const size of await textSizes(admin.page, 2)) largeSizes.add(size);
      const troubles = await troublesOf(admin.page);
      await admin.page.screenshot({
        path: `test/e2e/screenshots/console-200-${screen}${path.replaceAll(/\W/g, '-')}.png`,
      });
      if (troubles.length > 0) bad[path] = troubles;
    }
    expect(bad).toEqual({});
    expect([...largeSizes].filter((size) => !usualSizes.has(size))).toEqual([]);
    expect(usualSizes.size).toBeGreaterThan(20);
  },
  240_000,
);
