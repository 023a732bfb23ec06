import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  ArticleChunks,
  IndexChunk,
  RetrievalIndex,
  SearchIndex,
} from '../../server/ports/search-index.ts';

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

/** An index that answers questions and takes changes, wherever it is. */
export interface FilledIndex extends RetrievalIndex, Pick<SearchIndex, 'load' | 'replaceArticle'> {
  close(): Promise<void>;
}

const withVector = (id: string, vector: Float32Array): readonly IndexChunk[] =>
  article(id, `${id} text`).chunks.map((chunk) => ({ ...chunk, vector }));

const keywordFinds = async (index: RetrievalIndex, keyword: string) =>
  (await index.search({ keyword, limit: 9 })).hits.map(({ articleId }) => articleId);

const answers = async (index: RetrievalIndex, question: string) => {
  const { hits, subject } = await index.retrieve({ question, topK: 5 });
  return {
    hits: hits.map(({ chunkId, score }) => [chunkId, score.toFixed(5)]),
    known: subject.known.toFixed(3),
  };
};

/** Contract of every index: of this thread, of another one, and of a search engine. */
export function retrievalIndexContract(name: string, open: () => Promise<FilledIndex>): void {
  describe(`the index ${name}`, () => {
    let index: FilledIndex;
    beforeEach(async () => {
      index = await open();
      await index.load(site());
    });
    afterEach(() => index.close());
    const found = (keyword: string) => keywordFinds(index, keyword);

    test('IDX8: finds what was loaded, for questions and for the search box', async () => {
      expect(await found('almond')).toEqual(['almond']);
      const { hits, known } = await answers(index, 'Which tree has pink flowers?');
      expect(hits[0]?.[0]).toBe('almond#0');
      expect(known).toBe('1.000');
      expect(await index.stats()).toMatchObject({ articles: 3, chunks: 5, vectors: 0 });
    });

    test('SCP2: searches only the articles of a scope, by words, titles and vectors', async () => {
      const asked = { question: 'Which tree grows pink flowers?', topK: 5 };
      const of = async (within?: string) =>
        new Set(
          (await index.retrieve({ ...asked, ...(within !== undefined && { within }) })).hits.map(
            (hit) => hit.articleId,
          ),
        );
      expect(await of()).toContain('almond');
      expect(await of('walnut')).toEqual(new Set(['walnut']));
      expect(await of('walnut\nbarley')).not.toContain('almond');
      expect(await of('')).toEqual(new Set());
      expect(await of('gone')).toEqual(new Set());
      const search = async (keyword: string, within: string) =>
        (await index.search({ keyword, limit: 9, within })).hits.map(({ articleId }) => articleId);
      const foundBy: Record<string, readonly string[]> = {};
      for (const keyword of ['tree', 'almond', 'About almond', 'grows tree', '"tree with"', 'almondo'])
        foundBy[keyword] = await search(keyword, 'walnut');
      expect(Object.entries(foundBy).filter(([, ids]) => ids.includes('almond'))).toEqual([]);
      expect(await search('tree', 'walnut\nbarley')).toEqual(['walnut']);
      await index.replaceArticle('fig', withVector('fig', Float32Array.of(1, 0, 0)));
      await index.replaceArticle('plum', withVector('plum', Float32Array.of(0.9, 0.1, 0)));
      const near = await index.retrieve({
        question: 'sweet',
        mode: 'vector',
        queryVector: Float32Array.of(1, 0, 0),
        within: 'plum',
      });
      expect(near.hits.map((hit) => hit.articleId)).toEqual(['plum']);
    });

    test('ANS2: adds what the first hits lack of the first article and of others', async () => {
      const texts = Array.from(
        { length: 6 },
        (_, nth) => `The walnut tree has ${nth} branches of walnut wood`,
      );
      await index.replaceArticle('walnut', article('walnut', ...texts).chunks);
      const asked = { question: 'Which walnut tree with branches grows?', topK: 2 };
      const countsOf = async (ofEach?: number) => {
        const { hits } = await index.retrieve({ ...asked, ...(ofEach !== undefined && { ofEach }) });
        expect(hits.map(({ score }) => score)).toEqual(
          hits.map(({ score }) => score).toSorted((a, b) => b - a),
        );
        const own = hits.filter(({ articleId }) => articleId === 'walnut').length;
        return [own, hits.length - own];
      };
      expect(await countsOf()).toEqual([2, 0]);
      expect(await countsOf(1)).toEqual([2, 1]);
      expect(await countsOf(2)).toEqual([2, 2]);
      expect((await countsOf(4))[0]).toBe(4);
    });

    test('puts an article in place of what it had, and takes it away when it has nothing', async () => {
      expect(await found('apricot')).toEqual([]);
      await index.replaceArticle('walnut', article('walnut', 'The apricot is a relative').chunks);
      expect(await found('apricot')).toEqual(['walnut']);
      expect(await found('autumn')).toEqual([]);
      expect((await index.stats()).chunks).toBe(4);
      await index.replaceArticle('walnut', []);
      expect(await found('apricot')).toEqual([]);
      expect((await index.stats()).articles).toBe(2);
    });

    test('refuses vectors of other dimensions and keeps what it had', async () => {
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

    test('ranks by words and meaning together, and tells both', async () => {
      await index.replaceArticle('fig', withVector('fig', Float32Array.of(0.6, 0.8, 0)));
      await index.replaceArticle('plum', withVector('plum', Float32Array.of(0.28, 0, 0.96)));
      const { hits } = await index.retrieve({
        question: 'Which tree has pink flowers?',
        queryVector: Float32Array.of(1, 0, 0),
      });
      const signals = new Map(hits.map((hit) => [hit.articleId, hit.signals]));
      // Of two candidates with vectors each is one standard deviation from their mean.
      expect(signals.get('fig')?.nearness).toBeCloseTo(1, 2);
      expect(signals.get('plum')?.nearness).toBeCloseTo(-1, 2);
      expect(signals.get('almond')?.nearness).toBeUndefined();
      expect(signals.get('almond')?.article).toBeGreaterThan(0.4);
    });

    test('a question whose vector says nothing is answered by its words', async () => {
      await index.replaceArticle('fig', withVector('fig', Float32Array.of(1, 0, 0)));
      const queryVector = new Float32Array(3);
      const question = 'Which tree has pink flowers?';
      const [first] = (await index.retrieve({ question, queryVector })).hits;
      expect(first?.articleId).toBe('almond');
      expect((await index.retrieve({ question, queryVector, mode: 'vector' })).hits).toEqual([]);
    });

    test('the search box ranks several words by words and meaning together', async () => {
      await index.replaceArticle('fig', withVector('fig', Float32Array.of(0.6, 0.8, 0)));
      await index.replaceArticle('plum', withVector('plum', Float32Array.of(0.28, 0, 0.96)));
      const found = async (queryVector?: Float32Array) => {
        const keyword = 'soft purple fruit';
        const { hits } = await index.search({ keyword, limit: 5, ...(queryVector && { queryVector }) });
        return hits.map(({ articleId }) => articleId);
      };
      expect(await found()).not.toContain('fig');
      expect(await found(Float32Array.of(1, 0, 0))).toContain('fig');
    });

    test('corrects what was misspelt, completes what is being typed, finds parts of words and titles', async () => {
      expect((await index.retrieve({ question: 'Where does barlye grow?' })).corrections).toEqual([
        { typed: 'barlye', meant: 'barley' },
      ]);
      expect(await found('flow')).toEqual(['almond']);
      expect(await found('lmon')).toEqual(['almond']);
      expect(await found('about walnut')).toContain('walnut');
      expect(await found('大麦')).toEqual(['barley']);
      expect(await found('"small tree"')).toEqual(['almond']);
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
  });
}

/** Contract of an index of this process's own, in any thread. */
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

    const found = (keyword: string, of = index) => keywordFinds(of, keyword);
    const asked = (question: string, of = index) => answers(of, question);
    const file = () => ({ path: join(folder, '1.snapshot'), head: { layout: 7, of: 'this test' } });
    const state = { seq: 12, articles: [{ id: 'walnut', seq: 3, indexedAt: 1_700_000_000_123 }] };

    test('forgets all vectors, and takes those of another model then', async () => {
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

    test('answers what was asked before it is closed', async () => {
      const answers = [found('almond'), found('barley')];
      await index.close();
      expect(await Promise.all(answers)).toEqual([['almond'], ['barley']]);
    });
  });
}
