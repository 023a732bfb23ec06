import { afterAll, beforeAll, expect, it } from 'vitest';
import { specFor } from '../../../../test/fakes/model-spec.ts';
import { startQuirksServer, type QuirksServer } from '../../../../test/fakes/provider/quirks-server.ts';
import { createOpenai } from './openai.ts';

let server: QuirksServer;
beforeAll(async () => void (server = await startQuirksServer()));
afterAll(() => server[Symbol.asyncDispose]());

const rerank = (model: string, documents: readonly string[], topN = 10) =>
  createOpenai({ retryBaseMs: 1 }).rerank(specFor(server.url, { kind: 'rerank', model }))({
    model: '',
    scenario: 'search_rerank',
    query: 'how long',
    documents,
    topN,
    signal: new AbortController().signal,
  });

it.each(['ranks', 'ranks-score', 'ranks-list'])(
  '%s come best first, blank documents aside',
  async (model) => {
    const { ranks } = await rerank(model, ['aa', ' ', 'cccc', 'bbb']);
    expect(ranks.map(({ index }) => index)).toEqual([2, 3, 0]);
    expect(server.seen.at(-1)?.fields).toMatchObject({
      query: 'how long',
      documents: ['aa', 'cccc', 'bbb'],
      top_n: 3,
    });
  },
);

it('keeps to the wanted number and tells the usage', async () => {
  const { ranks, usage } = await rerank('ranks', ['a', 'bbb', 'cc'], 2);
  expect(ranks).toEqual([
    { index: 1, score: 0.03 },
    { index: 2, score: 0.02 },
  ]);
  expect(usage).toEqual({ promptTokens: 12 });
});

it('sends no request when there is nothing to rank', async () => {
  const before = server.seen.length;
  expect(await rerank('ranks', [])).toEqual({ ranks: [], usage: {} });
  expect(await rerank('ranks', ['', ' '])).toEqual({ ranks: [], usage: {} });
  expect(server.seen).toHaveLength(before);
});

it.each(['ranks-far', 'ranks-text', 'ranks-none', 'ok-json-error', 'status-500'])(
  '%s are a Fault upstream',
  async (model) => {
    await expect(rerank(model, ['a', 'b'])).rejects.toMatchObject({ code: 'upstream' });
  },
);
