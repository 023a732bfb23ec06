import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { keepPicture } from '../kept-picture.ts';
import { contrastOf, seen } from '../seen.ts';
import {
  openFixture,
  isFocused,
  pullEdge,
  styleOf,
  untilStill,
  violations,
  visit,
  type Visitor,
} from '../visitor.ts';
import { narrowPhone, phone as tallPhone, shortPhone as phone } from '../screens.ts';

const { browser, fixture } = await openFixture();

const launcherOf = ({ page }: Visitor) => page.locator('docent-chat .launcher');
const windowOf = ({ page }: Visitor) => page.locator('docent-chat dialog');

async function answered(visitor: Visitor, question: string): Promise<void> {
  const before = fixture.asked.length;
  await visitor.ask(question);
  await expect.poll(() => fixture.asked.length).toBe(before + 1);
  fixture.release();
  await visitor.panel.getByRole('button', { name: 'Answer again' }).waitFor();
}

test('WG81: the conversation, its open window and a running answer go on on the next page, until a new one begins', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, thread, panel } = visitor;
  await visitor.open();
  await answered(visitor, 'How do I back up?');
  await page.goto(`${fixture.site}/en/search`);
  await thread.getByText('copying one folder').waitFor();
  await expect.poll(() => page.evaluate(`document.activeElement === document.body`)).toBe(true);
  await panel.locator('[data-reference="1"]').waitFor();
  await answered(visitor, 'And then?');
  await expect
    .poll(() => fixture.asked[1]?.history)
    .toMatchObject([{ content: 'How do I back up?' }, { role: 'assistant' }]);
  fixture.scenario = 'slow';
  await visitor.ask('A third one');
  await thread.getByText('The first words').waitFor();
  fixture.resumes = 'slow';
  await page.reload();
  await expect.poll(() => fixture.resumed).toEqual([fixture.asked[2]?.resumeKey]);
  await panel.getByRole('button', { name: 'Stop' }).waitFor();
  fixture.release();
  await thread.getByText('The first words and the last.').waitFor();
  await panel.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await expect.poll(() => thread.getByText('The connection was lost').count()).toBe(0);
  await visitor.ask('A fourth one');
  await expect.poll(() => fixture.asked.length).toBe(4);
  await thread.getByText('The first words').last().waitFor();
  // Nothing is asked by itself where the answer is gone.
  fixture.resumes = undefined;
  await page.goto(`${fixture.site}/en`);
  await thread.getByText('The connection was lost before the answer was complete.').waitFor();
  await panel.getByRole('button', { name: 'Try again' }).waitFor();
  expect([fixture.asked.length, new Set(fixture.asked.map((asked) => asked.conversationId)).size]).toEqual([
    4, 1,
  ]);
  await panel.getByRole('button', { name: 'New conversation' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await launcherOf(visitor).waitFor();
  await visitor.open();
  await panel.getByText('Hello! What would you like to know?').waitFor();
  expect(visitor.troubles).toEqual([]);
});

test('WG57: a point on the button says that an answer came to the closed window, also on the next page, until it is read', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, thread, panel } = visitor;
  const launcher = launcherOf(visitor);
  const launched = "document.querySelector('docent-chat').shadowRoot.querySelector('.launcher')";
  const point = () =>
    page.evaluate<number>(`Number.parseFloat(getComputedStyle(${launched}, '::after').width) || 0`);
  const stop = panel.getByRole('button', { name: 'Stop' });
  await expect.poll(point).toBe(0);
  fixture.scenario = 'slow';
  await visitor.open();
  await visitor.ask('How do I back up?');
  await thread.getByText('The first words').waitFor();
  await page.keyboard.press('Escape');
  fixture.resumes = 'slow';
  await page.goto(`${fixture.site}/en/search`);
  await expect.poll(point).toBeGreaterThan(5);
  await visitor.open();
  await thread.getByText('The first words').waitFor();
  fixture.release();
  await stop.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await launcher.waitFor();
  await expect.poll(point).toBe(0);
  await page.reload();
  await launcher.waitFor();
  await expect.poll(point).toBe(0);
  await visitor.open();
  await visitor.ask('And then?');
  await expect.poll(() => fixture.asked.length).toBe(2);
  await page.keyboard.press('Escape');
  fixture.release();
  await expect.poll(point).toBeGreaterThan(5);
  await page.reload();
  await expect.poll(point).toBeGreaterThan(5);
  await visitor.open();
  await thread.getByText('The first words and the last.').last().waitFor();
  expect(visitor.troubles).toEqual([]);
});

