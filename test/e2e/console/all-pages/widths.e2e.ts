import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { areas } from '../../../../console/page-groups.ts';
import { startLivedIn } from '../../../pictures/lived-in.ts';
import { openLive } from '../../live-service.ts';
import { phone } from '../../screens.ts';
import { signIn } from '../administrator.ts';

const starting = startLivedIn();
const { browser } = await openLive(starting);
const live = await starting;

const paths = [
  ...areas.flatMap(({ pages }) => pages.map((name) => `/${name}`)),
  '/chat-logs?view=table',
  '/agent?part=gaps',
  '/agent?part=history',
  '/evaluations?part=datasets',
  '/evaluations?part=experiments',
];

/** What is shown only where there is something to show. */
await live.writeConsole('/curated-answers', {
  questions: ['When is the owlery open, and who may come along?'],
  answer: 'At dusk.',
});

/** What a person must read whole: tags, buttons, the hint in an empty field and the choice of a list. */
const labels = '.n-tag__content, .n-button__content, .n-input__placeholder, .n-base-selection-input__content';

/** Boxes that have to be scrolled sideways, labels that are cut where nobody can see it, and cards that reach out of the window. */
const faultsOf = (
  page: Page,
): Promise<{ readonly scrolled: string[]; readonly cut: string[]; readonly wide: string[] }> =>
  page.locator('main').evaluate((main, named) => {
    const { getComputedStyle, innerWidth } = main.ownerDocument.defaultView;
    const all = [...main.querySelectorAll('*')];
    const isTooNarrow = (each: typeof main) => each.scrollWidth > each.clientWidth + 1;
    const tell = (each: typeof main) =>
      `${each.localName}.${each.getAttribute('class')} ${each.textContent.trim().slice(0, 40)}`;
    return {
      scrolled: all
        .filter((each) => isTooNarrow(each) && /^(?:auto|scroll)$/.test(getComputedStyle(each).overflowX))
        .filter((each) => !each.closest('pre, code, nav, .n-code'))
        .map(tell),
      cut: all
        .filter((each) => each.matches(`${named}, .n-input__placeholder > span`) && each.clientWidth > 0)
        .filter(isTooNarrow)
        .map(tell),
      wide: all
        .filter((each) => each.matches('.n-card') && each.getBoundingClientRect().right > innerWidth + 1)
        .map(tell),
    };
  }, labels);

/** Once what follows the size of the window has followed it. */
const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Each page is loaded once for all widths of a language. */
const looks: readonly (readonly [string, readonly number[], BrowserContextOptions])[] = [
  ['in English', [1440, 1280, 820, 390], { locale: 'en-GB' }],
  ['in Chinese', [1440, 820, 390], { locale: 'zh-CN' }],
  ['on a phone', [phone.viewport.width], phone],
];

test.each(looks)(
  '%s no page is wider than the window, no table has to be scrolled sideways and no tag, button, hint or choice is cut, at %j px',
  async (_, widths, options) => {
    await using admin = await signIn(browser, live, options);
    const { page } = admin;
    for (const path of paths) {
      await admin.walk(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        const faults = async () => ({ path, width, ...(await faultsOf(page)) });
        await expect.poll(faults).toEqual({ path, width, scrolled: [], wide: [], cut: [] });
      }
    }
    expect(admin.troubles).toEqual([]);
  },
  240_000,
);
