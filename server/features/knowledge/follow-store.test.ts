import { expect, test } from 'vitest';
import { indexedArticle } from '../../../test/fakes/indexed-article.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { createArticleTexts } from './article-texts.ts';
import { keepUp, type Following, type Serving } from './follow-store.ts';
import { createLoopIndex } from '../../search/index/loop-index.ts';
import type { IndexedArticle } from './store.ts';
import { yieldToEventLoop } from '../../work/event-loop.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const articleOf = (id: string, nth: number): IndexedArticle => ({
  ...indexedArticle(id),
  seq: nth + 1,
  chunkCount: 0,
  keywordChunks: 0,
  indexedAt: 1,
});

/** A process that follows five changes; `replace` stands for the index. */
function following(replace: (id: string) => Promise<void>) {
  const deps: Following = {
    store: {
      active: async () => undefined,
      async *articlesOf() {},
      async *changedSince() {
        yield ids.map((id, nth) => ({ article: articleOf(id, nth), chunks: [] }));
      },
      chunksOf: async () => new Map(),
      counts: async () => {
        throw new Error('not asked for');
      },
      lastSeq: async () => ids.length,
      vectors: async () => new Map(),
    },
    yieldWhenIdle: async () => {},
    log: createTestLog(),
  };
  const serving: Serving = {
    generation: { generation: 1, signature: '', chunking: '', startedAt: 0, isWhole: true },
    index: { ...createLoopIndex(), replaceArticle: replace },
    articles: new Map(),
    texts: createArticleTexts(),
    seq: 0,
    savedSeq: 0,
  };
  return { deps, serving };
}

test('two changes at most are on their way to the index, so that a question waits for no more', async () => {
  let open = 0;
  let most = 0;
  const done: string[] = [];
  const { deps, serving } = following(async (id) => {
    most = Math.max(most, ++open);
    await yieldToEventLoop();
    await yieldToEventLoop();
    open--;
    done.push(id);
  });
  await keepUp(deps, serving);
  expect([most, done, serving.seq]).toEqual([2, ids, 5]);
});

test('a change that fails ends the pass with its reason, and the next pass begins with it', async () => {
  const { deps, serving } = following(async (id) => {
    await yieldToEventLoop();
    if (id === 'c') throw new Error('the thread has died');
  });
  await expect(keepUp(deps, serving)).rejects.toThrow('the thread has died');
  expect(serving.seq).toBe(2);
});
