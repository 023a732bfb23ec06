import { describe, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const text =
  '<p>The ferry runs from April to October. Bicycles travel free of charge, dogs pay half of the price.</p><p>Come early in August.</p>';
const read = (head: string, body: string, path = '/notes/2026/summer-%C3%BCber-ferry.html') =>
  readPage({
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
    url: `https://example.org${path}`,
  }).article;

describe('HOST5: a page without a title is called by its text', () => {
  test('by the heading with which it begins, which is no part of the text then', () => {
    const article = read('', `<main><h2>The ferry</h2>${text}<h2>Prices</h2>${text}</main>`);
    expect(article?.title).toBe('The ferry');
    expect(article?.html).not.toContain('The ferry</h2>');
    expect(article?.html).toContain('Prices');
  });

  test('by its first sentence where it begins otherwise', () => {
    expect(read('', `<main>${text}<h2>Prices</h2>${text}</main>`)?.title).toBe(
      'The ferry runs from April to October',
    );
    const chinese =
      '<p>渡轮从四月开到十月。自行车免费，狗半价。请在八月提前到达码头，因为游客很多。</p>'.repeat(2);
    expect(read('<title></title>', `<main>${chinese}</main>`)?.title).toBe('渡轮从四月开到十月');
  });

  test('so is one that has only the name of the site', () => {
    const home = '<header><a href="/">The harbour</a></header>';
    const named = '<title>The harbour</title>';
    expect(read(named, `${home}<main>${text}</main>`)?.title).toBe('The ferry runs from April to October');
    expect(read(named, `${home}<main><h2>The ferry</h2>${text}</main>`)?.title).toBe('The ferry');
    const meta = `${named}<meta property="og:site_name" content="The harbour">`;
    expect(read(meta, `<main><h3>The ferry</h3>${text}</main>`)?.title).toBe('The ferry');
  });

  test('but data that a server calls a page are none', () => {
    const html = `{"error": "${'This is no page. '.repeat(20)}"}`;
    expect(readPage({ html, url: 'https://example.org/api/x' })).toMatchObject({
      article: undefined,
      reason: { explanation: { code: 'left_no_title' } },
    });
  });

  test('the front page, and a page that tells its title, keep theirs', () => {
    const home = '<header><a href="/">The harbour</a></header>';
    expect(read('<title>The harbour</title>', `${home}<main>${text}</main>`, '/')?.title).toBe('The harbour');
    expect(read('<title>Boats</title>', `${home}<main><h2>The ferry</h2>${text}</main>`)?.title).toBe(
      'Boats',
    );
  });
});
