import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docxOf, pdfOf, zipOf } from '../../../test/document-files.ts';
import { extractHtml } from '../../features/knowledge/extraction/extract-html.ts';
import type { DocumentKind } from '../../kit/files/document-kind.ts';
import { createDocumentReader, type DocumentReader } from './document-reader.ts';

let reader: DocumentReader;

beforeAll(() => {
  reader = createDocumentReader();
});
afterAll(() => reader[Symbol.asyncDispose]());

const read = (kind: DocumentKind, bytes: Buffer) => reader.read(kind, new Uint8Array(bytes));
const blocksOf = async (kind: DocumentKind, bytes: Buffer) =>
  extractHtml((await read(kind, bytes)).html).map(({ kind: block, text, headingPath, anchor }) => ({
    block,
    text,
    headingPath,
    anchor,
  }));

const heading = (text: string) => ({ text, size: 18 });

describe('PDF', () => {
  const pages = [
    ['Boiler manual 1', heading('Safety'), 'Close the valve before you open the cham-', 'ber of the boiler.'],
    ['Boiler manual 2', 'It takes an hour until the water is cold.'],
    ['Boiler manual 3', heading('Care'), 'Drain the vessel in autumn.'],
  ];

  test('PAPER2: the text stands below its headings and its page, without what all pages repeat', async () => {
    const blocks = await blocksOf('pdf', pdfOf(pages));
    expect(blocks.filter(({ block }) => block === 'heading').map(({ text }) => text)).toEqual([
      'Safety',
      'Page 2',
      'Care',
    ]);
    expect(blocks.filter(({ block }) => block === 'paragraph')).toEqual([
      {
        block: 'paragraph',
        text: 'Close the valve before you open the chamber of the boiler.',
        headingPath: ['Safety'],
        anchor: 'page=1',
      },
      {
        block: 'paragraph',
        text: 'It takes an hour until the water is cold.',
        headingPath: ['Safety', 'Page 2'],
        anchor: 'page=2',
      },
      { block: 'paragraph', text: 'Drain the vessel in autumn.', headingPath: ['Care'], anchor: 'page=3' },
    ]);
  });

  test('PAPER2: lines that are alike all over the pages are a text, not what pages repeat', async () => {
    const rows = Array.from({ length: 4 }, (_, page) =>
      Array.from({ length: 9 }, (__, row) => `Tariff ${row} of zone ${page} costs ${page * row} francs.`),
    );
    const { html } = await read('pdf', pdfOf(rows));
    expect(html.match(/Tariff/g)).toHaveLength(36);
  });

  test('PAPER2: the title is the one that the document has', async () => {
    expect((await read('pdf', pdfOf(pages, { title: 'Boilers' }))).title).toBe('Boilers');
  });

  test('PAPER1: the first heading is the one of the text, not of a page', async () => {
    expect((await read('pdf', pdfOf(pages))).heading).toBe('Safety');
  });

  test.each([
    ['a password', pdfOf(pages, { locked: true }), 'protected by a password'],
    ['no text', pdfOf([[], []]), 'no text; run text recognition'],
    ['damage', pdfOf(pages).subarray(0, 300), 'damaged'],
    ['other content', Buffer.from('<!doctype html><p>Not found'), 'damaged'],
    ['too many pages', pdfOf(Array.from({ length: 1001 }, () => ['x'])), 'more than 1000 pages'],
  ])('PAPER4: one with %s is left out with a reason', async (_, bytes, reason) => {
    await expect(read('pdf', bytes)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(reason),
    });
  });

  test('PAPER4: one that grows without end when it is unpacked ends, and the next one is read', async () => {
    await using small = createDocumentReader({ memoryMb: 80 });
    const bomb = pdfOf([['x']], { content: deflateSync(Buffer.alloc(200_000_000, 32)) });
    await expect(small.read('pdf', new Uint8Array(bomb))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('more than 80 MB of memory'),
    });
    const next = await small.read('pdf', new Uint8Array(pdfOf(pages)));
    expect(next.html).toContain('Drain the vessel');
  }, 120_000);

  test('PAPER4: a single text of 80 million letters ends the thread, not the process', async () => {
    const content = deflateSync(Buffer.from(`BT /F1 9 Tf 9 9 Td (${'a '.repeat(40_000_000)}) Tj ET`));
    await expect(read('pdf', pdfOf([['x']], { content }))).rejects.toMatchObject({ code: 'invalid' });
    expect((await read('pdf', pdfOf(pages))).html).toContain('Drain the vessel');
  }, 120_000);
});

