import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ArticleChunks, SearchIndex } from '../../server/ports/search-index.ts';

const article = (id: string, ...texts: readonly string[]): ArticleChunks => ({
  articleId: id,
  chunks: texts.map((text, index) => ({
    id: `${id}#${index}`,
    articleId: id,
    title: `About ${id}`,
    headingPath: [],
    tags: [],
    text,
  })),
});

async function* site() {
  yield article('walnut', 'The walnut grows on a tree of thirty metres', 'Its shell is cracked in autumn');
  yield article('almond', 'The almond grows on a small tree with pink flowers');
  yield article('barley', '大麦は畑で育つ穀物です', 'Barley grows in a field');
}

/** Contract of every search index, in any thread. */
export function searchIndexContract(name: string, open: () => SearchIndex): void {
  describe(`the search index ${name}`, () => {
    let index: SearchIndex;
    const made: SearchIndex[] = [];
    let folder: string;
    const fresh = () => {
      const one = open();
      made.push(one);
      return one;
    };
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'docent-index-'));
      index = fresh();
      await index.load(site());
    });
    afterEach(async () => {
      for (const one of made.splice(0)) await one.close();
      await rm(folder, { recursive: true, force: true });
    });

    const found = async (keyword: string, of = index) =>
      (await of.search({ keyword, limit: 9 })).hits.map(({ articleId }) => articleId);
    const asked = async (question: string, of = index) => {
      const { hits, subject } = await of.retrieve({ question, topK: 5 });
      return {
        hits: hits.map(({ chunkId, score }) => [chunkId, score.toFixed(5)]),
        known: subject.known.toFixed(3),
      };
    };
    const file = () => ({ path: join(folder, '1.snapshot'), head: { layout: 7, of: 'this test' } });
    const state = { seq: 12, articles: [{ id: 'walnut', seq: 3, indexedAt: 1_700_000_000_123 }] };

    test('finds what was loaded, for questions and for the search box', async () => {
      expect(await found('almond')).toEqual(['almond']);
      const { hits, known } = await asked('Which tree has pink flowers?');
      expect(hits[0]?.[0]).toBe('almond#0');
      expect(known).toBe('1.000');
      expect(await index.stats()).toMatchObject({ articles: 3, chunks: 5, vectors: 0 });
    });

    test('puts an article in place of what it had, and takes it away when it has nothing', async () => {
      await index.replaceArticle('almond', article('almond', 'The apricot is a relative').chunks);
      expect(await found('apricot')).toEqual(['almond']);
      expect(await found('flowers')).toEqual([]);
      await index.replaceArticle('almond', []);
      expect(await found('apricot')).toEqual([]);
      expect((await index.stats()).articles).toBe(2);
    });

    test('refuses vectors of other dimensions and keeps what it had', async () => {
      const withVector = (id: string, vector: Float32Array) =>
        article(id, `${id} text`).chunks.map((chunk) => ({ ...chunk, vector }));
      await index.replaceArticle('fig', withVector('fig', Float32Array.of(1, 0, 0)));
      await expect(index.replaceArticle('plum', withVector('plum', Float32Array.of(1, 0)))).rejects.toThrow(
        '2 dimensions',
      );
      expect(await found('plum')).toEqual([]);
      const { hits } = await index.retrieve({
        question: 'anything',
        mode: 'vector',
        queryVector: Float32Array.of(1, 0, 0),
      });
      expect(hits.map(({ articleId }) => articleId)).toEqual(['fig']);
    });

    test('forgets all vectors, and takes those of another model then', async () => {
      const withVector = (id: string, vector: Float32Array) =>
        article(id, `${id} text`).chunks.map((chunk) => ({ ...chunk, vector }));
      await index.replaceArticle('fig', withVector('fig', Float32Array.of(1, 0, 0)));
      await index.forgetVectors();
      expect(await index.stats()).toMatchObject({ articles: 4, vectors: 0, dimensions: 0 });
      expect(await found('fig')).toEqual(['fig']);
      await index.replaceArticle('plum', withVector('plum', Float32Array.of(1, 0)));
      const { hits } = await index.retrieve({
        question: 'anything',
        mode: 'vector',
        queryVector: Float32Array.of(1, 0),
      });
      expect(hits.map(({ articleId }) => articleId)).toEqual(['plum']);
    });

    test('IDX2: saves one moment while changes and questions go on, and opens it again', async () => {
      const before = await asked('Which tree grows thirty metres?');
      const saving = index.save(file(), state);
      await index.replaceArticle('walnut', []);
      expect(await found('walnut')).toEqual([]);
      await saving;
      const other = fresh();
      expect(await other.open(file())).toEqual(state);
      expect(await asked('Which tree grows thirty metres?', other)).toEqual(before);
    });

    test('IDX3: takes nothing from a file that is missing, damaged or another one', async () => {
      const other = fresh();
      expect(await other.open(file())).toBeUndefined();
      await writeFile(file().path, 'no index');
      await expect(other.open(file())).rejects.toThrow('it is cut');
      await index.save(file(), state);
      await expect(other.open({ ...file(), head: { layout: 8 } })).rejects.toThrow(
        'its layout is another one',
      );
      expect((await other.stats()).chunks).toBe(0);
      await other.load(site());
      expect(await found('almond', other)).toEqual(['almond']);
    });

    test('IDX6: answers nobody who has left', async () => {
      const leaving = new AbortController();
      leaving.abort(new Error('the visitor has left'));
      await expect(index.retrieve({ question: 'tree' }, leaving.signal)).rejects.toThrow(
        'the visitor has left',
      );
      await expect(index.search({ keyword: 'tree', limit: 3 }, leaving.signal)).rejects.toThrow(
        'the visitor has left',
      );
      expect(await found('almond')).toEqual(['almond']);
    });

    test('answers what was asked before it is closed', async () => {
      const answers = [found('almond'), found('barley')];
      await index.close();
      expect(await Promise.all(answers)).toEqual([['almond'], ['barley']]);
    });
  });
}
