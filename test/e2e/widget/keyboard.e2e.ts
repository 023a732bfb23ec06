import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isFocused, openFixture, visit, type Visitor } from '../visitor.ts';
import { laptop, shortPhone } from '../screens.ts';

const { browser, fixture } = await openFixture({
  settings: { suggestions: ['How do I back up?', 'How do I restore?'] },
});

const screens = { desktop: laptop, phone: shortPhone };

/** The focused element: the names of the elements from the page down to it, and its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`{
    const path = [];
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement) path.push(at);
    const words = path.at(-1)?.getAttribute('aria-label') ?? path.at(-1)?.textContent.trim();
    [...path.map(({ localName }) => localName), words?.slice(0, 40)].join(' ');
  }`);

/** Presses a button by the keyboard and waits until it did what it does. */
async function pressed({ page }: Visitor, button: ReturnType<Page['getByRole']>): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
}

describe.each(Object.keys(screens) as (keyof typeof screens)[])('on a %s', (screen) => {
  test('WG33: in the search the focus goes from a button that is gone to the one in its place, else to the field', async () => {
    fixture.scenario = 'slow';
    await using visitor = await visit(browser, fixture, '/en/search', screens[screen]);
    const { page, search } = visitor;
    const button = (name: string | RegExp) => search.getByRole('button', { name });
    await page.getByRole('button', { name: 'Search' }).press('Enter');
    await pressed(visitor, button('How do I restore?'));
    await button('Stop').waitFor();
    await expect.poll(() => focused(page)).toContain(screen === 'phone' ? 'button Stop' : 'input');
    // What is stopped before its first word cannot be copied.
    await search.getByText('The first words').waitFor();
    await pressed(visitor, button('Stop'));
    await expect.poll(() => focused(page)).toContain('button Copy answer');
    await pressed(visitor, button('Answer again'));
    await expect.poll(() => focused(page)).toContain('button Stop');
    await expect.poll(() => fixture.answered.length).toBe(2);
    fixture.release();
    await button('Answer again').waitFor();
    await expect.poll(() => focused(page)).toContain('button Copy answer');
    fixture.results = undefined;
    await visitor.field.fill('something else');
    await pressed(visitor, button('Try again'));
    await expect.poll(() => focused(page)).toContain('docent-search docent-search-box input');
  });

  test.each(['chat', 'search'] as const)(
    'WG33: the focus is kept while the module of the %s fails to load, and once it comes',
    async (part) => {
      fixture.missing = `${part}-`;
      await using visitor = await visit(browser, fixture, '/en/search', screens[screen]);
      const { page } = visitor;
      const again = page.locator('.action', { hasText: 'Try again' });
      const way = part === 'chat' ? page.locator('.launcher') : page.getByRole('button', { name: 'Search' });
      await way.press('Enter');
      await expect.poll(() => isFocused(again)).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(() => isFocused(again)).toBe(true);
      fixture.missing = 'none';
      await page.keyboard.press('Enter');
      const own = part === 'search' ? 'input' : screen === 'phone' ? 'div' : 'docent-panel textarea';
      await expect.poll(() => focused(page)).toContain(` ${own}`);
      await page.keyboard.press('Escape');
      await expect.poll(() => isFocused(way)).toBe(true);
    },
  );

  test('WG33: a question that was sent leaves the focus in the chat, on a phone on the button that stops it', async () => {
    fixture.scenario = 'slow';
    await using visitor = await visit(browser, fixture, '/en', screens[screen]);
    await visitor.open();
    await visitor.ask('How do I back up?');
    await visitor.thread.getByText('The first words').waitFor();
    await expect.poll(() => focused(visitor.page)).toContain(screen === 'phone' ? 'button Stop' : 'textarea');
    await visitor.page.keyboard.press('Escape');
    await expect.poll(() => isFocused(visitor.page.locator('.launcher'))).toBe(true);
  });
});
