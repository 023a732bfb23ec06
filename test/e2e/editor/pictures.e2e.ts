import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createContentFolder } from '../../fakes/content-folder.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { plainPng } from '../../fakes/png.ts';
import { openLive, startLiveService } from '../live-service.ts';
import { contrastOf, seen } from '../seen.ts';
import { isFocused, violations } from '../visitor.ts';
import { startEditorSite, type EditorSite } from './editor-site.ts';
import { openEditorPage } from './open-editor.ts';
import { harmlessAlt, hostileAlt } from './hostile-alt.ts';

const folder = await createContentFolder({
  'herons.md': '# Herons\n\nHerons nest here.',
  'heron.png': plainPng(64, 32, [200, 30, 30, 255]),
  'map.png': plainPng(32, 32, [30, 30, 200, 255]),
});
afterAll(() => folder[Symbol.asyncDispose]());

const said = 'A heron on its nest';
let answer = said;
const models = createFakeModels({ kinds: ['chat'], chat: () => answer, readsImages: true });
const { browser, live } = await openLive(
  startLiveService({ models, env: { DOCENT_CONTENT_DIR: folder.contentDir } }),
);

const mapped = '<img src="/media/map.png" alt="A map">';
const content = `<p>Herons nest here.</p><img src="/media/heron.png"><p>The way:</p>${mapped}<p>They return.</p>`;

async function openEditor({ origin }: EditorSite) {
  const editor = await openEditorPage(browser, origin);
  const { page } = editor;
  return {
    ...editor,
    html: () => page.evaluate<string>('editor.getHTML()'),
    /** Alternative texts as the document itself has them. */
    alts: () =>
      page.evaluate<string[]>(`{
        const found = [];
        editor.state.doc.descendants((node) => {
          if (node.type.name === 'image') found.push(node.attrs.alt);
        });
        found;
      }`),
  };
}

