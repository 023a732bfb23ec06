import { expect, test } from 'vitest';
import { attentionOf, type AttentionInput } from './attention.ts';

const used = { promptTokens: 0, completionTokens: 0, embeddingTokens: 0, aborted: 0, limited: 0 };
const calm = {
  system: {
    host: {
      kind: 'embedded',
      version: '1',
      siteTitle: 'Site',
      ok: true,
      reason: '',
      canWriteExcerpts: true,
      countsVisits: true,
    },
    problems: [],
    problemCount: 0,
    warnings: [],
    refusedOrigins: [],
  },
  today: { date: '2026-01-01', models: [], alerts: [] },
  settings: { chat: { allowGuest: true }, search: { enabled: true, showAiAnswer: true } },
  index: {
    chunkCount: 1,
    status: 'idle' as const,
    indexedArticles: 1,
    failedArticles: 0,
    keywordChunks: 0,
    totalArticles: 1,
    embedding: 'a/256',
    plannedEmbedding: 'a/256',
  },
} satisfies AttentionInput;

test('nothing needs attention on a calm day', () => expect(attentionOf(calm)).toEqual([]));

test('a used-up ceiling, a host that is away and files that are left out are told, the worst first', () => {
  const host = { ...calm.system.host, ok: false, reason: 'gone', since: '2026-01-01T00:00:00.000Z' };
  const problems = [{ path: 'bees.md', reason: 'no YAML' }];
  const told = attentionOf({
    system: { ...calm.system, host, problems, problemCount: 4 },
    today: {
      ...calm.today,
      alerts: [
        { model: 'half', percent: 50 },
        { model: 'full', percent: 100 },
      ],
    },
    index: { ...calm.index, failedArticles: 2, plannedEmbedding: 'b/512' },
  });
  expect(told).toEqual([
    { kind: 'host', reason: 'gone', since: '2026-01-01T00:00:00.000Z' },
    { kind: 'ceiling', model: 'full', percent: 100 },
    { kind: 'indexFailed', count: 2 },
    { kind: 'leftOut', count: 4, path: 'bees.md', reason: 'no YAML' },
    { kind: 'rebuild', planned: 'b/512' },
  ]);
});

test('KN27: a failed rebuild is reported with its reason, and none is asked for while one runs', () => {
  const due = { ...calm.index, outdated: true, plannedEmbedding: 'b/512' };
  const failed = { ...due, rebuildFailure: { error: 'no disk', endedAt: 1 } };
  expect(attentionOf({ ...calm, index: failed })).toEqual([
    { kind: 'rebuildFailed', failure: failed.rebuildFailure },
    { kind: 'rebuild', planned: 'b/512' },
  ]);
  expect(attentionOf({ ...calm, index: { ...due, status: 'indexing' } })).toEqual([]);
});

test('a model whose last calls failed is reported with the reason, however many calls succeeded', () => {
  const lastFailure = { time: '2026-01-01T00:00:00.000Z', error: 'HTTP 401: revoked' };
  const models = [
    { ...used, model: 'broken', calls: 2000, failures: 4, failing: true, lastFailure },
    { ...used, model: 'tested', calls: 1, failures: 1, failing: false },
    { ...used, model: 'mended', calls: 6, failures: 3, recovered: true, failing: false },
  ];
  const told = attentionOf({ ...calm, today: { ...calm.today, models } });
  expect(told).toEqual([{ kind: 'model', model: 'broken', reason: 'HTTP 401: revoked' }]);
});

test('MOD13: what a model is too slow for is told with its figures', () => {
  const late = [{ scenario: 'search_query_rewrite', late: 20, calls: 20 }];
  const models = [{ ...used, model: 'slow', calls: 50, failures: 20, late }];
  const told = attentionOf({ ...calm, today: { ...calm.today, models } });
  expect(told).toEqual([{ kind: 'late', model: 'slow', ...late[0] }]);
});

test('warnings of the system, articles that are held and refused pages are told; an outdated index comes last', () => {
  const refused = [1, 2, 3, 4].map((nth) => ({ origin: `https://${nth}.example`, count: nth, lastAt: '' }));
  const told = attentionOf({
    ...calm,
    system: {
      ...calm.system,
      warnings: [
        { code: 'disk_full', message: 'The disk is full' },
        { code: 'articles_held', message: '40 articles' },
      ],
      refusedOrigins: refused,
    },
    index: { ...calm.index, heldArticles: 40, outdated: true },
  });
  expect(told).toEqual([
    { kind: 'warning', code: 'disk_full', names: [] },
    { kind: 'held', count: 40 },
    ...refused.slice(0, 3).map((one) => ({ kind: 'origin', ...one })),
    { kind: 'rebuild', planned: '' },
  ]);
});

test('what is switched off stands there, and what could not be loaded takes nothing else away', () => {
  const settings = { chat: { allowGuest: false }, search: { enabled: true, showAiAnswer: false } };
  const off = { kind: 'off', parts: ['chat', 'searchAnswer'] };
  expect(attentionOf({ ...calm, settings })).toEqual([off]);
  expect(attentionOf({ settings, index: { ...calm.index, failedArticles: 2 } })).toEqual([
    off,
    { kind: 'indexFailed', count: 2 },
  ]);
  expect(attentionOf({})).toEqual([]);
});