test('WG36: a new conversation loses nothing: the one before can be opened again, also on the next page', async () => {
  await using visitor = await visit(browser, fixture, '/en', phone);
  const { page, thread, panel } = visitor;
  const back = panel.getByRole('button', { name: 'Back to the previous conversation' });
  await visitor.open();
  await visitor.input.waitFor();
  await expect.poll(() => back.count()).toBe(0);
  await answered(visitor, 'How do I back up?');
  await expect.poll(() => back.count()).toBe(0);
  await panel.getByRole('button', { name: 'New conversation' }).tap();
  await expect.poll(() => seen(back)).toMatchObject({ isInView: true, isOnTop: true });
  await expect.poll(() => thread.locator('.question').count()).toBe(0);
  await expect.poll(() => violations(page)).toEqual([]);
  await page.goto(`${fixture.site}/en/search`);
  await visitor.open();
  await back.tap();
  await thread.getByText('copying one folder').waitFor();
  await expect.poll(() => back.count()).toBe(0);
  await answered(visitor, 'And then?');
  await expect
    .poll(() => fixture.asked[1]?.history)
    .toMatchObject([{ content: 'How do I back up?' }, { role: 'assistant' }]);
  fixture.scenario = 'slow';
  await visitor.ask('A third one');
  await thread.getByText('The first words').waitFor();
  await panel.getByRole('button', { name: 'New conversation' }).tap();
  await back.tap();
  await thread.getByText('The connection was lost before the answer was complete.').waitFor();
  await expect.poll(() => thread.locator('.question').count()).toBe(3);
  expect(visitor.troubles).toEqual([]);
});

test('the button avoids other floating elements of the page', async () => {
  fixture.settings = { triggerAlign: 'auto' };
  await using visitor = await visit(browser, fixture, '/en/crowded');
  const launcher = launcherOf(visitor);
  await launcher.waitFor();
  const top = await visitor.page.locator('#top').boundingBox();
  await expect
    .poll(async () => {
      const box = await launcher.boundingBox();
      return box && top && box.y + box.height <= top.y;
    })
    .toBe(true);
  await visitor.page.locator('#top').click({ trial: true });
  await launcher.click();
  await visitor.input.waitFor();
});

test('the button can be dragged to the other side and stays there; a click still opens', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page } = visitor;
  const launcher = launcherOf(visitor);
  await launcher.waitFor();
  // What moves it comes when the pointer does.
  await Promise.all([page.waitForResponse(/\/drag-/), launcher.hover()]);
  await page.waitForLoadState('networkidle');
  await page.mouse.down();
  await page.mouse.move(600, 400, { steps: 4 });
  await page.mouse.move(100, 300, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => visitor.panel.count()).toBe(0);
  const box = await launcher.boundingBox();
  expect(box?.x).toBeLessThan(40);
  expect(Math.abs((box?.y ?? 0) - 300)).toBeLessThan(40);
  await page.reload();
  await launcher.waitFor();
  await expect.poll(async () => (await launcher.boundingBox())?.x).toBe(box?.x);
  await launcher.click();
  await visitor.input.waitFor();
  await expect.poll(async () => (await windowOf(visitor).boundingBox())?.x).toBeLessThan(40);
});

test('the window is resized by its edges and by keys, within the screen, and keeps its size', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page } = visitor;
  await visitor.open();
  await visitor.input.waitFor();
  const size = async () => {
    const box = await windowOf(visitor).boundingBox();
    return box && [Math.round(box.width), Math.round(box.height)];
  };
  await expect.poll(size).toEqual([400, 600]);
  await pullEdge(page, -100);
  await expect.poll(size).toEqual([500, 600]);
  const corner = visitor.page.getByRole('button', { name: 'Resize' });
  await corner.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect.poll(size).toEqual([468, 632]);
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowDown');
  await expect.poll(size).toEqual([468, 420]);
  await expect.poll(() => violations(page)).toEqual([]);
  await page.reload();
  await visitor.input.waitFor();
  await expect.poll(size).toEqual([468, 420]);
  await corner.press('Home');
  await expect.poll(size).toEqual([400, 600]);
});

test('WG77: the window docks at the side, the page makes room for it, also on the next page, and gets it back', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel } = visitor;
  const widthOfPage = () => page.evaluate<number>('document.body.getBoundingClientRect().width');
  const before = await widthOfPage();
  await visitor.open();
  await panel.getByRole('button', { name: 'Dock to the side' }).click();
  const edges = async () => {
    const { x = 0, width = 0, ...others } = (await windowOf(visitor).boundingBox()) ?? {};
    return { ...others, right: x + width };
  };
  await expect.poll(edges).toEqual({ y: 0, height: 800, right: 1200 });
  const box = await windowOf(visitor).boundingBox();
  await expect.poll(widthOfPage).toBe(before - (box?.width ?? 0));
  await expect.poll(() => violations(page)).toEqual([]);
  await keepPicture(page, 'docked');
  await page.goto(`${fixture.site}/en/search`);
  await expect.poll(widthOfPage).toBe(before - (box?.width ?? 0));
  await page.setViewportSize({ width: 820, height: 800 });
  await expect.poll(widthOfPage).toBe(820);
  await expect.poll(() => panel.getByRole('button', { name: /Dock|Undock/ }).count()).toBe(0);
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(widthOfPage).toBe(before - (box?.width ?? 0));
  await page.keyboard.press('Escape');
  await page.evaluate('Docent.close()');
  await expect.poll(widthOfPage).toBe(before);
  await visitor.open();
  await panel.getByRole('button', { name: 'Undock' }).click();
  await expect.poll(widthOfPage).toBe(before);
  await panel.getByRole('button', { name: 'Dock to the side' }).click();
  await page.evaluate('Docent.destroy()');
  await expect.poll(widthOfPage).toBe(before);
  expect(visitor.troubles).toEqual([]);
});

