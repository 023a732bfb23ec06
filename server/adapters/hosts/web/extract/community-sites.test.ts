import { expect, test } from 'vitest';
import { extractHtml } from '../../../../features/knowledge/extraction/extract-html.ts';
import { readPage } from './read-page.ts';

const opening = '<p>Kayaks are let by the day, and the boathouse opens every morning at seven.</p>';
const closing = '<p>Ask the boathouse about anything that this page leaves open.</p>';

/** The title and the lines of a page's article, one per block. */
const seenIn = (body: string, title = 'Kayak') => {
  const { article } = readPage({
    html: `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`,
    url: 'https://example.org/kayak',
  });
  const lines = extractHtml(article?.html ?? '').map(({ kind, text }) => `${kind}: ${text}`);
  return { title: article?.title, lines };
};

test('HOST5: in a wiki the table of facts is read, and the hint at other pages is not', () => {
  const page = `<main><h1 class="firstHeading">Kayak</h1><div class="mw-parser-output"><div class="hatnote">For other uses, see <a href="/k">Kayak (disambiguation)</a>.</div><table class="infobox"><tr><th colspan="2">Kayak</th></tr><tr><th scope="row">Length</th><td>4.2 m</td></tr></table>${opening}${closing}</div></main>`;
  expect(seenIn(page).lines.slice(0, 2)).toEqual([
    'table: Kayak\nLength: 4.2 m',
    'paragraph: Kayaks are let by the day, and the boathouse opens every morning at seven.',
  ]);
});

test('HOST5: a heading that a site puts into boxes is a heading', () => {
  const page = `<main><header><h1>Kayak</h1></header><div>${opening.repeat(2)}<h2 id="late"><div><a href="#late"></a></div><div>Late return</div></h2>${closing.repeat(2)}</div></main>`;
  expect(seenIn(page).lines).toContain('heading: Late return');
});

test('HOST5: the title of a hint in a book begins its sentence', () => {
  const page = `<div id="content" class="content"><main><h1>Kayak</h1>${opening}<blockquote class="blockquote-tag blockquote-tag-note"><p class="blockquote-tag-title"><svg></svg>Note</p><p>The key hangs at the door.</p></blockquote>${closing}</main></div>`;
  expect(seenIn(page, 'Kayak - The book').lines.join()).toContain('Note: The key hangs at the door.');
});

test('HOST5: the name of the site that leads to its front page is no title, wherever it stands', () => {
  const page = `<div id="top"><h1><a href="https://example.org/">Boat blog</a></h1></div><div class="post"><h2 class="post-title">Kayak</h2><div class="post-body">${opening}${closing}</div></div>`;
  expect(seenIn(page, 'Kayak-Boat blog').title).toBe('Kayak');
});

test('HOST5: a row of links to panels is read as their captions, once', () => {
  const page = `<main><div class="product"><h1>Kayak</h1>${opening}<div class="tabs-wrapper"><ul role="tablist"><li><a href="#a">Description</a></li><li><a href="#b">Care</a></li></ul><div id="a" role="tabpanel"><h2>Description</h2><p>Made of ash wood in our own workshop.</p></div><div id="b" role="tabpanel"><p>Oil it once a year, and keep it dry.</p></div></div>${closing}</div></main>`;
  expect(seenIn(page).lines.slice(1, -1)).toEqual([
    'heading: Description',
    'paragraph: Made of ash wood in our own workshop.',
    'paragraph: Care:',
    'paragraph: Oil it once a year, and keep it dry.',
  ]);
});

test('HOST5: what a forum says about the author of a post is no text of it', () => {
  const post = (author: string, text: string) =>
    `<table><tr><td class="pls">${author} Points 900</td><td class="plc"><div>${text}</div></td></tr></table>`;
  const page = `<h1>Kayak</h1><div id="postlist">${post('anna', opening.repeat(3))}${post('bert', closing.repeat(3))}</div>`;
  const text = seenIn(page).lines.join();
  expect(text).toContain('let by the day');
  expect(text).not.toMatch(/Points|anna|bert/);
});
