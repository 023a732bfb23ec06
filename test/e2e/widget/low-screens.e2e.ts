import { expect, test } from 'vitest';
import { seen } from '../seen.ts';
import { openFixture, violations, visit, type Visitor } from '../visitor.ts';
import { phone } from '../screens.ts';

const { browser, fixture } = await openFixture({
  scenario: 'partial',
  settings: { reasoningAvailable: true, allowVisitorReasoning: true, showPrivacyTip: true },
});

async function answered(visitor: Visitor): Promise<void> {
  await visitor.ask('How do I back up?');
  await visitor.thread.getByText('A sentence that is being read').waitFor();
  fixture.release();
  await visitor.thread.getByText('only cover part').waitFor();
}

const heightOf = (place: Visitor['panel']) => place.evaluate((element) => element.clientHeight);

test('WG30: on a phone that lies on its side the answer has half of the screen, and everything can be reached', async () => {
  const screen = { ...phone, viewport: { width: 844, height: 390 } };
  await using visitor = await visit(browser, fixture, '/en', screen);
  const { panel, thread, page, input } = visitor;
  await visitor.open();
  await panel.getByRole('button', { name: 'Got it' }).click();
  await answered(visitor);
  await expect.poll(() => heightOf(thread)).toBeGreaterThan(195);
  for (const control of [input, panel.getByRole('button', { name: 'Close' }), panel.locator('.toggle')])
    await expect.poll(() => seen(control)).toMatchObject({ isInView: true, isOnTop: true });
  await expect
    .poll(async () => (await panel.getByRole('button', { name: 'Think longer' }).boundingBox())?.width)
    .toBeGreaterThanOrEqual(44);
  await expect.poll(() => violations(page)).toEqual([]);
});

test('WG30: at a zoom of 400 % the answer can be read and the input scrolled into view', async () => {
  await using visitor = await visit(browser, fixture, '/en', { viewport: { width: 320, height: 200 } });
  const { panel, thread, page, input } = visitor;
  await visitor.open();
  await panel.getByRole('button', { name: 'Got it' }).click();
  await answered(visitor);
  await expect.poll(() => heightOf(thread)).toBeGreaterThanOrEqual(110);
  await thread.focus();
  await expect.poll(async () => (await seen(thread)).isOnTop).toBe(true);
  await input.focus();
  await expect.poll(() => seen(input)).toMatchObject({ isInView: true, isOnTop: true });
  await expect.poll(() => violations(page)).toEqual([]);
});

test('WG31: the chat and the search stay above the on-screen keyboard', async () => {
  const screen = phone;
  await using visitor = await visit(browser, fixture, '/en', screen);
  const { panel, page, input, search, field } = visitor;
  /** Gives the visible part of the page a height, as a keyboard does. */
  const leave = (height: number, offsetTop = 0) =>
    page.evaluate(
      `for (const [name, value] of Object.entries({ height: ${height}, offsetTop: ${offsetTop} }))
        Object.defineProperty(visualViewport, name, { value, configurable: true });
      visualViewport.dispatchEvent(new Event('resize'));`,
    );
  await visitor.open();
  await input.focus();
  await leave(430);
  const bottom = async (place: typeof panel) => {
    const box = await place.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(() => bottom(input)).toBeLessThan(430);
  await leave(430, 60);
  await expect.poll(() => panel.boundingBox()).toMatchObject({ y: 60, height: 430 });
  await leave(844);
  await expect.poll(() => panel.boundingBox()).toMatchObject({ y: 0, height: 844 });
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.evaluate('Docent.openSearch()').catch(() => page.keyboard.press('Control+k'));
  await field.fill('backup');
  await search.locator('.row').nth(2).waitFor();
  await leave(200);
  await expect.poll(() => bottom(search)).toBeLessThanOrEqual(200);
});

test('on the narrowest phone the note about questions leaves half of the screen to the conversation', async () => {
  // German has the longest note.
  await using visitor = await visit(browser, fixture, '/de', {
    ...phone,
    viewport: { width: 320, height: 640 },
  });
  await visitor.open();
  const note = visitor.panel.locator('.privacy');
  await note.waitFor();
  await expect.poll(() => seen(note)).toMatchObject({ isInView: true, isOnTop: true });
  await expect.poll(() => heightOf(note)).toBeLessThanOrEqual(128);
  await expect.poll(() => heightOf(visitor.thread)).toBeGreaterThanOrEqual(300);
  await expect.poll(() => violations(visitor.page)).toEqual([]);
});