test('WG78: a page gives the widget its brand by custom properties and parts', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel, thread } = visitor;
  const picture =
    'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22 fill=%22teal%22/%3E%3C/svg%3E';
  await page.addStyleTag({
    content: `docent-chat { --docent-radius: 2px; --docent-logo: url("${picture}"); --docent-logo-width: 36px; --docent-avatar: url("${picture}"); --docent-avatar-size: 24px; --docent-font-family: monospace }
      docent-chat::part(launcher) { border-radius: 6px } docent-chat::part(header) { background: rgb(1, 2, 3) }`,
  });
  await expect.poll(() => styleOf(launcherOf(visitor), ['borderRadius'])).toEqual({ borderRadius: '6px' });
  await visitor.open();
  await answered(visitor, 'How do I back up?');
  await expect.poll(() => styleOf(windowOf(visitor), ['borderRadius'])).toEqual({ borderRadius: '2px' });
  await expect
    .poll(() => styleOf(panel.locator('.bar').first(), ['backgroundColor']))
    .toEqual({
      backgroundColor: 'rgb(1, 2, 3)',
    });
  await expect
    .poll(() => styleOf(panel.locator('h2').first(), ['paddingLeft']))
    .toEqual({ paddingLeft: '36px' });
  await expect
    .poll(() => styleOf(thread.locator('docent-prose'), ['fontFamily']))
    .toEqual({ fontFamily: 'monospace' });
  await keepPicture(page, 'brand');
});

test('a mark shows its source on a card, for the pointer and the keyboard', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel } = visitor;
  await visitor.open();
  await answered(visitor, 'How do I back up?');
  const mark = panel.getByRole('link', { name: 'Source 1: Backing up' }).first();
  const card = panel.getByRole('tooltip');
  await mark.hover();
  await card.getByText('Stop the service before you restore').waitFor();
  await keepPicture(page, 'preview-card');
  await expect.poll(() => violations(page)).toEqual([]);
  await card.hover();
  await expect.poll(() => card.isVisible()).toBe(true);
  await page.mouse.move(5, 5);
  await card.waitFor({ state: 'hidden' });
  for (let press = 0; press < 20 && !(await isFocused(mark)); press++) await page.keyboard.press('Shift+Tab');
  await card.waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  await expect.poll(() => panel.isVisible()).toBe(true);
});

test.each([
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
] as const)(
  'WG5: the card of a mark is readable, whole and beside its mark: %s, %s',
  async (screen, theme) => {
    fixture.scenario = 'quoted';
    fixture.settings = { theme };
    await using visitor = await visit(browser, fixture, '/en', screen === 'phone' ? phone : {});
    await visitor.open();
    await answered(visitor, 'How do I back up the site?');
    const marks = visitor.thread.locator('.mark a');
    for (const mark of await marks.all()) {
      // Only the keyboard's focus shows the card on a screen without a pointer.
      await visitor.page.keyboard.press('Tab');
      await mark.focus();
      const card = visitor.panel.getByRole('tooltip');
      await card.waitFor();
      await untilStill(visitor.page);
      const [at, box, room] = [
        await mark.boundingBox(),
        await card.boundingBox(),
        await visitor.panel.boundingBox(),
      ];
      if (!at || !box || !room) throw new Error('The card is not seen');
      expect(box.x).toBeGreaterThanOrEqual(room.x);
      expect(box.x + box.width).toBeLessThanOrEqual(room.x + room.width);
      expect(box.y).toBeGreaterThanOrEqual(room.y);
      expect(box.y + box.height <= at.y + 2 || box.y >= at.y + at.height - 2).toBe(true);
      for (const part of [card.locator('strong'), card.locator('q')])
        await expect.poll(() => contrastOf(part)).toBeGreaterThan(4.5);
    }
  },
);