describe('DOCX', () => {
  const paragraph = (text: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;

  test('PAPER2: headings by their styles, lists and tables are kept, and what was struck out is not', async () => {
    const body = [
      paragraph('Fees', 'Kop1'),
      '<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>Members</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>Pay in </w:t></w:r><w:del><w:r><w:delText>May</w:delText><w:t>old</w:t></w:r></w:del><w:r><w:t>June.</w:t></w:r></w:p>',
      `<w:tbl><w:tr>${cell('Age')}${cell('Fee')}</w:tr><w:tr>${cell('18')}${cell('30 euros')}</w:tr></w:tbl>`,
      paragraph('Late fees', 'Mine'),
      paragraph('None &amp; never.'),
    ].join('');
    const blocks = await blocksOf('docx', docxOf(body));
    expect(blocks.map(({ block, text }) => [block, text])).toEqual([
      ['heading', 'Fees'],
      ['list', expect.stringContaining('Members')],
      ['paragraph', 'Pay in June.'],
      ['table', expect.stringContaining('30 euros')],
      ['heading', 'Late fees'],
      ['paragraph', 'None & never.'],
    ]);
    expect(blocks.at(-1)?.headingPath).toEqual(['Late fees']);
  });

  test('PAPER4: a cell of a hundred thousand paragraphs is read in a time that grows with its length', async () => {
    const many = `<w:tbl><w:tr><w:tc>${paragraph('Members pay thirty euros in June.').repeat(100_000)}</w:tc></w:tr></w:tbl>`;
    expect((await read('docx', docxOf(many))).html).toHaveLength(
      3_400_000 + '<table><tr><td></td></tr></table>\n'.length - 1,
    );
  }, 60_000);

  test('PAPER4: endless words in one paragraph, cell or title end at the limit of characters, and the process goes on', async () => {
    const words = 'a '.repeat(40_000_000);
    for (const body of [paragraph(words), `<w:tbl><w:tr>${cell(words)}</w:tr></w:tbl>`])
      await expect(read('docx', docxOf(body))).rejects.toThrow('more than 5000000 characters');
    const { title } = await read(
      'docx',
      docxOf(paragraph('Fees'), { 'docProps/core.xml': `<c><dc:title>${words}</dc:title></c>` }),
    );
    expect(title.length).toBeLessThan(2001);
  }, 120_000);

  test.each([
    ['a password', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'password'],
    ['damage', Buffer.from('PK\u0003\u0004 and nothing more'), 'damaged'],
    ['no document inside', zipOf({ 'a.txt': 'a' }), 'damaged'],
    ['no end', docxOf('', { 'word/document.xml': '<w:document><w:body><w:p>' }), 'damaged'],
    ['more than it may unpack', docxOf('', { 'word/document.xml': ' '.repeat(100_000_001) }), 'larger than'],
    [
      'another size than it says',
      zipOf({ 'word/document.xml': '<w:p/>'.repeat(100_000) }, { claimed: 10 }),
      'damaged',
    ],
  ])('PAPER4: one with %s is left out with a reason', async (_, bytes, reason) => {
    await expect(read('docx', bytes)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(reason),
    });
  });
});

describe('EPUB', () => {
  const book = (more: Readonly<Record<string, string>> = {}) =>
    zipOf({
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
      'OPS/book.opf':
        '<package><metadata><dc:title>Of Bees</dc:title></metadata><manifest><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/><item id="a" href="ch%20one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OPS/ch one.xhtml':
        '<html><head><title>x</title></head><body class="c"><h1>Spring</h1><p>They swarm.</p></body></html>',
      'OPS/two.xhtml': '<html><body><h1>Autumn</h1><p>They rest.</p></body></html>',
      ...more,
    });

  test('PAPER2: chapters come in the order of the book', async () => {
    expect((await read('epub', book())).title).toBe('Of Bees');
    const blocks = await blocksOf('epub', book());
    expect(
      blocks.filter(({ block }) => block === 'paragraph').map(({ text, headingPath }) => [headingPath, text]),
    ).toEqual([
      [['Spring'], 'They swarm.'],
      [['Autumn'], 'They rest.'],
    ]);
  });

  test('PAPER4: a chapter that is named a million times and one of openings without an end are read once', async () => {
    const spine = '<itemref idref="a"/>'.repeat(1_000_000);
    const { html } = await read(
      'epub',
      book({
        'OPS/book.opf': `<package><manifest><item id="a" href="two.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${spine}</spine></package>`,
      }),
    );
    expect(html.match(/They rest/g)).toHaveLength(1);
    await expect(read('epub', book({ 'OPS/two.xhtml': '<body'.repeat(15_000_000) }))).rejects.toThrow(
      'more than 5000000 characters',
    );
  }, 120_000);

  test('PAPER4: one whose chapters are encrypted is left out, one with hidden fonts is not', async () => {
    const locks = (path: string) => ({
      'META-INF/encryption.xml': `<e><CipherReference URI="${path}"/></e>`,
    });
    await expect(read('epub', book(locks('OPS/two.xhtml')))).rejects.toThrow('password');
    expect((await read('epub', book(locks('OPS/font.ttf')))).html).toContain('They rest.');
  });
});
