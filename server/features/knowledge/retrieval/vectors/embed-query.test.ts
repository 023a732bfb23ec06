import { describe, expect, test } from 'vitest';
import { defaults } from '../../../../../contract/config/groups.ts';
import { createFakeModels, type FakeModels } from '../../../../../test/fakes/models.ts';
import { askOf, settingsWith, stageOf } from '../../../../../test/fakes/retrieval.ts';
import { unavailable } from '../../../../kit/fault.ts';
import type { Models } from '../../../../ports/models.ts';
import { embedKeyword, embedQuery } from './embed-query.ts';

const indexed = (signature: string) => ({
  generation: { generation: 1, signature, chunking: '', startedAt: 0, isWhole: true },
});
const live = indexed('fake-embedding@16');
const settings = settingsWith();

/** Models whose embedding is another. */
const embedding = (embed: Models['embed']): Models => ({ ...createFakeModels(), embed });

describe('the vector to search with', () => {
  test('is made by the model of the index, with its dimensions', async () => {
    const models = createFakeModels();
    const ask = askOf('how much?', { logId: 'log-1' });
    const query = await embedQuery({ live, models }, ask, settings, 'how much?');
    expect(query).toMatchObject({ signature: 'fake-embedding@16' });
    expect(query?.vector).toHaveLength(16);
    expect(models.calls.embedding).toMatchObject([
      {
        model: 'fake-embedding',
        dimensions: 16,
        texts: ['how much?'],
        scenario: 'search_embedding',
        logId: 'log-1',
      },
    ]);
    expect(stageOf(ask, 'embed')).toMatchObject({ status: 'ok', data: { dimensions: 16 } });
  });

  test('is not needed in keyword mode and without vectors in the index', async () => {
    const models = createFakeModels();
    const ask = askOf('how much?');
    expect(await embedQuery({ live: indexed(''), models }, ask, settings, 'q')).toBeUndefined();
    const keyword = settingsWith({ retrieval: { searchMode: 'keyword' } });
    expect(await embedQuery({ live, models }, ask, keyword, 'q')).toBeUndefined();
    expect(models.calls.embedding).toHaveLength(0);
    expect(ask.trace.stages.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });
});

test('MOD16: a model that has changed under its name is not asked', async () => {
  const plain = createFakeModels();
  const models = {
    ...plain,
    list: (kind?: Parameters<Models['list']>[0]) =>
      plain.list(kind).map((one) => ({ ...one, vectorSpace: 'changed' })),
  };
  const ask = askOf('how much?');
  expect(await embedQuery({ live, models }, ask, settings, 'how much?')).toBeUndefined();
  expect(plain.calls.embedding).toHaveLength(0);
  expect(stageOf(ask, 'embed')).toMatchObject({ status: 'skipped' });
  const own = indexed('fake-embedding@16/changed');
  expect(await embedQuery({ live: own, models }, ask, settings, 'q')).toMatchObject({
    signature: 'fake-embedding@16/changed',
  });
});

test('MOD16: a model that this process does not have is not asked, and words search', async () => {
  const models = createFakeModels({ kinds: ['chat'] });
  const ask = askOf('how much?');
  const hyde = settingsWith({ enhancement: { hydeEnabled: true } });
  expect(await embedQuery({ live, models }, ask, hyde, 'how much?')).toBeUndefined();
  const config = { all: async () => defaults() };
  expect(await embedKeyword({ live, models, config }, 'litre of coffee')).toBeUndefined();
  expect([models.calls.embedding, models.calls.chat]).toEqual([[], []]);
  expect(stageOf(ask, 'embed')).toMatchObject({
    status: 'skipped',
    detail: expect.stringContaining('fake-embedding'),
  });
});

describe('words alone search', () => {
  test.each<[string, Models['embed'], RegExp]>([
    ['the model fails', () => Promise.reject(unavailable('No vectors today')), /No vectors today/],
    [
      'it answers with other dimensions',
      async () => ({ vectors: [new Float32Array(8)], usage: {} }),
      /8 dimensions instead of 16/,
    ],
    ['it answers with nothing', async () => ({ vectors: [], usage: {} }), /0 vectors for 1/],
    [
      'its vector holds no numbers',
      async () => ({ vectors: [new Float32Array(16).fill(Number.NaN)], usage: {} }),
      /no numbers/,
    ],
    ['it hangs and listens to nobody', () => new Promise(() => {}), /took too long/],
  ])('when %s', async (_, embed, words) => {
    const ask = askOf('how much?');
    const hasty = settingsWith({ timeouts: { embedMs: 30 } });
    expect(await embedQuery({ live, models: embedding(embed) }, ask, hasty, 'how much?')).toBeUndefined();
    expect(stageOf(ask, 'embed')).toMatchObject({
      status: 'fallback',
      detail: expect.stringMatching(words),
      data: { dimensions: 0 },
    });
  });

  test('an aborted request rejects with the reason of its signal', async () => {
    const leaving = new AbortController();
    const ask = askOf('how much?', { signal: leaving.signal });
    const query = embedQuery(
      { live, models: embedding(() => new Promise(() => {})) },
      ask,
      settings,
      'how much?',
    );
    leaving.abort(new Error('left'));
    await expect(query).rejects.toThrow('left');
  });
});

describe('a hypothetical answer', () => {
  const hyde = settingsWith({ enhancement: { hydeEnabled: true }, timeouts: { hydeMs: 30 } });
  const embedded = (models: FakeModels) => models.calls.embedding[0]?.texts;

  test('is embedded in place of the question, and shown in the trace', async () => {
    const models = createFakeModels({ chat: () => 'Sixty grams make a litre.' });
    const ask = askOf('how much?');
    await embedQuery({ live, models }, ask, hyde, 'how much?');
    expect(embedded(models)).toEqual(['Sixty grams make a litre.']);
    expect(stageOf(ask, 'hyde')).toMatchObject({ status: 'ok', detail: 'Sixty grams make a litre.' });
    expect(ask.trace.stages.map(({ name }) => name)).toEqual(['hyde', 'embed']);
  });

  test.each([
    ['fails', () => unavailable('No idea'), 'fallback'],
    ['says nothing', () => '', 'skipped'],
    ['hangs', () => hang(), 'fallback'],
  ])('that %s leaves the question itself', async (_, chat, status) => {
    const models = createFakeModels({ chat });
    const ask = askOf('how much?');
    await embedQuery({ live, models }, ask, hyde, 'how much?');
    expect(embedded(models)).toEqual(['how much?']);
    expect(stageOf(ask, 'hyde')).toMatchObject({ status });
    expect(stageOf(ask, 'embed')).toMatchObject({ status: 'ok' });
  });
});

async function* hang() {
  await new Promise(() => {});
  yield { type: 'text' as const, text: 'never' };
}
