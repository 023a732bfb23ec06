import { expect, test } from 'vitest';
import { stagesOf, summaryOf } from './stored-trace.ts';

const stage = (startedAt: number, finishedAt: number) => ({
  name: 'rag_search',
  label: 'Search',
  startedAt,
  finishedAt,
  durationMs: finishedAt - startedAt,
  status: 'ok' as const,
  statusLabel: 'done',
  detail: '',
  data: null,
});

test('a stored trace is read; anything else is no trace', () => {
  const stages = [stage(1000, 1400)];
  expect(stagesOf(JSON.stringify(stages))).toEqual(stages);
  for (const text of [undefined, '', '{', '{}', '[{"name":1}]']) expect(stagesOf(text)).toEqual([]);
});

test('the whole is from the first start to the last end; stages without a time do not count', () => {
  expect(summaryOf([stage(1000, 1400), stage(1200, 2000), stage(0, 0)], 'NORMAL_CHAT')).toEqual({
    totalMs: 1000,
    stageCount: 3,
    intent: 'NORMAL_CHAT',
  });
  expect(summaryOf([], '').totalMs).toBe(0);
});
