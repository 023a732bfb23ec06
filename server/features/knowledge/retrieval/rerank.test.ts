import { describe, expect, test } from 'vitest';
import { createFakeModels } from '../../../../test/fakes/models.ts';
import { askOf, passageOf, settingsWith, stageOf } from '../../../../test/fakes/retrieval.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { Models } from '../../../ports/models.ts';
import { inOrder, rerank } from './rerank.ts';

const candidates = ['a/1', 'b/1', 'c/1', 'd/1'].map((name, index) => passageOf(name, 4 - index));
const on = (rerankScoreThreshold = 0, rerankMs = 1_000) =>
  settingsWith({
    models: { rerankEnabled: true },
    enhancement: { rerankToggle: true, rerankTopN: 2, rerankScoreThreshold },
    retrieval: { topN: 3 },
    timeouts: { rerankMs },
  });
const scoring = (...scores: readonly number[]) => createFakeModels({ rerank: () => scores });
const ids = (passages: readonly { readonly articleId: string }[]) =>
  passages.map(({ articleId }) => articleId);

describe('reranking', () => {
  test('both switches have to be on, otherwise the best topN stay as they are', async () => {
    const models = scoring(0, 1, 2, 3);
    const ask = askOf('q');
    expect(
      ids(await rerank(models, ask, settingsWith({ retrieval: { topN: 3 } }), { query: 'q', candidates })),
    ).toEqual(['a', 'b', 'c']);
    expect(models.calls.rerank).toHaveLength(0);
    expect(stageOf(ask, 'rerank')).toMatchObject({ status: 'skipped', data: null });
  });

  test('DBG3, DBG7: the order of the model, cut and filtered; the trace shows all with numbers and whether they passed', async () => {
    const ask = askOf('q');
    const passages = await rerank(scoring(0.1, 0.9, 0.5, 0.7), ask, on(0.4), { query: 'q', candidates });
    expect(ids(passages)).toEqual(['b', 'd']);
    expect(stageOf(ask, 'rerank')).toMatchObject({
      status: 'ok',
      detail: '4 → 2',
      data: {
        before: 4,
        after: 2,
        threshold: 0.4,
        documents: [
          { title: 'b', score: 0.9, chunkIndex: 0, content: 'Text of b/1', passed: true },
          { title: 'd', score: 0.7, passed: true },
          { title: 'c', score: 0.5, passed: false },
          { title: 'a', score: 0.1, passed: false },
        ],
      },
    });
  });

  test('when all are below the threshold nothing is left, and the trace says so', async () => {
    const ask = askOf('q');
    expect(await rerank(scoring(0.1, 0.2, 0.3, 0.2), ask, on(0.9), { query: 'q', candidates })).toEqual([]);
    expect(stageOf(ask, 'rerank')).toMatchObject({ status: 'fallback', statusLabel: 'all filtered' });
  });

  test('invalid ranks are corrected: unknown and repeated places, values that are not numbers, any order', () => {
    const ranks = [
      { index: 2, score: 0.2 },
      { index: 9, score: 1 },
      { index: 0, score: 0.8 },
      { index: 0, score: 0.9 },
      { index: 1, score: Number.NaN },
    ];
    expect(inOrder(candidates, ranks).map(({ articleId, score }) => [articleId, score])).toEqual([
      ['a', 0.8],
      ['c', 0.2],
    ]);
  });
});

describe('when the reranker fails', () => {
  test.each<[string, Models['rerank'], RegExp]>([
    ['with a reason', () => Promise.reject(unavailable('No ranks today')), /No ranks today/],
    ['by hanging', () => new Promise(() => {}), /took too long/],
  ])('%s, the order stays', async (_, broken, words) => {
    const ask = askOf('q');
    const startedAt = performance.now();
    const models: Models = { ...createFakeModels(), rerank: broken };
    expect(ids(await rerank(models, ask, on(0, 30), { query: 'q', candidates }))).toEqual(['a', 'b', 'c']);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(stageOf(ask, 'rerank')).toMatchObject({
      status: 'fallback',
      detail: expect.stringMatching(words),
    });
  });

  test('an aborted request rejects with the reason of its signal', async () => {
    const leaving = new AbortController();
    const models: Models = { ...createFakeModels(), rerank: () => new Promise(() => {}) };
    const ranked = rerank(models, askOf('q', { signal: leaving.signal }), on(), { query: 'q', candidates });
    leaving.abort(new Error('left'));
    await expect(ranked).rejects.toThrow('left');
  });
});
