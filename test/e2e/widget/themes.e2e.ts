import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { keepPicture } from '../kept-picture.ts';
import { rudeThemeNames } from '../site-pages.ts';
import { contrastOf, cutOff, placeAtRest, seen } from '../seen.ts';
import { openFixture, visit, type Visitor } from '../visitor.ts';
import { laptop, shortPhone } from '../screens.ts';

const { browser, fixture } = await openFixture({ settings: { shortcuts: ['What is new?'] } });

const screens = { desktop: laptop, phone: shortPhone };

/** Computed styles that a theme could change, for every element below `place`. */
const looksOf = (place: Locator): Promise<unknown> =>
  place.evaluate((root) => {
    const names = [
      'display',
      'position',
      'float',
      'visibility',
      'color',
      'backgroundColor',
      'fontSize',
      'fontWeight',
      'fontStyle',
      'fontFamily',
      'letterSpacing',
      'wordSpacing',
      'lineHeight',
      'textTransform',
      'textIndent',
      'whiteSpace',
      'writingMode',
      'paddingTop',
      'borderTopWidth',
      'marginTop',
      'width',
      'height',
      'cursor',
    ];
    return [...root.shadowRoot.querySelectorAll('*')].map((element) => {
      const style = element.ownerDocument.defaultView.getComputedStyle(element);
      const look = Object.fromEntries(names.map((name) => [name, style[name]]));
      return { name: element.localName, ...look };
    });
  });

/** Styles once they no longer change: code is highlighted in idle time after an answer. */
async function settledLooks(place: Locator): Promise<unknown> {
  await place.locator('docent-prose code span').first().waitFor();
  let before: unknown;
  for (;;) {
    const looks = await looksOf(place);
    if (JSON.stringify(looks) === JSON.stringify(before)) return looks;
    before = looks;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** A visitor's whole way through chat and search, and how it looked. */
async function walk(visitor: Visitor): Promise<unknown[]> {
  const { page, panel, search, field } = visitor;
  const launcher = page.locator('docent-chat .launcher');
  await launcher.waitFor();
  const place = await launcher.boundingBox();
  await visitor.open();
  await visitor.ask('How do I back up?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await panel.locator('.references').waitFor();
  // The window may still be opening.
  await placeAtRest(panel);
  const box = await panel.boundingBox();
  // The pointer and the focus change looks; they rest at known places.
  await page.mouse.move(2, 2);
  await visitor.input.focus();
  const chat = await settledLooks(panel);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await field.fill('backup');
  await field.press('Enter');
  await expect.poll(() => fixture.answered.length).toBe(1);
  fixture.release();
  await search.locator('.references').waitFor();
  await search.locator('.results li').first().waitFor();
  const found = await settledLooks(search);
  return [place, box, chat, found];
}

test('the style sheets of five aggressive themes do not change the widget', async () => {
  await using plain = await visit(browser, fixture, '/en');
  const [place, box, chat, found] = await walk(plain);
  expect(chat).toContainEqual(expect.objectContaining({ name: 'textarea', fontSize: '15px' }));
  expect(found).toContainEqual(expect.objectContaining({ name: 'mark' }));
  for (const name of rudeThemeNames) {
    fixture.asked.length = 0;
    fixture.answered.length = 0;
    await using visitor = await visit(browser, fixture, `/theme/${name}`);
    const looks = await walk(visitor);
    await keepPicture(visitor.page, `theme-${name}`);
    expect({ name, place: looks[0], box: looks[1] }).toEqual({ name, place, box });
    expect({ name, chat: looks[2] }).toEqual({ name, chat });
    expect({ name, found: looks[3] }).toEqual({ name, found });
    expect(visitor.troubles).toEqual([]);
  }
});

test('WG23, WG83: a page without a document type and a page of XHTML change nothing, and tables are readable in the dark', async () => {
  fixture.settings = { theme: 'dark' };
  fixture.scenario = 'wide';
  const looks: unknown[] = [];
  for (const path of ['/en', '/en/quirks', '/en/xml']) {
    await using visitor = await visit(browser, fixture, path);
    await visitor.open();
    await visitor.ask('Why is it sour?');
    await visitor.panel.locator('.follow-ups').waitFor();
    await expect.poll(() => contrastOf(visitor.thread.locator('td').first())).toBeGreaterThan(7);
    await visitor.page.mouse.move(2, 2);
    const chat = await looksOf(visitor.panel);
    await visitor.page.keyboard.press('Escape');
    await visitor.page.keyboard.press('Control+K');
    await visitor.field.fill('backup');
    await visitor.search.locator('.results li').nth(2).waitFor();
    looks.push({ chat, found: await looksOf(visitor.search) });
    expect(visitor.troubles).toEqual([]);
  }
  expect(looks[1]).toEqual(looks[0]);
  expect(looks[2]).toEqual(looks[0]);
});

test('client-side navigation keeps the chat, its window and the conversation', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/pjax');
  const { page, thread } = visitor;
  await visitor.open();
  await visitor.ask('How do I back up?');
  await thread.getByText('The first words').waitFor();
  await page.getByRole('link', { name: 'Body' }).click();
  await expect.poll(() => page.locator('h1').innerText()).toMatch(/body/i);
  await expect.poll(() => page.locator('docent-chat').count()).toBe(1);
  await expect.poll(() => thread.getByText('The first words').isVisible()).toBe(true);
  fixture.release();
  await thread.getByText('The first words and the last.').waitFor();
  await page.getByRole('link', { name: 'Main' }).click();
  await page.getByRole('link', { name: 'Body' }).click();
  await expect.poll(() => page.locator('docent-chat').count()).toBe(1);
  await visitor.ask('And then?');
  await expect.poll(() => fixture.asked.length).toBe(2);
  await expect.poll(() => fixture.asked[1]?.history).toHaveLength(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await visitor.field.waitFor();
  await visitor.page.locator('html').evaluate((html) => html.classList.add('dark'));
  const shell = page.locator('docent-search .shell');
  await expect.poll(() => shell.getAttribute('data-theme')).toBe('dark');
  expect(visitor.troubles).toEqual([]);
});

test('WG34: where a page without a load brings a chat of its own, that one goes on with the conversation', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/en');
  const { page, thread, panel } = visitor;
  const swapBody = (content: string) =>
    page.evaluate(
      `document.body.replaceWith(Object.assign(document.createElement('body'), { innerHTML: '${content}' }))`,
    );
  await visitor.open();
  await visitor.ask('How do I back up?');
  await thread.getByText('The first words').waitFor();
  const { left } = fixture;
  await swapBody('<h1>Two</h1><docent-chat inline></docent-chat>');
  await panel.getByRole('button', { name: 'Try again' }).waitFor();
  await expect.poll(() => page.locator('docent-chat').count()).toBe(1);
  await expect
    .poll(() => thread.locator('.question').allInnerTexts())
    .toEqual([expect.stringContaining('How do I back up?')]);
  // Nobody would read the rest.
  await expect.poll(() => fixture.left).toBe(left + 1);
  await visitor.ask('And then?');
  await thread.getByText('The first words').nth(1).waitFor();
  fixture.release();
  await thread.getByText('The first words and the last.').waitFor();
  await swapBody('<h1>Three</h1>');
  await page.locator('docent-chat:not([inline]) docent-panel').waitFor();
  await expect.poll(() => thread.locator('.question').count()).toBe(2);
  await expect.poll(() => thread.getByText('The first words and the last.').count()).toBe(1);
  expect(visitor.troubles).toEqual([]);
});

test('WG34: a search that went with the body of the page opens again as a window', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, search, field } = visitor;
  await page.locator('docent-chat .launcher').waitFor();
  const overlay = page.locator('docent-search .overlay');
  for (const reopen of ['Control+K', 'Docent.search("docker")']) {
    await page.keyboard.press('Control+K');
    await field.waitFor();
    await page.evaluate(`document.body.replaceWith(document.createElement('body'))`);
    await expect.poll(() => overlay.count()).toBe(0);
    if (reopen.startsWith('Control')) await page.keyboard.press(reopen);
    else await page.evaluate(reopen);
    await search.waitFor();
    await expect.poll(() => overlay.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => search.isVisible()).toBe(false);
  }
});

