import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { openLive } from '../live-service.ts';
import { violations } from '../visitor.ts';
import { signIn } from './administrator.ts';

const { browser, live } = await openLive();

const ask = (message: string) =>
  fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, history: [] }),
  });
/** Name of the element that has the focus; its text where it has no other. */
const focused = (page: Page) =>
  page.evaluate(
    `(({ id, ariaLabel, textContent }) => id === 'page' ? 'main' : (ariaLabel ?? textContent.trim()))(document.activeElement)`,
  ) as Promise<string>;

describe('the focus', () => {
  test('goes to the neighbour when the row that has it is deleted', async () => {
    for (const question of ['How do I make a backup?', 'How do I connect a model?']) await ask(question);
    await using admin = await signIn(browser, live);
    const { page } = admin;
    await admin.open('/chat-logs?view=table');
    await page.getByRole('row').nth(1).getByRole('button').focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog').last();
    await drawer.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true);
  });

  test('stays in the page when a card is dismissed, and goes to a page that a button opens', async () => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    await admin.open('/');
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect
      .poll(() =>
        page.evaluate(
          `!document.activeElement.matches('body, main') && document.querySelector('main').contains(document.activeElement)`,
        ),
      )
      .toBe(true);
    await admin.open('/pets');
    await page.getByRole('button', { name: 'New pet' }).press('Enter');
    await page.waitForURL('**/pets/new');
    await expect.poll(() => focused(page)).toBe('main');
  });

  test('goes back to the button of the theme menu, which opens inside the header', async () => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    await admin.open('/');
    const theme = page.getByRole('button', { name: 'Theme' });
    await theme.press('Enter');
    await page.getByRole('banner').getByText('Dark', { exact: true }).waitFor();
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Dark', { exact: true }).waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('Theme');
  });
});

test('FILE4: nothing moves for a person who asks for less motion', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await using admin = await signIn(browser, live, { reducedMotion });
    const { page } = admin;
    await admin.open('/evaluations?part=datasets');
    const longest = () =>
      page.evaluate(`Math.max(...[...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return [transitionDuration, animationDuration].flatMap((all) => all.split(',').map(parseFloat));
      }))`) as Promise<number>;
    await page.getByRole('button', { name: 'New dataset' }).click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(async () => (await longest()) > 0).toBe(reducedMotion !== 'reduce');
  }
});

describe('selects', () => {
  test('are comboboxes with a name, an active option and a list inside the landmark', async () => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    for (const path of [
      '/chat-logs?view=table',
      '/excerpts',
      '/evaluations',
      '/chunking',
      '/models',
      '/chat',
    ]) {
      await admin.walk(path);
      const boxes = page.locator('main').getByRole('combobox');
      await boxes.first().waitFor();
      for (const name of await boxes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
        expect([path, name]).toEqual([path, expect.stringMatching(/\S/)]);
    }
    await admin.open('/chat-logs?view=table');
    const outcome = page.getByRole('combobox', { name: 'Outcome' });
    await outcome.press('Enter');
    const list = page.getByRole('main').getByRole('listbox', { name: 'Outcome' });
    await list.getByRole('option', { name: 'Not covered' }).waitFor();
    await expect.poll(() => outcome.getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    const active = async () =>
      page.locator(`#${await outcome.getAttribute('aria-activedescendant')}`).innerText();
    await expect.poll(active).toBe('Answered');
    await page.keyboard.press('Enter');
    await page.waitForURL(/answered/);
    await expect.poll(() => outcome.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => focused(page)).toBe('Outcome');
    expect(admin.troubles).toEqual([]);
  });

  test('with more options than fit, and pickers of days and colours, leave axe nothing to say', async () => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    const opened = async (path: string, selector: string, menu: string) => {
      await admin.open(path);
      await page.locator(selector).first().click();
      await page.locator(`main ${menu}`).first().waitFor();
      await expect.poll(async () => [path, await violations(page, 'html')]).toEqual([path, []]);
    };
    await opened('/chunking', 'main .n-base-selection', '.n-base-select-menu');
    await opened('/usage', 'main .n-date-picker input', '.n-date-panel');
    await opened('/chat', 'main .n-color-picker', '.n-color-picker-panel');
  });

  test('with themes to choose from leave axe nothing to say', async () => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    await admin.open('/');
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByText('Dark', { exact: true }).waitFor();
    await expect.poll(() => violations(page, 'html')).toEqual([]);
  });
});

test('on a touch screen options, switches, crosses and links of lists are large enough for a finger', async () => {
  await ask('How do I make a backup?');
  await using admin = await signIn(browser, live, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const { page } = admin;
  const sizes = async (selector: string) => {
    await page.locator(selector).first().waitFor();
    // The menu grows while it opens.
    await page.evaluate(
      `Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))`,
    );
    const boxes = await page
      .locator(selector)
      .evaluateAll((all) =>
        all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
      );
    return boxes.filter(([width = 0, height = 0]) => width > 0 && (width < 43.5 || height < 43.5));
  };
  await admin.open('/');
  for (const selector of ['main ul a', '.n-switch', 'main .extra a'])
    await expect.poll(async () => [selector, await sizes(selector)]).toEqual([selector, []]);
  await admin.open('/site');
  await page.getByText('By the operator instead').tap();
  await expect.poll(() => sizes('.guides a')).toEqual([]);
  await page.getByRole('button', { name: 'Theme' }).tap();
  await expect.poll(() => sizes('.n-dropdown-option-body')).toEqual([]);
  await admin.open('/chunking');
  await page.locator('main .n-base-selection').first().tap();
  await expect.poll(() => sizes('.n-base-select-option')).toEqual([]);
  await admin.open('/chat');
  await expect.poll(() => sizes('main nav button')).toEqual([]);
});
