import { describe, expect, test } from 'vitest';
import { articlePage, paragraph } from '../../../../test/fakes/web-site.ts';
import { readFeed } from './extract/read-feed.ts';
import { readPage } from './extract/read-page.ts';
import { createReader } from './extract/reader.ts';
import { matchesPath } from './patterns.ts';
import { readSitemap } from './sitemap.ts';

const url = 'https://site.example/a';

describe('HOST7: hostile pages and lists', () => {
  test('a page of 100,000 nested elements is refused before a tree is built', () => {
    const nested = (depth: number) =>
      `<html><body>${'<div>'.repeat(depth)}text${'</div>'.repeat(depth)}</body></html>`;
    expect(() => readPage({ html: nested(100_000), url })).toThrow('elements');
    expect(() => readPage({ html: nested(1_000), url })).toThrow('nested');
    expect(() => readPage({ html: `<html><body>${'<i>x</i>'.repeat(100_000)}</body></html>`, url })).toThrow(
      'elements',
    );
  });

  test('a page that is read does not hold up the loop of the service', async () => {
    const reader = createReader();
    try {
      let turns = 0;
      const timer = setInterval(() => turns++, 5);
      const rows = Array.from(
        { length: 3_000 },
        (_, index) => `<tr><td>${index}</td><td>${paragraph(`row ${index}`)}</td></tr>`,
      );
      const reading = await reader.page(
        { html: articlePage('Long', `<table>${rows.join('')}</table>`), url },
        new AbortController().signal,
      );
      clearInterval(timer);
      expect(reading.article?.title).toBe('Long');
      expect(turns).toBeGreaterThan(3);
    } finally {
      await reader.close();
    }
  });

  test('a page that takes too long to read is given up, and the next one is read', async () => {
    const reader = createReader(1);
    try {
      const html = articlePage('Long', paragraph('x').repeat(5_000));
      await expect(reader.page({ html, url }, new AbortController().signal)).rejects.toMatchObject({
        code: 'invalid',
      });
    } finally {
      await reader.close();
    }
  });

  test('of a sitemap of five million addresses only as many are read as are wanted', async () => {
    let written = 0;
    const endless = async function* () {
      yield Buffer.from('<urlset>');
      for (let index = 0; index < 5_000_000; index++) {
        written++;
        yield Buffer.from(`<url><loc>https://site.example/p${index}</loc></url>`);
      }
    };
    let count = 0;
    for await (const entry of readSitemap(endless())) {
      expect(entry.kind).toBe('page');
      if (++count === 1_000) break;
    }
    expect(written).toBeLessThan(2_000);
  });

  test('a sitemap without end is broken off', async () => {
    const endless = async function* () {
      for (;;) yield Buffer.alloc(1_000_000, 32);
    };
    await expect(Array.fromAsync(readSitemap(endless()))).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each<[string, string, string]>([
    ['elements within one another', '<a>', ''],
    ['elements of the list within one another', '<url>', ''],
    ['a comment without end', '<!--', 'x'],
    ['a section without end', '<url><loc><![CDATA[', 'x'],
    ['a name without end', '<', 'a'],
    ['characters written as entities', '<url><loc>', '&#x41;'],
    ['attributes of one name', '<url ', 'a="x" '],
  ])('a sitemap and a feed of %s are left in the middle', async (_, begin, part) => {
    let written = 0;
    const run = part === '' ? begin : part;
    const piece = Buffer.from(run.repeat(Math.ceil(65_536 / run.length)));
    const endless = async function* () {
      yield Buffer.from(`<urlset><url><loc>https://site.example/a</loc></url>${begin}`);
      for (; written < 50_000_000; written += piece.length) yield piece;
    };
    let broken = 0;
    const entries = await Array.fromAsync(readSitemap(endless(), () => broken++));
    expect(entries.map(({ url: found }) => found)).toEqual(['https://site.example/a']);
    expect(broken).toBe(1);
    expect(written).toBeLessThan(2_000_000);
    expect(codeOf(`<rss><channel>${begin}${run.repeat(3_000_000 / run.length)}`)).toBe('invalid');
  });

  test('a text file of a line without end has the addresses before it', async () => {
    const endless = async function* () {
      yield Buffer.from('https://site.example/a\nhttps://site.example/');
      for (let count = 0; count < 50; count++) yield Buffer.alloc(1_000_000, 'b');
    };
    const urls = (await Array.fromAsync(readSitemap(endless()))).map(({ url: found }) => found);
    expect(urls[0]).toBe('https://site.example/a');
    expect(urls[1]?.length).toBeLessThanOrEqual(3_000);
  });

  test.each([
    ['a text file', 'https://site.example/\n', 'http:\n'],
    ['XML', '<urlset>', '<url><loc>x</loc></url>'],
  ])('of %s of more addresses than a list may have, the first are read', async (_, begin, part) => {
    let written = 0;
    const endless = async function* () {
      yield Buffer.from(begin);
      const piece = Buffer.from(part.repeat(1_000));
      for (; written < 50_000_000; written += piece.length) yield piece;
    };
    let broken = 0;
    const entries = await Array.fromAsync(readSitemap(endless(), () => broken++));
    expect(entries.length).toBeGreaterThanOrEqual(200_000);
    expect(entries.length).toBeLessThan(210_000);
    expect(broken).toBe(1);
  });

  test('an address that is cut between two parts of a text file is one', async () => {
    const parts = async function* () {
      for (const part of ['https://site.exa', 'mple/a\nhttps://si', 'te.example/b']) yield Buffer.from(part);
    };
    const entries = await Array.fromAsync(readSitemap(parts()));
    expect(entries.map(({ url: found }) => found)).toEqual([
      'https://site.example/a',
      'https://site.example/b',
    ]);
  });

  const codeOf = (text: string): unknown => {
    try {
      return readFeed(text).length;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : 'bug';
    }
  };

  test('entities that a feed declares, its own or files, are never resolved', () => {
    const nested = Array.from(
      { length: 20 },
      (_, index) => `<!ENTITY b${index} "${index === 0 ? 'x' : `&b${index - 1};`.repeat(10)}">`,
    ).join('');
    const [entry] = readFeed(
      `<?xml version="1.0"?><!DOCTYPE x [${nested}<!ENTITY file SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><title>&b19;</title><item><link>https://site.example/a</link><description>&lt;p>&b19;&file;&amp;b1;</description></item></channel></rss>`,
    );
    expect(entry).toMatchObject({ url: 'https://site.example/a', text: { html: '<p>&b19;&file;&b1;' } });
  });

  test('a list of JSON of nothing but brackets, names or levels is refused, and so is anything but a feed', () => {
    const feed = (items: string) => `{"version":"https://jsonfeed.org/version/1.1","items":${items}}`;
    expect(codeOf(feed('['.repeat(1_000_000) + ']'.repeat(1_000_000)))).toBe('invalid');
    expect(codeOf(feed(`[${'{},'.repeat(1_000_000)}{}]`))).toBe('invalid');
    expect(codeOf(feed(`[{${'"a":1,'.repeat(300_000)}"b":1}]`))).toBe('invalid');
    for (const other of ['<html></html>', '{"items": 5}', '[]', '', 'text', '<rss><channel>'])
      expect(codeOf(other)).toBe('invalid');
  });

  test('an entry is read with its texts, whatever prefix the feed gives its own elements', () => {
    const link = 'https://site.example/a';
    expect(
      readFeed(
        `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:link rel="self" href="${link}.xml"/><a:link href="${link}"/><a:title>T &amp; U</a:title><a:author><a:title>X</a:title></a:author><a:published>2026-01-02</a:published><a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p title="&quot;">a &lt; b</p></div></a:content></a:entry></a:feed>`,
      ),
    ).toEqual([
      {
        url: link,
        changed: '2026-01-02',
        text: {
          title: 'T & U',
          html: '<div xmlns="http://www.w3.org/1999/xhtml"><p title="&#34;">a &#60; b</p></div>',
          published: '2026-01-02',
        },
      },
    ]);
    expect(
      readFeed(
        `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel><title>x</title></channel><item rdf:about="x"><link>${link}</link><dc:date>2026-01-02</dc:date></item></rdf:RDF>`,
      ),
    ).toEqual([{ url: link, changed: '2026-01-02' }]);
    expect(
      readFeed(
        `<rss><channel><link>https://site.example/</link><item><guid isPermaLink="false">7</guid></item><item><guid>${link}</guid><content:encoded><![CDATA[<b>x</b>]]></content:encoded></item></channel></rss>`,
      ),
    ).toEqual([{ url: link, changed: '', text: { title: '', html: '<b>x</b>', published: '' } }]);
  });

  test('every kind of feed names its entries', () => {
    const link = 'https://site.example/a';
    expect(
      readFeed(
        `<rss version="2.0"><channel><title>x</title><item><link>${link}</link><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
      ),
    ).toEqual([{ url: link, changed: 'Fri, 02 Jan 2026 10:00:00 GMT' }]);
    expect(
      readFeed(
        `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><id>x</id><updated>2026-01-02T00:00:00Z</updated><entry><title>x</title><id>1</id><link rel="alternate" href="${link}"/><updated>2026-01-02T00:00:00Z</updated></entry></feed>`,
      ),
    ).toEqual([{ url: link, changed: '2026-01-02T00:00:00Z' }]);
    expect(
      readFeed(
        JSON.stringify({
          version: 'https://jsonfeed.org/version/1.1',
          title: 'x',
          items: [{ id: '1', url: link, date_modified: '2026-01-02' }],
        }),
      ),
    ).toEqual([{ url: link, changed: '2026-01-02' }]);
  });

  test('odd pages are read or refused, never a crash', () => {
    const pages = [
      '',
      '<',
      '<html>',
      '<!doctype html>',
      '<p>no html tag</p>',
      '<html><head></html>',
      '\u0000'.repeat(100),
      '<script type="application/ld+json">{"@type":["Article",5],"headline":{}}</script>',
      '<body><frameset>',
      '<meta property="og:url" content="::::"><link rel="canonical" href="http://[">',
      '<base href="nonsense://x">',
    ];
    for (const html of pages) expect(readPage({ html, url }).article).toBeUndefined();
  });
});

test('HOST4: patterns fit in linear time', () => {
  expect(matchesPath('/blog/*', '/blog/a/b')).toBe(true);
  expect(matchesPath('/blog/*', '/blogs')).toBe(false);
  expect(matchesPath('*.html$', '/a/b.html')).toBe(true);
  expect(matchesPath('*.html$', '/a/b.html?x')).toBe(false);
  expect(matchesPath('/a', '/abc')).toBe(true);
  expect(matchesPath('/a$', '/a')).toBe(true);
  expect(matchesPath('/a$', '/abc')).toBe(false);
  expect(matchesPath(`/${'*a'.repeat(200)}$`, `/${'a'.repeat(10_000)}b`)).toBe(false);
});
