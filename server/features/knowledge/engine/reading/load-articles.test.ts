import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ArticleChunks } from '../../../../ports/search-index.ts';
import { seeded } from '../../../../../test/fakes/random.ts';
import { createEngine, type EngineOptions } from '../engine.ts';
import { createInvertedIndex } from '../postings/inverted-index.ts';
import type { Section } from '../sections.ts';
import { createLoading } from './load-articles.ts';
import { createPutBatch } from './put-batch.ts';
import { createBatchReader } from './read-batch.ts';

const below = seeded(11);
const latin = Array.from(
  { length: 900 },
  (_, nth) => `${'kelmonzarbitu'.slice(nth % 7, (nth % 7) + 5)}${nth % 300}`,
);
const han = Array.from({ length: 300 }, (_, nth) => String.fromCodePoint(0x4e00 + 17 * nth));
const words = (isHan: boolean, count: number) =>
  Array.from({ length: count }, () => (isHan ? han[below(300)] : latin[below(900)])).join(isHan ? '' : ' ');

const articles: readonly ArticleChunks[] = Array.from({ length: 150 }, (_, nth) => {
  const isHan = nth % 2 === 0;
  const title = words(isHan, 4);
  const part = (at: number) => ({
    id: `${nth}-${at}`,
    articleId: `article-${nth}`,
    title,
    headingPath: [words(!isHan, 2)],
    tags: [words(isHan, 1)],
    keywords: at === 0 ? [words(isHan, 1)] : [],
    text: words(isHan, 60),
    ...(nth % 3 === 0 && { vector: Float32Array.of(nth, at, 1) }),
  });
  // Some articles have been withdrawn.
  return {
    articleId: `article-${nth}`,
    chunks: nth % 25 === 24 ? [] : Array.from({ length: 6 }, (_, at) => part(at)),
  };
});

const digestOf = (sections: readonly Section[]): Record<string, string> =>
  Object.fromEntries(
    sections.map((section) => {
      const hash = createHash('sha256');
      for (const block of section.blocks()) hash.update(block);
      return [section.name, hash.digest('hex')];
    }),
  );

async function loaded(loading: EngineOptions['loading'] & object) {
  const engine = createEngine({ loading });
  await engine.load(articles);
  const { sections, release } = engine.capture();
  const digest = digestOf(sections);
  release();
  return { digest, engine };
}

describe('loading a site with threads', () => {
  it('makes the same index to the byte, whatever the number of threads', async () => {
    const { digest: alone, engine } = await loaded({ threads: 0 });
    expect(engine.stats()).toMatchObject({ articles: 144, chunks: 864, dimensions: 3 });
    expect(Object.keys(alone).length).toBeGreaterThan(10);
    expect((await loaded({ threads: 1, few: 0, atOnce: 24 })).digest).toEqual(alone);
    expect((await loaded({ threads: 2, few: 100 })).digest).toEqual(alone);
  });

  it('makes the same index when a reader begins anew, as it does when it knows many terms', () => {
    const [alone, other] = [createInvertedIndex(), createInvertedIndex()];
    for (const { articleId, chunks } of articles) alone.replace(articleId, chunks, 'loading');
    const readers = [createBatchReader(500), createBatchReader(500)];
    const put = createPutBatch(other);
    for (let at = 0; at < articles.length; at += 10) {
      const part = articles.slice(at, at + 10);
      const texts = part.flatMap(({ chunks }) => (chunks.length > 0 ? [chunks] : []));
      const batch = readers[(at / 10) % 2]?.(texts);
      if (batch) put((at / 10) % 2, part, batch);
    }
    for (const index of [alone, other]) while (!index.compact(1_000_000, 'all'));
    expect(digestOf(other.capture())).toEqual(digestOf(alone.capture()));
  });

  it('fails with the reason when a thread cannot read a text, and ends', async () => {
    const [good] = articles;
    const bad = (good?.chunks ?? []).map((chunk) => ({ ...chunk, text: undefined as unknown as string }));
    const engine = createEngine({ loading: { threads: 1, few: 0 } });
    await expect(engine.load([{ articleId: 'bad', chunks: bad }])).rejects.toThrow('In a thread');
    expect(engine.stats().articles).toBe(0);
  });

  it('drops what was not put in when it is stopped', async () => {
    const index = createInvertedIndex();
    const loading = createLoading(index, { threads: 1, few: 0 });
    await loading.add(articles);
    await loading.stop();
    expect(index.articles.alive).toBeLessThan(144);
  });

  it('stops with the reason of its signal', async () => {
    const stopping = new AbortController();
    const engine = createEngine({ loading: { threads: 1, few: 0 } });
    async function* slowly() {
      for (const article of articles) {
        yield article;
        stopping.abort(new Error('stopped'));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    await expect(engine.load(slowly(), stopping.signal)).rejects.toThrow('stopped');
  });
});
