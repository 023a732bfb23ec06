import type { BrowserContextOptions, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Fault } from '../../../server/kit/fault.ts';
import type { ChatPart } from '../../../server/ports/models.ts';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';
import { openLive, startLiveService } from '../live-service.ts';
import { seen } from '../seen.ts';
import { isFocused, startBrowser, violations } from '../visitor.ts';
import { startEditorSite, type EditorSite } from './editor-site.ts';
import { openEditorPage } from './open-editor.ts';
import { shortPhone as phone } from '../screens.ts';

const filler = '<p>More of the day, told at some length so that it takes a line or two.</p>'.repeat(24);
const content = `<h2>A day</h2><p>He go home.</p>${filler}<p>The end were good.</p>`;
const corrected = (text: string) => text.replace('He go', 'He goes').replace('were', 'was');
const summary = 'A short text about a day. '.repeat(40).trim();

let answer: (text: string) => FakeAnswer = corrected;
const models = createFakeModels({
  kinds: ['chat'],
  chat: (call) => {
    const shown = /<text-([\w-]+)>\n([\s\S]*?)\n<\/text-\1>/.exec(call.messages.at(-1)?.content ?? '');
    return answer(shown?.[2] ?? '');
  },
});
const { browser, live } = await openLive(startLiveService({ models }));
const lowPhone = { ...phone, viewport: { width: 700, height: 340 } };

let site: EditorSite;
beforeAll(async () => {
  site = await startEditorSite({ ...live, tiptap: 3, content });
});
afterEach(() => {
  answer = corrected;
  live.release();
});
afterAll(() => site[Symbol.asyncDispose]());

const openEditor = (options: BrowserContextOptions = {}, origin = site.origin, of = browser) =>
  openEditorPage(of, origin, options);

/** Pixels of one element that the other covers. */
async function covered(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('Not drawn');
  const [width, height] = [
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  ];
  return Math.max(0, width) * Math.max(0, height);
}

