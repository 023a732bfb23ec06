import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Fault } from '../../../server/kit/fault.ts';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';
import type { ChatCall } from '../../../server/ports/models.ts';
import { contrastOf, seen } from '../seen.ts';
import { isFocused, styleOf, violations } from '../visitor.ts';
import { startEditorSite, type EditorSite, type TiptapVersion } from './editor-site.ts';
import { openLive, startLiveService } from '../live-service.ts';

const content =
  '<h2>A day</h2><p>He <strong>go</strong> home with <a href="/tea">the tea</a>. She dont like it.</p>' +
  '<ul><li><p>One itme</p></li></ul><pre><code>let itme = 1;</code></pre><p>The end were good.</p>';

/** The mistakes of the text, as the model corrects them. */
const corrected = (text: string) =>
  text
    .replace('go home', 'goes home')
    .replace('dont', "doesn't")
    .replace('itme', 'item')
    .replace('were', 'was');

const textIn = (call: ChatCall | undefined) =>
  /<text-([\w-]+)>\n([\s\S]*?)\n<\/text-\1>/.exec(call?.messages.at(-1)?.content ?? '')?.[2] ?? '';

let answer: (text: string) => FakeAnswer = corrected;
const models = createFakeModels({ kinds: ['chat'], chat: (call) => answer(textIn(call)) });
/** Timeout of expectations that wait for the service. */
const { browser, live } = await openLive(startLiveService({ models }));

type OpenEditor = Awaited<ReturnType<typeof openEditor>>;

