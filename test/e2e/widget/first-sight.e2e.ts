import { describe, expect, test } from 'vitest';
import { seen } from '../seen.ts';
import { openFixture, visit } from '../visitor.ts';
import { laptop, shortPhone } from '../screens.ts';

const { browser, fixture } = await openFixture();

const screens = { desktop: laptop, phone: shortPhone };

const suggestions = [
  'How hard should the water be?',
  'How do I feed a sourdough starter?',
  'How fine should I grind for espresso?',
  'How often do I descale the machine?',
];

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test('WG28: greeting, buttons for the page and four questions are seen whole at once', async () => {
    fixture.settings = { suggestions, reasoningAvailable: true, allowVisitorReasoning: true };
    await using visitor = await visit(browser, fixture, '/articles/backup', screens[screen]);
    await visitor.open();
    const { panel, thread } = visitor;
    await thread.getByText('Hello! What would you like to know?').waitFor();
    const buttons = [
      thread.getByRole('button', { name: 'Summarize this page' }),
      thread.getByRole('button', { name: 'Ask about this page' }),
      ...suggestions.map((name) => thread.getByRole('button', { name })),
    ];
    for (const button of buttons) {
      await expect.poll(() => seen(button)).toMatchObject({ isInView: true, isOnTop: true });
      const [box, frame] = [await button.boundingBox(), await thread.boundingBox()];
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    }
    const [first, second] = await Promise.all(buttons.map((button) => button.boundingBox()));
    expect(second?.y).toBe(first?.y);
    await expect.poll(() => panel.locator('.to-latest').count()).toBe(0);
  });

  test('WG28: the form of a bad rating stands clear of the button that scrolls to the end', async () => {
    fixture.scenario = 'wide';
    await using visitor = await visit(browser, fixture, '/en', screens[screen]);
    const { panel, thread } = visitor;
    await visitor.open();
    await visitor.ask('What are the causes?');
    await thread.getByRole('cell', { name: 'begin with the grind and leave the rest' }).waitFor();
    await expect.poll(() => thread.locator('docent-prose[aria-busy]').count()).toBe(0);
    await panel.getByRole('button', { name: 'Bad answer' }).click();
    await panel.getByRole('button', { name: 'Cancel' }).waitFor();
    // The button comes and goes with the place of the text.
    await expect
      .poll(() =>
        panel.evaluate(({ shadowRoot }) => {
          const form = shadowRoot.querySelector('form.comment').getBoundingClientRect();
          const below = shadowRoot.querySelector('.to-latest') ?? shadowRoot.querySelector('.footer');
          return form.bottom <= below.getBoundingClientRect().top;
        }),
      )
      .toBe(true);
  });

  test('WG28: the button that scrolls to the end never covers questions to ask next', async () => {
    fixture.scenario = 'partial';
    await using visitor = await visit(browser, fixture, '/en', {
      ...screens[screen],
      viewport: { width: screens[screen].viewport.width, height: 520 },
    });
    const { panel, thread, page } = visitor;
    await visitor.open();
    await visitor.ask('How do I back up?');
    await thread.getByText('A sentence that is being read').waitFor();
    fixture.release();
    await thread.getByRole('button', { name: 'How do I restore a backup?' }).waitFor({ state: 'attached' });
    const met = new Set<string>();
    const end = await thread.evaluate((frame) => frame.scrollHeight - frame.clientHeight);
    for (let place = 0; place <= end; place += 12) {
      await thread.evaluate((frame, to) => (frame.scrollTop = to), place);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      met.add(
        await panel.evaluate(({ shadowRoot }) => {
          const button = shadowRoot.querySelector('.to-latest')?.getBoundingClientRect();
          if (!button) return 'none';
          const questions = [...shadowRoot.querySelectorAll('.follow-up')];
          return questions.some((each) => each.getBoundingClientRect().top < button.bottom)
            ? 'covers'
            : 'clear';
        }),
      );
    }
    expect([...met].toSorted()).toEqual(['clear', 'none']);
  });

  test('WG29: texts in a wide table keep lines of some words, and what continues fades at the edge', async () => {
    fixture.scenario = 'wide';
    await using visitor = await visit(browser, fixture, '/en', screens[screen]);
    const { thread } = visitor;
    await visitor.open();
    await visitor.ask('What are the causes?');
    const cell = thread.getByRole('cell', { name: 'begin with the grind and leave the rest' });
    await cell.waitFor();
    const box = await cell.boundingBox();
    const shortCell = thread.getByRole('cell', { name: '2 min' });
    await expect
      .poll(() =>
        shortCell.evaluate((element) => {
          const range = element.ownerDocument.createRange();
          range.selectNodeContents(element);
          return range.getClientRects().length;
        }),
      )
      .toBe(1);
    expect(box?.width).toBeGreaterThan(130);
    expect(box?.height).toBeLessThan(110);
    const [wide, narrow] = [thread.locator('.scrollable').first(), thread.locator('.scrollable').last()];
    const state = (frame: typeof wide) =>
      frame.evaluate((element) => {
        const { maskSize } = element.ownerDocument.defaultView.getComputedStyle(element);
        return { overflows: element.scrollWidth > element.clientWidth, fades: maskSize === '100% 100%' };
      });
    await expect.poll(() => state(wide)).toEqual({ overflows: true, fades: true });
    await expect.poll(() => state(narrow)).toEqual({ overflows: false, fades: false });
    await wide.evaluate((element) => (element.scrollLeft = element.scrollWidth));
    await expect.poll(() => state(wide)).toEqual({ overflows: true, fades: false });
  });
});
