import { describe, expect, test } from 'vitest';
import type { RebuildProgress } from '../../../../contract/knowledge.ts';
import { watchRebuild } from './rebuild-progress.ts';
import { advance, idle } from './rebuild-state.ts';

const processing = (processedArticles: number) =>
  advance(idle, { phase: 'processing', startedAt: 7, totalArticles: 4, processedArticles });
const completed = (startedAt: number) => advance(idle, { phase: 'completed', startedAt });

/** The states that a client gets when polls return these one after the other; the last one repeats. */
async function seen(looks: readonly RebuildProgress[], beginMs = 0, signal = new AbortController().signal) {
  const left = [...looks];
  const progress = async () => (left.length > 1 ? left.shift() : left[0]) ?? idle;
  const states: unknown[] = [];
  for await (const { event, data } of watchRebuild({ progress }, signal, beginMs)) {
    expect(event).toBe('progress');
    states.push(data);
  }
  return states;
}

describe('KN5, KN6: watching the full rebuild', () => {
  test('the first frame is the present state, then each change, until it ends', async () => {
    expect(await seen([processing(1), processing(1), processing(1), processing(2), completed(7)])).toEqual([
      processing(1),
      processing(2),
      completed(7),
    ]);
  });

  test('an error ends it too', async () => {
    const error = advance(idle, { phase: 'error', startedAt: 7, errorMessage: 'no' });
    expect(await seen([processing(1), error])).toEqual([error]);
  });

  test('without a rebuild it is idle, never the end of an earlier one, and closes after a while', async () => {
    expect(await seen([completed(3)])).toEqual([idle]);
    expect(await seen([idle])).toEqual([idle]);
  });

  test('a page that opened the stream first sees the rebuild it then starts', async () => {
    expect(await seen([completed(3), completed(3), processing(0), completed(7)], 1_000)).toEqual([
      idle,
      processing(0),
      completed(7),
    ]);
  });

  test('a rebuild that begins and ends between two polls is reported', async () => {
    expect(await seen([completed(3), completed(3), completed(7)], 1_000)).toEqual([idle, completed(7)]);
  });

  test('a rebuild whose process dies is idle again', async () => {
    expect(await seen([processing(1), processing(1), idle])).toEqual([processing(1), idle]);
  });

  test('a reader that leaves ends it', async () => {
    const leaving = new AbortController();
    leaving.abort();
    expect(await seen([processing(1)], 1_000, leaving.signal)).toEqual([]);
  });
});