describe.each([2, 3] as const)('pictures in Tiptap %s', (tiptap) => {
  let site: EditorSite;
  beforeAll(async () => {
    site = await startEditorSite({ ...live, tiptap, content });
  });
  afterEach(() => {
    answer = said;
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test('ED15 ED3: the picture without an alternative text gets one, and one undo takes exactly it back', async () => {
    await using editor = await openEditor(site);
    await editor.document.press('Control+End');
    await editor.page.keyboard.type(' Yes.');
    await expect.poll(() => editor.html()).toContain(' Yes.');
    const before = await editor.html();
    await editor.menu();
    const asked = models.calls.chat.length;
    await editor.press('Describe pictures');
    await editor.box.getByText('Change 1 of 1 · Alternative text').waitFor();
    // Only the one without is asked about, and the model sees it with what is around it.
    await expect.poll(() => models.calls.chat).toHaveLength(asked + 1);
    const shown = models.calls.chat.at(-1)?.messages.at(-1);
    expect(shown?.images).toMatchObject([{ width: 64, height: 32 }]);
    expect(shown?.content).toMatch(/Herons nest here\.\s+\[the picture\]\s+The way:/);
    // The author sees the picture itself beside what would be said of it.
    const picture = editor.panel.locator('.picture img');
    await expect.poll(() => picture.evaluate((image) => image.naturalWidth)).toBe(64);
    await expect.poll(() => seen(picture)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(() => editor.panel.locator('.pair del').innerText()).toBe('(new)');
    const fresh = editor.panel.locator('.pair ins');
    await expect.poll(() => fresh.innerText()).toBe(said);
    await expect.poll(() => contrastOf(fresh)).toBeGreaterThan(4.5);
    await expect
      .poll(() => isFocused(editor.panel.getByRole('button', { name: 'Accept', exact: true })))
      .toBe(true);
    await expect.poll(() => editor.html()).toBe(before);

    await editor.press('Accept');
    await editor.box.getByText('Changes made: 1').waitFor();
    // Until then the page has a picture without an alternative text.
    await expect.poll(() => violations(editor.page, 'html')).toEqual([]);
    await expect.poll(() => editor.alts()).toEqual([said, 'A map']);
    const described = before.replace('heron.png"', `heron.png" alt="${said}"`);
    await expect.poll(() => editor.html()).toBe(described);
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(before);
    await editor.document.press('Control+Shift+z');
    await expect.poll(() => editor.html()).toBe(described);
    // What is typed right after is a step of its own.
    await editor.page.keyboard.type('!');
    await editor.document.press('Control+z');
    await expect.poll(() => editor.html()).toBe(described);
    expect(editor.troubles).toEqual([]);
  });

  test('ED15: a rejected text changes nothing; where all pictures have one, all are proposed, and a selection keeps the others out', async () => {
    await using editor = await openEditor(site);
    const before = await editor.html();
    await editor.menu();
    await editor.press('Describe pictures');
    await editor.press('Reject');
    await editor.box.waitFor({ state: 'detached' });
    await expect.poll(() => editor.html()).toBe(before);
    await editor.menu();
    await editor.press('Describe pictures');
    await editor.press('Accept');
    await expect.poll(() => editor.alts()).toEqual([said, 'A map']);
    await editor.press('Close');
    answer = 'Another text';
    await editor.menu();
    await editor.press('Describe pictures');
    await editor.box.getByText('Change 1 of 2').waitFor();
    await editor.press('Reject');
    await editor.box.getByText('Change 2 of 2').waitFor();
    await expect.poll(() => editor.panel.locator('.pair del').innerText()).toBe('A map');
    await editor.press('Accept');
    await expect.poll(() => editor.alts()).toEqual([said, 'Another text']);
    await editor.press('Close');
    await editor.document.getByText('They return.').selectText();
    await editor.document.dispatchEvent('pointerup', { bubbles: true });
    await editor.panel.getByRole('toolbar').waitFor();
    await expect.poll(() => editor.panel.getByRole('button', { name: 'Describe pictures' }).count()).toBe(0);
  });

  test('ED15: a text of the model is words and nothing else, in the panel and in the document', async () => {
    answer = hostileAlt;
    await using editor = await openEditor(site);
    await editor.menu();
    await editor.press('Describe pictures');
    await expect.poll(() => editor.panel.locator('.pair ins').innerText()).toBe(harmlessAlt);
    await expect.poll(() => editor.panel.locator('.pair ins *').count()).toBe(0);
    await editor.press('Accept');
    await expect.poll(() => editor.alts()).toEqual([harmlessAlt, 'A map']);
    await expect
      .poll(() =>
        editor.document.locator('img').evaluateAll((all) => all.map(({ src }) => new URL(src).pathname)),
      )
      .toEqual(['/media/heron.png', '/media/map.png']);
    // As its site would keep and show it.
    const html = await editor.html();
    const read = await editor.page.evaluate<[number, string]>(`{
      const page = new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html');
      [page.querySelectorAll('script, b, [onerror], [onload]').length, page.images[0].alt];
    }`);
    expect(read).toEqual([0, harmlessAlt]);
    await expect.poll(() => editor.page.evaluate('window.isHacked')).toBeUndefined();
    expect(editor.troubles).toEqual([]);
  });

  test('ED15 ED5: a picture that cannot be read is named and holds up no other; one that was taken out meanwhile is left out', async () => {
    await using two = await startEditorSite({
      ...live,
      tiptap,
      content:
        // A focus on a document that begins with a picture may select it, and then the others are kept out.
        '<p>Before.</p><img src="/media/gone.png"><p>Between.</p><img src="/media/heron.png"><img src="/media/map.png">',
    });
    await using editor = await openEditor(two);
    await editor.menu();
    await editor.press('Describe pictures');
    await editor.box.getByText('Change 1 of 2').waitFor();
    await editor.box.getByText(/gone\.png: .*404/).waitFor();
    await editor.page.evaluate(`{
      let at;
      editor.state.doc.descendants((node, position) => {
        if (node.attrs.src === '/media/heron.png') at = position;
      });
      editor.view.dispatch(editor.state.tr.delete(at, at + 1));
    }`);
    await editor.press('Accept all');
    await editor.box.getByText('Not made because the text was edited in the meantime: 1').waitFor();
    await expect.poll(() => editor.alts()).toEqual([null, said]);
  });
});
