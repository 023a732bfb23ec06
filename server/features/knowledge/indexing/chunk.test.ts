import { expect, test } from 'vitest';
import { chunkArticle, type Chunk } from './chunk.ts';
import type { ChunkOptions } from './chunk-options.ts';
import { extractBlocks } from './extract.ts';

const cut = (text: string, options: Partial<ChunkOptions> = {}): Chunk[] =>
  chunkArticle(extractBlocks({ format: 'markdown', text }), options);

const sentence = (n: number) => `Sentence number ${n} says something about topic ${n}.`;
const prose = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => sentence(from + n)).join(' ');

test('each section is a passage that knows its headings', () => {
  const chunks = cut(`# Guide\n\n${prose(0, 3)}\n\n## Setup\n\n${prose(3, 6)}`);
  expect(
    chunks.map(({ index, headingPath, anchor, text }) => ({ index, headingPath, anchor, text })),
  ).toEqual([
    { index: 0, headingPath: ['Guide'], anchor: 'guide', text: prose(0, 3) },
    { index: 1, headingPath: ['Guide', 'Setup'], anchor: 'setup', text: prose(3, 6) },
  ]);
  expect(chunks[0]?.tokens).toBeGreaterThan(10);
});

test('a long section is cut between paragraphs, then between sentences', () => {
  const paragraphs = [prose(0, 6), prose(6, 12), prose(12, 40)];
  const chunks = cut(`## Long\n\n${paragraphs.join('\n\n')}`, { chunkOverlap: 0 });
  expect(chunks[0]?.text).toBe(paragraphs[0]);
  expect(chunks.every((chunk) => chunk.text.endsWith('.'))).toBe(true);
  expect(chunks.every((chunk) => chunk.text.startsWith('Sentence'))).toBe(true);
});

test('a passage repeats the end of the one before, from the start of a sentence', () => {
  const chunks = cut(`## Long\n\n${prose(0, 40)}`, { chunkSize: 300, chunkOverlap: 100 });
  for (const [index, chunk] of chunks.entries()) {
    if (index === 0) continue;
    const first = chunk.text.slice(0, chunk.text.indexOf('.') + 1);
    expect(chunks[index - 1]?.text).toContain(first);
    expect(first).toMatch(/^Sentence/);
  }
});

test('without sentence awareness a cut still falls between words', () => {
  const chunks = cut(prose(0, 60), { chunkSize: 200, chunkOverlap: 0, sentenceAware: false });
  expect(chunks.map((chunk) => chunk.text).join(' ')).toBe(prose(0, 60));
});

test('a short introduction joins the section it introduces', () => {
  const [first, ...rest] = cut(`# Guide\n\nIn short.\n\n## Setup\n\n${prose(0, 3)}`);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    headingPath: ['Guide', 'Setup'],
    anchor: 'setup',
    text: `In short.\n\n${prose(0, 3)}`,
  });
});

test('a short section joins the one before and its heading stays readable', () => {
  const [first, ...rest] = cut(`## Setup\n\n${prose(0, 3)}\n\n## Licence\n\nApache.`);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ headingPath: ['Setup'], text: `${prose(0, 3)}\n\nLicence\nApache.` });
});

test('short sections among themselves are named after what they share', () => {
  const [first, ...rest] = cut('# FAQ\n\n## A?\n\nYes.\n\n## B?\n\nNo.');
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ headingPath: ['FAQ'], text: 'A?\nYes.\n\nB?\nNo.' });
});

test('headings without text below them can still be found', () => {
  const text = cut('# Only a title')
    .map((chunk) => chunk.text + chunk.headingPath.join())
    .join();
  expect(text).toContain('Only a title');
  expect(cut('## One\n\n## Two\n\n## Three', { minChunkSize: 0 }).map((chunk) => chunk.text)).toEqual([
    'One',
    'Two',
    'Three',
  ]);
});

test('without heading awareness the headings stand in the text and the path is where a passage begins', () => {
  const text = `# A\n\n${prose(0, 5)}\n\n# B\n\n${prose(5, 12)}`;
  const chunks = cut(text, { markdownHeadingAware: false, chunkOverlap: 0 });
  expect(chunks[0]?.text).toContain('# A\n\nSentence number 0');
  expect(chunks.map((chunk) => chunk.text).join('\n')).toContain('# B');
  expect(chunks.at(-1)?.headingPath).toEqual(['B']);
});

test('custom mode cuts at the separator, typed or real', () => {
  const text = `# A\n\n${prose(0, 2)}\n\n---\n\n${prose(2, 4)}`;
  for (const chunkSeparator of ['---', '\\n\\n---\\n\\n'])
    expect(
      cut(text, { chunkMode: 'custom', chunkSeparator }).map((chunk) => [chunk.text, chunk.headingPath]),
    ).toEqual([
      [`# A\n\n${prose(0, 2)}`, ['A']],
      [prose(2, 4), ['A']],
    ]);
  expect(cut(text, { chunkMode: 'custom', chunkSeparator: '' })).toHaveLength(1);
});

