import { setTimeout as pause } from 'node:timers/promises';
import type { StreamEvent } from '../../../../contract/events.ts';
import type { Rebuild } from './rebuild.ts';
import { idle, isOver, isRunning } from './rebuild-state.ts';

const pollMs = 200;

/**
 * The state of the full rebuild, immediately and at each change, until it ends. Without a running one the first frame
 * is `idle`, never the end of an earlier one; since a page opens the stream before it starts the rebuild, the stream
 * waits `beginMs` for the start. A rebuild that begins and ends between two polls is recognized by its start time.
 */
export async function* watchRebuild(
  rebuild: Pick<Rebuild, 'progress'>,
  signal: AbortSignal,
  beginMs: number,
): AsyncGenerator<StreamEvent> {
  const first = await rebuild.progress();
  const earlier = isRunning(first) ? undefined : first.startedAt;
  let shown = '';
  for (let waited = 0; !signal.aborted;) {
    const current = await rebuild.progress();
    const state = isOver(current) && current.startedAt === earlier ? idle : current;
    const text = JSON.stringify(state);
    if (text !== shown) yield { event: 'progress', data: state };
    shown = text;
    if (isOver(state) || (!isRunning(state) && waited >= beginMs)) return;
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
    waited = isRunning(state) ? 0 : waited + pollMs;
  }
}