async function openEditor(browser: Browser, site: EditorSite) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      troubles.push(message.text());
  });
  await page.goto(site.origin);
  const panel = page.locator('.docent-writing');
  const document = page.locator('.tiptap');
  await document.waitFor();
  return {
    page,
    panel,
    box: panel.locator('.box'),
    document,
    troubles,
    press: (name: string) => panel.getByRole('button', { name, exact: true }).click(),
    html: () => page.evaluate<string>('editor.getHTML()'),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

describe.each([2, 3] as const)('Tiptap %s', (tiptap: TiptapVersion) => {
  let site: EditorSite;
  beforeAll(async () => {
    site = await startEditorSite({ ...live, tiptap, content });
  });
  afterEach(() => {
    answer = corrected;
    site.refusal = undefined;
    live.release();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  /** Proofreads the whole document, up to its changes. */
  const proofread = async (editor: OpenEditor) => {
    await editor.document.press('Control+j');
    await editor.press('Proofread');
    await editor.box.getByText('Change 1 of 4').waitFor();
  };

  test('ED1 ED2: changes are shown in place while the document stays unchanged', async () => {
    await using editor = await openEditor(browser, site);
    const before = await editor.html();
    await proofread(editor);
    await expect.poll(() => editor.html()).toBe(before);
    const removed = editor.document.locator('del');
    const added = editor.document.locator('ins');
    await expect.poll(() => removed.allInnerTexts()).toEqual(['go', 'dont', 'itme', 'were']);
    await expect.poll(() => added.allInnerTexts()).toEqual(['goes', "doesn't", 'item', 'was']);
    for (const place of [...(await removed.all()), ...(await added.all())]) {
      await expect.poll(() => seen(place)).toMatchObject({ isInView: true, isOnTop: true });
      await expect.poll(() => contrastOf(place)).toBeGreaterThan(4.5);
    }
    await expect
      .poll(() => styleOf(removed.first(), ['textDecorationLine']))
      .toEqual({
        textDecorationLine: 'line-through',
      });
    // Each stands right before what would come in its place.
    const [old, fresh] = await Promise.all([removed.first().boundingBox(), added.first().boundingBox()]);
    expect(Math.abs((old?.x ?? 0) + (old?.width ?? 0) - (fresh?.x ?? 0))).toBeLessThan(3);
    // The panel says the same, and covers none of it.
    await expect.poll(() => editor.panel.locator('.pair del').innerText()).toBe('go');
    await expect.poll(() => editor.panel.locator('.pair ins').innerText()).toBe('goes');
    const box = editor.panel.locator('.box');
    await expect.poll(() => seen(box)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(async () => (await seen(box)).height).toBeLessThan(240);
    await expect
      .poll(() => styleOf(box, ['backgroundColor']))
      .toEqual({ backgroundColor: 'rgb(255, 255, 255)' });
    // Code was neither sent nor touched.
    await expect.poll(() => textIn(models.calls.chat.at(-1))).not.toContain('let itme');
    expect(editor.troubles).toEqual([]);
  });

  test('ED7: on a dark page the panel is dark and readable', async () => {
    await using dark = await startEditorSite({ ...live, tiptap, content, colorScheme: 'dark' });
    await using editor = await openEditor(browser, dark);
    await proofread(editor);
    const box = editor.panel.locator('.box');
    await expect
      .poll(() => styleOf(box, ['backgroundColor']))
      .toEqual({ backgroundColor: 'rgb(32, 35, 43)' });
    for (const place of await editor.panel.locator('button, del, ins, .state, strong').all())
      await expect.poll(() => contrastOf(place)).toBeGreaterThan(4.5);
    for (const place of await editor.document.locator('del, ins').all())
      await expect.poll(() => contrastOf(place)).toBeGreaterThan(4.5);
  });

  test('ED3 ED5: accepted changes are applied in one step, marks stay, and one undo reverts exactly them', async () => {
    await using editor = await openEditor(browser, site);
    await editor.document.press('Control+End');
    await editor.page.keyboard.type(' Yes.');
    await expect.poll(() => editor.html()).toContain(' Yes.');
    const typed = await editor.html();
    await proofread(editor);
    await editor.press('Accept');
    await editor.box.getByText('Change 2 of 4').waitFor();
    await expect.poll(() => editor.document.locator('del').first().isVisible()).toBe(false);
    await expect.poll(() => editor.html()).toBe(typed);
    await editor.press('Reject');
    await editor.press('Accept');
    await expect.poll(() => editor.html()).toBe(typed);
    await editor.press('Accept');
    const changed = typed
      .replace('<strong>go</strong>', '<strong>goes</strong>')
      .replace('One itme', 'One item')
      .replace('were', 'was');
    await expect.poll(editor.html).toBe(changed);
    expect(changed).toContain('dont');
    await editor.box.getByText('Changes made: 3').waitFor();
    await expect.poll(() => editor.document.locator('del, ins').count()).toBe(0);
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(typed);
    await editor.document.press('Control+Shift+z');
    await expect.poll(() => editor.html()).toBe(changed);
    // A second undo is about what the author typed.
    await editor.document.press('Control+z');
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(typed.replace(' Yes.', ''));
  });

  test('ED3: when the changes are made, the next keys are in the text, and undo takes them back', async () => {
    await using editor = await openEditor(browser, site);
    const { keyboard } = editor.page;
    const before = await editor.html();
    await proofread(editor);
    await editor.panel.getByRole('button', { name: 'Accept all' }).focus();
    await keyboard.press('Enter');
    await expect.poll(editor.html).not.toBe(before);
    await editor.box.getByText('Changes made: 4').waitFor();
    await expect.poll(() => isFocused(editor.document)).toBe(true);
    await keyboard.press('Control+z');
    await expect.poll(editor.html).toBe(before);
    expect(editor.troubles).toEqual([]);
  });

  test('ED3: all at once, or none', async () => {
    await using editor = await openEditor(browser, site);
    const before = await editor.html();
    await proofread(editor);
    await editor.press('Reject all');
    await editor.panel.locator('.box').waitFor({ state: 'detached' });
    await expect.poll(() => editor.html()).toBe(before);
    await proofread(editor);
    await editor.press('Accept all');
    await expect.poll(editor.html).toContain("doesn't like it");
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(before);
  });

  test('ED1 ED4: the text is shown as it streams; stopping ends the call and changes nothing', async () => {
    await using editor = await openEditor(browser, site);
    const before = await editor.html();
    live.holdAnswers();
    await editor.document.press('Control+j');
    await editor.press('Polish');
    const preview = editor.panel.getByRole('region', { name: 'Preview' });
    await expect.poll(() => preview.innerText()).toContain('A');
    await expect.poll(() => seen(preview)).toMatchObject({ isInView: true, isOnTop: true });
    const call = models.calls.chat.at(-1);
    expect(call?.signal.aborted).toBe(false);
    await editor.press('Stop');
    await expect.poll(() => call?.signal.aborted).toBe(true);
    await editor.panel.getByRole('toolbar').waitFor();
    await editor.page.keyboard.press('Escape');
    await editor.panel.locator('.box').waitFor({ state: 'detached' });
    await expect
      .poll(async () => [await editor.html(), await editor.document.locator('.docent-passage').count()])
      .toEqual([before, 0]);
  });

  test('ED7: everything can be done with the keyboard, and the focus comes back', async () => {
    await using editor = await openEditor(browser, site);
    const { keyboard } = editor.page;
    await editor.document.press('Control+j');
    await expect.poll(() => isFocused(editor.panel.getByRole('button', { name: 'Proofread' }))).toBe(true);
    await keyboard.press('ArrowRight');
    await expect.poll(() => isFocused(editor.panel.getByRole('button', { name: 'Polish' }))).toBe(true);
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    const accept = editor.panel.getByRole('button', { name: 'Accept', exact: true });
    await expect.poll(() => isFocused(accept)).toBe(true);
    await expect.poll(() => violations(editor.page, 'html')).toEqual([]);
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await editor.box.getByText('Change 3 of 4').waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => isFocused(editor.document)).toBe(true);
    await expect.poll(() => editor.html()).toContain('<strong>go</strong>');
  });

  test('ED1: selecting text opens the menu below it, and only the selection is worked on', async () => {
    await using editor = await openEditor(browser, site);
    await editor.document.getByText('The end were good.').selectText();
    await editor.document.dispatchEvent('pointerup', { bubbles: true });
    const box = editor.panel.locator('.box');
    await box.waitFor();
    const [text, menu] = [await editor.document.locator('p').last().boundingBox(), await box.boundingBox()];
    expect(menu?.y ?? 0).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
    await editor.press('Proofread');
    await editor.box.getByText('Change 1 of 1').waitFor();
    await expect.poll(() => textIn(models.calls.chat.at(-1))).toBe('The end were good.');
    await editor.press('Accept');
    await expect.poll(editor.html).toContain('The end was good.');
  });

  test('ED5: a change whose words the author has edited meanwhile is skipped, the others are applied', async () => {
    await using editor = await openEditor(browser, site);
    await proofread(editor);
    await editor.page.evaluate('editor.commands.insertContentAt(editor.state.doc.content.size - 9, "XY")');
    await expect.poll(() => editor.document.locator('del').allInnerTexts()).toEqual(['go', 'dont', 'itme']);
    await editor.press('Accept all');
    await editor.box.getByText('Not made because the text was edited in the meantime: 1').waitFor();
    await expect.poll(() => editor.html()).toContain('One item');
  });

  test('ED6: a failure shows its reason and can be retried', async () => {
    await using editor = await openEditor(browser, site);
    site.refusal = { status: 403, body: '{"error":"You may not edit this article"}' };
    await editor.document.press('Control+j');
    await editor.press('Polish');
    await editor.panel.getByRole('alert').getByText('You may not edit this article').waitFor();
    site.refusal = { status: 401, body: '' };
    await editor.press('Try again');
    await editor.box.getByText('You are not signed in to Docent').waitFor();
    site.refusal = undefined;
    answer = () => new Fault('upstream', 'The provider is overloaded');
    await editor.press('Try again');
    await editor.box.getByText('The provider is overloaded').waitFor();
    await expect.poll(() => editor.document.locator('del, ins').count()).toBe(0);
    answer = corrected;
    await editor.press('Try again');
    await editor.box.getByText(/Change 1 of \d/).waitFor();
  });

  test('ED5 ED8: removed and added paragraphs, new texts and outlines become blocks of the document', async () => {
    await using editor = await openEditor(browser, site);
    const before = await editor.html();
    answer = (text) => text.replace('The end were', 'A new one.\n\nThe end were');
    await editor.document.press('Control+j');
    await editor.press('Expand');
    await editor.box.getByText(/Change 1 of \d/).waitFor();
    await editor.press('Accept all');
    await expect.poll(editor.html).toContain('<p>A new one.</p>');
    await expect.poll(() => editor.html()).toContain('<pre><code>let itme = 1;</code></pre>');
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(before);

    answer = () => 'All in one.';
    await editor.document.press('Control+j');
    await editor.press('Summarize');
    await editor.press('Insert below');
    await expect.poll(editor.html).toBe(`${before}<p>All in one.</p>`);
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(before);

    answer = () =>
      JSON.stringify({
        title: 'T',
        summary: 'What it is.',
        sections: [{ heading: 'First', summary: 'One.' }],
      });
    await editor.document.press('Control+j');
    await editor.press('Outline');
    await editor.press('Replace the text');
    await expect.poll(editor.html).toMatch(/^<p>What it is.<\/p><h2>.*First<\/h2><p>One.<\/p>$/);
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(before);
  });

  test('ED5: links of the site become links of the document', async () => {
    const text = '<p>Make a backup first. See Backup, restore, upgrade for more.</p>';
    await using linked = await startEditorSite({ ...live, tiptap, content: text, language: 'zh-CN' });
    await using editor = await openEditor(browser, linked);
    await editor.document.press('Control+j');
    await editor.press('添加链接');
    await editor.box.getByText(/第 1 处/).waitFor();
    await editor.press('全部接受');
    await expect.poll(editor.html).toMatch(/<a href="[^"]+">[^<]+<\/a>/);
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(text);
  });

  test('ED5 WR19: proposed links show the sentence in which they stand', async () => {
    const text = '<p>It rained all day. Our visitors come by a reverse proxy with nginx in front.</p>';
    await using linked = await startEditorSite({ ...live, tiptap, content: text, language: 'en' });
    await using editor = await openEditor(browser, linked);
    await editor.document.press('Control+j');
    await editor.press('Propose links');
    await editor.box
      .getByText('In: Our visitors come by a reverse proxy with nginx in front.')
      .first()
      .waitFor();
    await editor.press('Accept all');
    await expect.poll(editor.html).toMatch(/<a href="[^"]+">[^<]+<\/a>/);
  });

  test('ED8 WR18: tags are shown to be copied, and stay out of the text', async () => {
    answer = () => '- weather\n- gardens';
    await using editor = await openEditor(browser, site);
    const before = await editor.html();
    await editor.document.press('Control+j');
    await editor.press('Tags');
    await editor.box.getByText('gardens').waitFor();
    await expect.poll(() => editor.panel.getByRole('button', { name: 'Insert below' }).count()).toBe(0);
    await expect.poll(() => isFocused(editor.panel.getByRole('button', { name: 'Copy' }))).toBe(true);
    await expect.poll(editor.html).toBe(before);
  });
});