test('blanks are tidied unless the administrator keeps them', () => {
  const text = 'a \u00A0 b\u200B  c '.repeat(1) + prose(0, 2);
  expect(cut(text)[0]?.text.startsWith('a b c Sentence')).toBe(true);
  expect(cut(text, { cleanWhitespace: false })[0]?.text.startsWith('a \u00A0 b\u200B  c')).toBe(true);
});

const section = (n: number) => `## Part ${n}\n\n${prose(n * 10, n * 10 + 6)}`;

test('an edit changes only the passages it touches, wherever they move', () => {
  const before = cut([0, 1, 2, 3].map(section).join('\n\n'));
  const edited = [
    section(9),
    section(0),
    section(1).replace('topic 12', 'subject 12'),
    section(2),
    section(3),
  ];
  const after = cut(edited.join('\n\n'));
  const known = new Set(before.map((chunk) => chunk.identity));
  expect(after.filter((chunk) => !known.has(chunk.identity)).map((chunk) => chunk.headingPath[0])).toEqual([
    'Part 9',
    'Part 1',
  ]);
});

test('equal passages of one article have different identities', () => {
  const chunks = cut(`## Same\n\n${prose(0, 4)}\n\n## Same\n\n${prose(0, 4)}`);
  expect(new Set(chunks.map((chunk) => chunk.identity)).size).toBe(2);
  expect(chunks[0]?.identity.slice(0, -1)).toBe(chunks[1]?.identity.slice(0, -1));
});

/** A small reproducible generator (Lehmer). */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number) => (state = (state * 48_271) % 2_147_483_647) % sides;
};

const vocabulary = [
  'word',
  'configuration',
  '汉字',
  '知识库。',
  'naïve',
  '👨‍👩‍👧',
  '🇩🇪',
  'e\u0301t',
  '한국어',
  'x.',
  '，',
  '！',
  'ไทย',
  '1,000',
];

const randomArticle = (roll: (sides: number) => number): string =>
  Array.from({ length: 3 + roll(30) }, () => {
    const words = Array.from({ length: 1 + roll(120) }, () => vocabulary[roll(vocabulary.length)] ?? '');
    const line = words.join(roll(3) === 0 ? '' : ' ');
    return [
      line,
      `${'#'.repeat(1 + roll(4))} ${line.slice(0, 40)}`,
      `- ${words.slice(0, 9).join('\n- ')}`,
      `> ${line}`,
    ][roll(4)];
  }).join('\n\n');

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  'no word is lost and no bound broken (article %i)',
  (seed) => {
    const roll = dice(seed * 7919);
    const article = randomArticle(roll);
    const options: Partial<ChunkOptions> = {
      chunkSize: 100 + roll(500),
      chunkOverlap: roll(120),
      minChunkSize: roll(80),
      sentenceAware: roll(2) === 0,
      markdownHeadingAware: roll(3) > 0,
      chunkMode: roll(4) === 0 ? 'custom' : 'auto',
    };
    const blocks = extractBlocks({ format: 'markdown', text: article });
    const chunks = chunkArticle(blocks, options);
    expect(chunkArticle(blocks, options)).toEqual(chunks);
    const all = chunks.map((chunk) => `${chunk.headingPath.join(' ')} ${chunk.text}`).join('\n');
    for (const word of blocks.flatMap((block) => block.text.match(/[a-zï]+|[\u4E00-\u9FFF]/g) ?? []))
      expect(all).toContain(word);
    for (const chunk of chunks) {
      expect(chunk.text.length).toBeLessThanOrEqual((options.chunkSize ?? 0) + (options.minChunkSize ?? 0));
      expect(chunk.text.trim()).not.toBe('');
      expect(chunk.text.isWellFormed()).toBe(true);
    }
    expect(chunks.map((chunk) => chunk.index)).toEqual(chunks.map((_, index) => index));
  },
);

test('user-perceived characters are never split', () => {
  for (const cluster of ['👨‍👩‍👧‍👦', '🇩🇪', 'e\u0301\u0323', '각', 'नि', '𠮷']) {
    const chunks = cut(cluster.repeat(600), { chunkSize: 101, chunkOverlap: 13 });
    for (const chunk of chunks) expect(chunk.text.replaceAll(cluster, '')).toBe('');
  }
});

test.each([
  ['parentheses', '('.repeat(1_000_000)],
  ['letters', 'w'.repeat(1_000_000)],
  ['combining marks', `a${'\u0301'.repeat(500_000)}`],
  ['dots', '. '.repeat(500_000)],
  ['headings', '# a\n'.repeat(250_000)],
  ['list items', '- a\n'.repeat(250_000)],
])('a megabyte of %s is cut within bounds', (_, text) => {
  const blocks = extractBlocks({ format: 'markdown', text });
  const chunks = chunkArticle(blocks);
  expect(Math.max(...chunks.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(550);
});