test('ED11: copying says that it worked, and works on a page without TLS', async () => {
  await using plain = await startBrowser(['--host-resolver-rules=MAP editor.test 127.0.0.1']);
  answer = () => summary;
  for (const [origin, of, isSecure] of [
    [site.origin, browser, true],
    [site.origin.replace('127.0.0.1', 'editor.test'), plain, false],
  ] as const) {
    await using editor = await openEditor(
      isSecure ? { permissions: ['clipboard-read', 'clipboard-write'] } : {},
      origin,
      of,
    );
    await expect.poll(() => editor.page.evaluate('isSecureContext')).toBe(isSecure);
    await editor.menu();
    await editor.press('Summarize');
    const copy = editor.panel.getByRole('button', { name: 'Copy', exact: true });
    await copy.focus();
    await editor.page.keyboard.press('Enter');
    const said = editor.box.getByText('Copied.');
    await said.waitFor();
    await expect.poll(() => seen(said)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(() => editor.spoken.innerText()).toBe('Copied.');
    await expect.poll(() => isFocused(copy)).toBe(true);
    // What was copied can be pasted.
    await editor.press('Close');
    await editor.document.press('Control+End');
    await editor.page.keyboard.press('Control+v');
    await expect.poll(() => editor.document.innerText()).toContain(summary);
  }
});

test('ED11: a browser that refuses to copy is not praised', async () => {
  answer = () => summary;
  await using editor = await openEditor();
  await editor.page.evaluate(`document.execCommand = () => false;
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`);
  await editor.menu();
  await editor.press('Summarize');
  await editor.press('Copy');
  await editor.box.getByText('The browser did not allow copying.').waitFor();
  await expect.poll(() => editor.box.getByText('Copied.').count()).toBe(0);
});

test('ED11: what runs, what a change is and what was done is said to screen readers', async () => {
  await using editor = await openEditor();
  await editor.menu();
  const { spoken } = editor;
  const region = await spoken.elementHandle();
  live.holdAnswers();
  await editor.press('Proofread');
  await expect.poll(() => spoken.innerText()).toBe('Working: Proofread');
  live.release();
  await expect.poll(() => spoken.innerText()).toBe('Change 1 of 2 · Wording: “go” becomes “goes”');
  await expect.poll(() => violations(editor.page, 'html')).toEqual([]);
  await editor.press('Next change');
  await expect.poll(() => spoken.innerText()).toBe('Change 2 of 2 · Wording: “were” becomes “was”');
  await editor.press('Accept all');
  await expect.poll(() => spoken.innerText()).toBe('Changes made: 2. One undo takes them back.');
  // It was there all along; a region that comes with its words is not read.
  await expect.poll(() => spoken.evaluate((element, region) => element === region, region)).toBe(true);
});

test('ED11: a text that breaks off stays, and can be copied', async () => {
  await using editor = await openEditor();
  const parts: ChatPart[] = [{ type: 'text', text: 'A short text ' }];
  answer = () =>
    (async function* () {
      yield* parts;
      throw new Fault('upstream', 'The provider broke off');
    })();
  await editor.menu();
  await editor.press('Summarize');
  await editor.panel.getByRole('alert').waitFor();
  await editor.box.getByText('A short text').waitFor();
  await editor.press('Copy');
  await expect.poll(() => editor.spoken.innerText()).toBe('Copied.');
});

test('ED12: on a touch screen every control is 44 pixels high, in each stage', async () => {
  await using editor = await openEditor(phone);
  const measure = async () => {
    for (const control of await editor.panel.locator('button, input').all()) {
      const { height, width } = await seen(control);
      expect([height, width].every((side) => side >= 44)).toBe(true);
    }
    await expect.poll(() => seen(editor.box)).toMatchObject({ isInView: true, isOnTop: true });
  };
  await editor.menu();
  await measure();
  live.holdAnswers();
  await editor.press('Proofread');
  await editor.panel.getByRole('button', { name: 'Stop' }).waitFor();
  await measure();
  live.release();
  await editor.box.getByText('Change 1 of 2').waitFor();
  await measure();
  await editor.press('Reject all');
  answer = () => summary;
  await editor.menu();
  await editor.press('Summarize');
  await editor.panel.getByRole('button', { name: 'Copy' }).waitFor();
  await measure();
});

test('ED12: text selected by the handles of a touch screen opens the menu', async () => {
  await using editor = await openEditor(phone);
  await editor.document.tap();
  await editor.page.evaluate(`{
    const text = document.querySelector('.tiptap p').firstChild;
    getSelection().setBaseAndExtent(text, 0, text, 5);
  }`);
  await editor.panel.getByRole('toolbar').waitFor();
  await editor.press('Proofread');
  await expect.poll(() => editor.spoken.innerText()).toContain('Change 1 of 1');
});

test('ED12: the panel covers neither the change to decide nor what was inserted, on low screens too', async () => {
  for (const options of [lowPhone, phone, {}]) {
    await using editor = await openEditor(options);
    await editor.menu();
    await editor.press('Proofread');
    for (const number of [1, 2]) {
      await editor.box.getByText(`Change ${number} of 2`).waitFor();
      const current = editor.document.locator('del.docent-current');
      await expect.poll(() => covered(current, editor.box)).toBe(0);
      await expect.poll(() => seen(current)).toMatchObject({ isInView: true, isOnTop: true });
      await expect.poll(() => seen(editor.box)).toMatchObject({ isInView: true });
      await editor.press('Next change');
    }
    await editor.press('Reject all');
    await editor.box.waitFor({ state: 'detached' });
    answer = () => 'All in one.';
    await editor.menu();
    await editor.press('Summarize');
    await editor.press('Insert below');
    const added = editor.document.getByText('All in one.');
    await editor.box.getByText('Inserted.').waitFor();
    await expect.poll(() => covered(added, editor.box)).toBe(0);
    await expect.poll(() => seen(added)).toMatchObject({ isInView: true, isOnTop: true });
    answer = corrected;
  }
});

test('ED12: a long text that arrives is shown at its end', async () => {
  answer = () => summary;
  await using editor = await openEditor({ viewport: { width: 1100, height: 400 } });
  live.holdAnswers();
  const parts: ChatPart[] = [summary, ' Then it ended.'].map((text) => ({ type: 'text', text }));
  answer = () => parts;
  await editor.menu();
  await editor.press('Summarize');
  const preview = editor.panel.getByRole('region', { name: 'Preview' });
  const rest = () => preview.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  await preview.waitFor();
  await expect.poll(() => preview.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  await expect.poll(rest).toBeLessThan(4);
});

test('ED7: the shortcut goes back to the changes under review instead of dropping them', async () => {
  await using editor = await openEditor();
  await editor.menu();
  await editor.press('Proofread');
  await editor.box.getByText('Change 1 of 2').waitFor();
  await editor.document.getByText('A day', { exact: true }).click();
  await editor.document.press('Control+j');
  await expect
    .poll(() => isFocused(editor.panel.getByRole('button', { name: 'Accept', exact: true })))
    .toBe(true);
  await editor.box.getByText('Change 1 of 2').waitFor();
});
