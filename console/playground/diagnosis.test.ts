import { expect, test } from 'vitest';
import type { AnswerState } from '../../contract/articles/articles.ts';
import type { TraceStage } from '../../contract/events.ts';
import { diagnose } from './diagnosis.ts';

const stage = (name: string, more: Partial<TraceStage> = {}): TraceStage => ({
  name,
  label: name,
  startedAt: 0,
  finishedAt: 10,
  durationMs: 10,
  status: 'ok',
  statusLabel: 'ok',
  detail: '',
  data: null,
  ...more,
});
const summary = { totalMs: 100, stageCount: 1, intent: 'NORMAL_CHAT' };
const kinds = (stages: readonly TraceStage[], citations = 1, intent = 'NORMAL_CHAT', totalMs = 100) =>
  diagnose(stages, { ...summary, intent, totalMs }, { citations }).map(({ kind }) => kind);

test('an answer with passages and sources is fine', () => {
  expect(kinds([stage('build_context', { data: { docCount: 3 } }), stage('inject_context')])).toEqual([
    'fine',
  ]);
});

test('each trouble is named', () => {
  expect(kinds([stage('rag_error', { status: 'error' })])).toEqual(['retrieval-failed']);
  expect(kinds([stage('rerank', { data: { documents: [{ passed: false }, { passed: false }] } })])).toEqual([
    'all-filtered',
  ]);
  expect(kinds([stage('rerank', { data: { documents: [{ passed: false }, { passed: true }] } })])).toEqual([
    'fine',
  ]);
  expect(kinds([stage('build_context', { data: { docCount: 0 } })], 0)).toEqual(['nothing-found']);
  expect(kinds([stage('inject_context', { status: 'fallback' })])).toEqual(['no-context']);
  expect(kinds([stage('fetch_posts')], 1, 'builtin-hot-articles')).toEqual(['route']);
  expect(kinds([stage('merge_dedup')], 0)).toEqual(['no-citations']);
  expect(kinds([stage('generate', { durationMs: 9_000 })], 1, 'NORMAL_CHAT', 10_000)).toEqual(['slow-stage']);
  expect(kinds([stage('generate', { durationMs: 900 })], 1, 'NORMAL_CHAT', 1000)).toEqual(['fine']);
});

test('a failed stage is a finding, also where the question was answered without it', () => {
  const failed = stage('generate', { status: 'error', detail: 'HTTP 401: no such key' });
  expect(kinds([failed, stage('generate')])).toEqual(['stage-failed']);
  const degraded = { status: 'fallback', explanation: { code: 'trace_rerank_failed', params: {} } } as const;
  expect(kinds([stage('rerank', degraded)])).toEqual(['stage-failed']);
  expect(kinds([stage('rerank', { status: 'fallback' })])).toEqual(['fine']);
});

test('without an embedding model no similarity threshold is to blame', () => {
  const nothing = stage('build_context', { data: { docCount: 0 } });
  expect(kinds([nothing], 0)).toEqual(['nothing-found']);
  expect(kinds([stage('embed', { status: 'skipped' }), nothing], 0)).toEqual(['no-words-found']);
});

test('an answer that is not covered is never called fine', () => {
  const told = (state: AnswerState) =>
    diagnose([stage('build_context', { data: { docCount: 3 } })], summary, { citations: 2, state }).map(
      ({ kind }) => kind,
    );
  expect(told('answered')).toEqual(['fine']);
  expect(told('not_covered')).toEqual(['not-covered']);
  expect(told('partial')).toEqual(['partial']);
  expect(told('failed')).toEqual(['failed']);
  expect(told('limited')).toEqual(['limited']);
});

test('what visitors are told of an answer is a finding where no stage shows it', () => {
  const told = (...notices: string[]) =>
    diagnose([stage('build_context', { data: { docCount: 3 } })], summary, { citations: 1, notices }).map(
      ({ kind }) => kind,
    );
  expect(told('unconfirmed', 'cut_short')).toEqual(['unconfirmed', 'cut_short']);
  expect(told('model_busy', 'other_language')).toEqual(['model_busy', 'other_language']);
  expect(told('model_failed', 'contact', 'from a later version')).toEqual(['fine']);
  // What was left out for a quotation has no notice, and the stage says it.
  const leftOut = stage('generate', { data: { unsupported: true } });
  expect(kinds([leftOut, stage('generate')])).toEqual(['unconfirmed']);
});