describe.each(Object.keys(screens) as (keyof typeof screens)[])('on a %s', (screen) => {
  test.each([
    '/en/nonce',
    '/en/tiny',
    '/en/zoomed',
    '/en/zoomed-body',
    '/en/huge',
    '/en/layers',
    '/en/twice',
  ])('WG23: the chat and the search are whole and on top: %s', async (path) => {
    await using visitor = await visit(browser, fixture, path, screens[screen]);
    const { page, panel, thread, search, field } = visitor;
    await visitor.settled();
    for (const name of ['docent-chat', 'docent-chat .launcher'])
      await expect.poll(() => page.locator(name).count()).toBe(1);
    await expect.poll(() => page.locator('#curtain').count()).toBe(path === '/en/layers' ? 1 : 0);
    await expect.poll(() => page.title()).toBe(path === '/en/twice' ? 'Backing up ready' : 'Backing up');
    await visitor.open();
    await visitor.ask('How do I back up?');
    await expect.poll(() => fixture.asked.length).toBe(1);
    fixture.release();
    await thread.locator('.references').waitFor();
    const bar = panel.locator('.bar .tool').first();
    const parts = [panel.locator('.bar h2'), bar, thread.locator('.question'), visitor.input];
    for (const part of parts) {
      await part.scrollIntoViewIfNeeded();
      await expect.poll(() => seen(part)).toMatchObject({ isInView: true, isOnTop: true });
    }
    await expect.poll(() => cutOff(panel)).toEqual([]);
    await panel.getByRole('button', { name: 'Close' }).click();
    // One handler each: a second one would close the window again.
    await page.keyboard.press('Control+K');
    await field.fill('backup');
    await search.locator('.row').nth(1).waitFor();
    for (const part of [field, page.locator('docent-search .overlay'), search])
      await expect.poll(() => seen(part)).toMatchObject({ isInView: true, isOnTop: true });
    const last = search.locator('.row').last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => seen(last)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(() => cutOff(search)).toEqual([]);
    expect(visitor.troubles).toEqual([]);
  });
});

test('WG23: a page that the browser brings back shows what was said meanwhile', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/en');
  const { page, thread } = visitor;
  const ask = async (question: string) => {
    const before = fixture.asked.length;
    await visitor.ask(question);
    await expect.poll(() => fixture.asked.length).toBe(before + 1);
    await thread.getByText('The first words').nth(before).waitFor();
    fixture.release();
    await visitor.panel.locator('.send[type=submit]').waitFor();
  };
  await visitor.open();
  await ask('Here');
  await ask('Elsewhere');
  const said = await page.evaluate(`sessionStorage.getItem('docent-conversation')`);
  await visitor.panel.getByRole('button', { name: 'New conversation' }).click();
  await page.evaluate((text) => sessionStorage.setItem('docent-conversation', text), said as string);
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  await expect.poll(() => thread.locator('.question').count()).toBe(2);
  await ask('And now?');
  await expect.poll(() => fixture.asked.at(-1)?.history).toHaveLength(4);
  await expect.poll(() => thread.locator('.question').count()).toBe(3);
});