test('a dislike asks for a reason, and the conversation can be downloaded as a file', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel } = visitor;
  await visitor.open();
  await page.evaluate(`Docent.on('feedback', ({ rating }) => (document.title = rating))`);
  await answered(visitor, 'How do I back up?');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Save conversation' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^conversation-\d{4}-\d{2}-\d{2}\.md$/);
  const file = await readFile(await saved.path(), 'utf8');
  expect(file).toContain('## How do I back up?');
  expect(file).toContain(
    `[1] Backing up: database, attachments and theme <${fixture.site}/articles/backup#restore>`,
  );
  await panel.getByRole('button', { name: 'Bad answer' }).click();
  await panel.getByRole('button', { name: 'Out of date' }).click();
  await panel.getByText('0/187').waitFor();
  await panel.getByRole('textbox', { name: 'Tell us more' }).fill('Step two changed');
  await panel.getByRole('button', { name: 'Send feedback' }).click();
  await expect.poll(() => fixture.feedback[0]?.get('comment')).toBe('Out of date: Step two changed');
  await expect.poll(() => page.title()).toBe('dislike');
  expect(visitor.troubles).toEqual([]);
});

test.each([narrowPhone, phone, tallPhone])(
  'WG28: the note about a lost connection and the button to the end leave the form of a bad rating free, %o',
  async (screen) => {
    fixture.scenario = 'partial';
    await using visitor = await visit(browser, fixture, '/en', screen);
    const { page, panel, thread } = visitor;
    await visitor.open();
    for (const [index, question] of ['How do I back up?', 'And restore?'].entries()) {
      await visitor.ask(question);
      await thread.getByText('A sentence that is being read').nth(index).waitFor();
      fixture.release();
      await panel.locator('.send[type=submit]').waitFor();
    }
    await panel.locator('.dislike').first().tap();
    const send = panel.getByRole('button', { name: 'Send feedback' });
    await send.waitFor();
    await expect.poll(() => seen(send)).toMatchObject({ isInView: true, isOnTop: true });
    await page.context().setOffline(true);
    await panel.locator('.offline').waitFor();
    await panel.locator('.to-latest').waitFor();
    await expect.poll(() => apart(send, panel.locator('.to-latest'))).toBe(true);
    await expect.poll(() => apart(send, panel.locator('.footer'))).toBe(true);
    await expect.poll(() => seen(send)).toMatchObject({ isInView: true, isOnTop: true });
  },
);

/** True when two elements share no pixel. */
async function apart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('Not shown');
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

test('a lost connection is reported, and its return', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel, thread } = visitor;
  await visitor.open();
  await visitor.input.waitFor();
  await page.context().setOffline(true);
  await panel.locator('.offline').waitFor();
  await visitor.ask('Is anyone there?');
  await thread.getByText('The assistant can’t be reached.').waitFor();
  await expect.poll(() => violations(page)).toEqual([]);
  await page.context().setOffline(false);
  await panel.locator('.offline').waitFor({ state: 'detached' });
  await expect.poll(() => visitor.status.innerText()).toBe('You’re back online.');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => fixture.asked.length).toBe(1);
});

test('in an administrator’s preview the embedding page sets the look and asks; messages of other origins are ignored', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/preview');
  const frame = visitor.page.frameLocator('iframe');
  const inside = frame.locator('docent-panel');
  await inside.getByText('Hello! What would you like to know?').waitFor();
  const send = (message: unknown) =>
    visitor.page.evaluate(`frames[0].postMessage(${JSON.stringify(message)}, '*')`);
  await send({
    type: 'ai-preview-config',
    payload: { welcome: 'A new greeting', theme: 'dark', width: 500 },
  });
  await inside.getByText('A new greeting').waitFor();
  await expect.poll(() => frame.locator('docent-chat .shell').getAttribute('data-theme')).toBe('dark');
  await expect.poll(async () => (await frame.locator('docent-chat dialog').boundingBox())?.width).toBe(500);
  await frame.locator('body').evaluate((body) => {
    body.ownerDocument.defaultView.postMessage(
      { type: 'ai-preview-query', payload: { query: 'From a stranger' } },
      '*',
    );
  });
  await send({ type: 'ai-preview-query', payload: { query: 'What is hot?', intentRouteId: 'hot' } });
  await inside.getByText('The first words').waitFor();
  await expect.poll(() => fixture.asked).toMatchObject([{ message: 'What is hot?', intentRouteId: 'hot' }]);
  expect(visitor.troubles).toEqual([]);
});

test('formulas stay in their source form where they cannot be rendered', async () => {
  fixture.scenario = 'math';
  fixture.missing = 'formula';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.ask('How much?');
  await visitor.thread.getByText('x_1 * y_1 * z').waitFor();
  await visitor.thread.locator('.code').getByText('\\sum_{i=1}^{n} a_i').waitFor();
  await expect.poll(() => visitor.thread.locator('em').count()).toBe(0);
});
