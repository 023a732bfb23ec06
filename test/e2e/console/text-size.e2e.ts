import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepPicture } from '../kept-picture.ts';
import { areas } from '../../../console/page-groups.ts';
import { startLivedIn } from '../../pictures/lived-in.ts';
import { openLive } from '../live-service.ts';
import { startBrowser } from '../visitor.ts';
import { signIn } from './administrator.ts';
import { phone } from '../screens.ts';

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
const textSizes = (page: Page, scale: number): Promise<string[]> =>
  page.locator('html').evaluate((root, by) => {
    const { getComputedStyle } = root.ownerDocument.defaultView;
    const sizes = [...root.querySelectorAll('#console *')]
      .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
      .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden, svg, kbd, .n-code, pre'))
      .map((each) => {
        const size = Number.parseFloat(getComputedStyle(each).fontSize) / by;
        return `${each.localName} ${Math.round(size * 10) / 10}`;
      });
    return [...new Set(sizes)].toSorted();
  }, scale);

/** Texts that are cut, and what is beside the window. */
const hiddenOf = (page: Page): Promise<string[]> =>
  page.locator('html').evaluate((root) => {
    const { getComputedStyle, innerWidth } = root.ownerDocument.defaultView;
    const found: string[] = [];
    const tell = (what: string, each: typeof root) =>
      found.push(
        `${what}: ${each.localName}.${each.getAttribute('class')} "${each.textContent.trim().slice(0, 40)}"`,
      );
    /** The first element around it that hides or scrolls what is too wide. */
    const holderOf = (each: typeof root) => {
      let holder = each.parentElement;
      while (holder && getComputedStyle(holder).overflowX === 'visible') holder = holder.parentElement;
      return holder;
    };
    const isShortened = ({ textOverflow, webkitLineClamp }: typeof root) =>
      textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    const shown = [...root.querySelectorAll('#console *')].filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !each.closest('.visually-hidden, .skip, svg, canvas, docent-chat, .n-base-wave, .n-scrollbar-rail'),
    );
    for (const each of shown) {
      const box = each.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const holder = holderOf(each);
      const around = holder?.getBoundingClientRect();
      const { overflowX = '', overflowY = '' } = holder ? getComputedStyle(holder) : {};
      const isScrolled = /auto|scroll/.test(overflowX) && holder.scrollWidth > holder.clientWidth + 1;
      if ((box.right > innerWidth + 1 || box.left < -1) && !isScrolled) tell('outside', each);
      if (![...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) continue;
      const style = getComputedStyle(each);
      if (isShortened(style)) continue;
      const range = root.ownerDocument.createRange();
      range.selectNodeContents(each);
      const text = range.getBoundingClientRect();
      if (style.display !== 'inline' && text.height > box.height + 6) tell('too low', each);
      const isCut =
        text.right > around.right + 2 || text.bottom > around.bottom + 4 || text.left < around.left - 2;
      const isReached = /auto|scroll/.test(overflowX + overflowY);
      if (holder && !isReached && isCut && !isShortened(getComputedStyle(holder))) tell('cut', each);
    }
    const content = root.querySelector('main')?.closest('.n-layout-scroll-container');
    for (const place of [root, content])
      if (place.scrollWidth > place.clientWidth + 1) found.push('the page can be scrolled sideways');
    return [...new Set(found)];
  });

test.each([
  ['desktop', { viewport: { width: 1440, height: 900 } }],
  ['phone', phone],
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
      await Promise.all([before.walk(path), admin.walk(path)]);
      for (const size of await textSizes(before.page, 1)) usualSizes.add(size);
      for (const size of await textSizes(admin.page, 2)) largeSizes.add(size);
      const hidden = await hiddenOf(admin.page);
      await keepPicture(admin.page, `console-200-${screen}${path.replaceAll(/\W/g, '-')}`);
      if (hidden.length > 0) bad[path] = hidden;
    }
    expect(bad).toEqual({});
    expect([...largeSizes].filter((size) => !usualSizes.has(size))).toEqual([]);
    expect(usualSizes.size).toBeGreaterThan(20);
  },
  240_000,
);
