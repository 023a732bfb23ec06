import { describe, expect, test } from 'vitest';
import { applyEdits } from '../editing/edits.ts';
import type { LinkTarget } from './link-phrases.ts';
import { linkEdits } from './link.ts';
import { proposedLinks, type ArticlesLike } from './propose-links.ts';

const article = (id: string, title: string, ...tags: string[]): LinkTarget => ({
  id,
  title,
  url: `/archives/${id}`,
  tags: tags.map((name) => ({ name })),
});
const site = [
  article('herons', 'Where herons build their nests', 'birds'),
  article('ponds', 'Cleaning garden ponds in autumn'),
  article('soups', 'Soups for cold evenings'),
  article('tea', '春天的龙井茶怎么泡'),
];

/** An index that finds articles by a word of a sentence, in the order given. */
const finding =
  (found: Readonly<Record<string, readonly string[]>>): ArticlesLike =>
  async (text) =>
    Object.entries(found).flatMap(([word, ids]) => (text.includes(word) ? ids : []));

const propose = (text: string, like: ArticlesLike, url = '', articles = site) =>
  proposedLinks({
    text,
    named: linkEdits(text, articles, url),
    heads: async (ids) => new Map(articles.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one])),
    like,
    url,
    signal: new AbortController().signal,
  });

const filler = 'It rained for most of the week. We stayed inside and read books. Nobody came to visit us.';

describe('WR19: links where the index finds an article for a sentence', () => {
  const text = `${filler} Most of the nests that herons use are old. In autumn the ponds get muddy quickly.`;
  const like = finding({ herons: ['herons'], ponds: ['ponds'], rained: ['soups'] });

  test('stand at the words that sentence and title share, and come with their sentence', async () => {
    const edits = await propose(text, like);
    expect(
      edits.map(({ start, end, reason, sentence }) => [text.slice(start, end), reason, sentence]),
    ).toEqual([
      ['nests that herons', 'Where herons build their nests', 'Most of the nests that herons use are old.'],
      ['autumn the ponds', 'Cleaning garden ponds in autumn', 'In autumn the ponds get muddy quickly.'],
    ]);
    expect(applyEdits(text, edits)).toContain('the [nests that herons](/archives/herons) use');
  });

  test('never go over the border of a cell, a line or an emphasis', async () => {
    const herons = finding({ herons: ['herons'] });
    for (const sign of [' | ', '\n', '** ', ' *', '] ', ' [', '`', ' <b>']) {
      const said = `${filler} Old nests${sign}herons use are there.`;
      const found = (await propose(said, herons)).map(({ start, end }) => said.slice(start, end));
      expect([sign, found.filter((words) => words.includes(sign.trim() || '\n'))]).toEqual([sign, []]);
    }
  });

  test('never lead to what is no public article, is linked already, or is the text itself', async () => {
    const herons = finding({ herons: ['draft', 'herons'] });
    const said = (more: string) => `${filler} ${more}`;
    const sentence = 'Most of the nests that herons use are old.';
    expect(await propose(said(sentence), finding({ herons: ['draft'] }))).toEqual([]);
    expect(await propose(said(sentence), herons, 'https://blog.example/archives/herons/')).toEqual([]);
    expect(await propose(said(`${sentence} See [this](/archives/herons).`), herons)).toEqual([]);
    expect(await propose(`# Where herons build their nests\n\n${said(sentence)}`, herons)).toEqual([]);
    const always: ArticlesLike = async () => ['herons'];
    expect(await propose(said(sentence), always)).toEqual([]);
  });

  test('are one for an article and one for a sentence, and none where a sentence shares too little', async () => {
    const twice = `${filler} The nests of herons are old. The nests of herons are wide. Herons fly at dawn here.`;
    const edits = await propose(twice, finding({ erons: ['herons'] }));
    expect(edits).toHaveLength(1);
    expect(await propose(`${filler} Herons fly over here at dawn.`, finding({ erons: ['herons'] }))).toEqual(
      [],
    );
  });

  test('never stand in code, headings or other links', async () => {
    for (const closed of [
      '`nests that herons use` is code',
      '[nests that herons use](https://other.example/) today',
    ])
      expect(await propose(`${filler} It is ${closed}.`, like)).toEqual([]);
    expect(await propose(`${filler}\n\n## Most nests that herons use\n\nSo it is.`, like)).toEqual([]);
  });

  test('stand in Chinese sentences', async () => {
    const chinese = '下了一个星期的雨。大家都在家里看书。晚上也没有人来。这种龙井茶要用八十度的水来泡。';
    const edits = await propose(chinese, finding({ 龙井: ['tea'] }));
    expect(edits.map(({ start, end }) => chinese.slice(start, end))).toEqual(['龙井茶']);
  });

  test('ask the index a bounded number of times', async () => {
    let asked = 0;
    const long = 'The nests of herons are old and wide. '.repeat(1000);
    await propose(long, async () => ((asked += 1), []));
    expect(asked).toBe(60);
  });
});
