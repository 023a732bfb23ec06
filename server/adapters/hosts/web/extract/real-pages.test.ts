import { describe, expect, test } from 'vitest';
import { readPage, type PageReading } from './read-page.ts';

const opening =
  '<p>The ferry of the harbour runs from April to October, and bicycles travel free of charge.</p>';
const prices = '<p>A single ticket costs 4.20 euros and a day ticket costs 7.80 euros for adults.</p>';
const dogs = '<p>Dogs are welcome on the lower deck when they are kept on a short leash all the time.</p>';

const read = (body: string, given: { readonly head?: string; readonly title?: string } = {}): PageReading =>
  readPage({
    html: `<!doctype html><html lang="en"><head><title>${given.title ?? 'Ferry'}</title>${given.head ?? ''}</head><body>${body}</body></html>`,
    url: 'https://example.org/docs/ferry/',
  });

const teaser = (path: string, text: string) => `<h3><a href="${path}">About ${path}</a></h3>${text}`;

describe('HOST5: a list is recognised by its content, whatever elements it is made of', () => {
  test.each([
    ['boxes', `<div>${teaser('/a', opening)}</div><div>${teaser('/b', prices)}</div>`],
    ['items', `<ul><li>${teaser('/a', opening)}</li><li>${teaser('/b', prices)}</li></ul>`],
    ['two articles', `<article>${teaser('/a', opening)}</article><article>${teaser('/b', prices)}</article>`],
    ['no boxes at all', teaser('/a', opening) + teaser('/b', prices)],
  ])('teasers in %s', (_, teasers) => {
    expect(read(`<main><h1>News</h1>${teasers}</main>`).reason).toMatchObject({ text: 'it is a list' });
  });

  test.each([
    [
      'an article above teasers',
      `<h1>Ferry</h1>${opening}<div>${teaser('/a', prices)}</div><div>${teaser('/b', dogs)}</div>`,
    ],
    [
      'headings that link to themselves',
      `<h1>Ferry</h1>${teaser('#a', opening)}${teaser('/docs/ferry/#b', prices)}`,
    ],
    [
      'headings that link to other sites',
      `<h1>Links</h1>${teaser('https://a.example/', opening)}${teaser('https://b.example/', prices)}`,
    ],
  ])('%s is none', (_, body) => {
    expect(read(`<main>${body}</main>`).article?.html).toContain('bicycles travel free');
  });
});

describe('HOST5: what a page says about itself', () => {
  test('each of several robots elements counts', () => {
    const head =
      '<meta name="robots" content="max-image-preview:large"><meta name="robots" content="noindex, follow">';
    const { article, reason } = read(`<main><h1>Ferry</h1>${opening}${prices}</main>`, { head });
    expect(article).toBeUndefined();
    expect(reason).toMatchObject({ text: 'it asks not to be indexed' });
  });

  test('a short text in Chinese is as long as one in English that says the same', () => {
    const body =
      '<main><h1>营业时间</h1><p>周一至周五上午九点到下午五点，周六十点到十四点。</p><p>电话0451-123456</p></main>';
    expect(read(body, { title: '营业时间' }).article?.html).toContain('周六十点');
    expect(read('<main><h1>提示</h1><p>页面加载中，请稍候。</p></main>').article).toBeUndefined();
  });

  test('the title of a blog whose first heading is the name of the blog', () => {
    const body = `<h1>Harbour</h1><div class="hentry"><h3 class="post-title entry-title">Ferry</h3><div class="entry-content">${opening}${prices}</div></div>`;
    expect(read(body, { title: 'Harbour: Ferry' }).article?.title).toBe('Ferry');
  });
});

describe('HOST5: controls in boxes without a name', () => {
  test.each([
    '<div class="css-1x"><p>Was this page helpful?</p><button>Yes</button></div>',
    '<p>Was this page helpful? Yes No</p>',
    '<a href="https://example.com/edit">Edit this page on GitHub</a>',
    '<p class="x9">5 minute read</p>',
    '<div>Last updated on <time>Feb 2, 2026</time></div>',
    '<h2 class="no_toc">Table of contents</h2>',
    '<p>本页对您是否有帮助？</p>',
    '<p>【打印本页】【关闭窗口】</p>',
  ])('%s', (control) => {
    const html = read(`<main><h1>Ferry</h1>${opening}${prices}${dogs}${control}</main>`).article?.html ?? '';
    expect(html).toContain('short leash');
    expect(html).not.toMatch(/helpful|Edit|read\b|updated|contents|帮助|打印/);
  });

  test('sentences about such controls stay', () => {
    const sentence = '<p>Press “Print this page” twice, and read the last updated price list.</p>';
    expect(read(`<main><h1>Ferry</h1>${opening}${sentence}${prices}</main>`).article?.html).toContain(
      'Press “Print this page” twice',
    );
  });
});

describe('HOST5: text where others have chrome', () => {
  test.each(['<aside>', '<aside class="note">'])('an author’s %s', (aside) => {
    const body = `<main><article><h1>Ferry</h1>${opening}${aside}<p>Buy tickets before boarding.</p></aside>${prices}${dogs}</article></main>`;
    expect(read(body).article?.html).toContain('Buy tickets before boarding');
  });

  test('an aside that leads elsewhere is chrome', () => {
    const body = `<main><article><h1>Ferry</h1>${opening}${prices}<aside><p><a href="/x">CHROME</a></p></aside></article></main>`;
    expect(read(body).article?.html).not.toContain('CHROME');
  });

  test('a page that is one form', () => {
    const page = `<form id="aspnetForm"><input type="hidden"><ul><li><a href="/">Home</a></li></ul><div><h1>Ferry</h1>${opening}${prices}${dogs}</div></form>`;
    expect(read(page).article?.html).toContain('short leash');
  });

  test('a page of an authority, laid out with a table', () => {
    const body = `<div>当前位置：<a href="/">首页</a></div><table><tr><td><b>Ferry</b></td></tr><tr><td>浏览次数：123 字体：[大 中 小]</td></tr><tr><td><div id="zoom" class="TRS_Editor">${opening}${prices}<table><tr><td>Hours</td><td>9 to 17</td></tr></table></div></td></tr></table><p>扫一扫在手机打开当前页</p>`;
    const html = read(body).article?.html ?? '';
    expect(html).toContain('9 to 17');
    expect(html).not.toMatch(/位置|浏览|扫一扫/);
  });
});
