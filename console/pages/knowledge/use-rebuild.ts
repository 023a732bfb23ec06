import { onScopeDispose, ref, shallowRef } from 'vue';
import { knowledge, RebuildProgress } from '../../../contract/knowledge.ts';
import { call, reasonOf } from '../../api/call.ts';
import { worded } from '../../text/explanations/worded.ts';
import { follow } from '../../api/follow.ts';

/** The state of the full rebuild: follows a running one, starts one, and calls back at its end. */
export function useRebuild(ended: () => void) {
  const progress = shallowRef<RebuildProgress>();
  const error = ref('');
  const starting = ref(false);
  /** True between a request to cancel and the end. */
  const cancelling = ref(false);
  let current: AbortController | undefined;

  /** @param awaited - a rebuild has been asked for and may not have begun */
  async function watch(awaited: boolean): Promise<void> {
    current?.abort();
    const own = new AbortController();
    current = own;
    let ran = false;
    try {
      for await (const event of follow(knowledge, 'rebuildProgress', { signal: own.signal })) {
        if (event.event !== 'progress') continue;
        const told = RebuildProgress.safeParse(event.data);
        if (!told.success) continue;
        progress.value = told.data;
        ran ||= isRunning(told.data);
        if (!isRunning(told.data)) cancelling.value = false;
        // The service keeps the stream open for a while, for a rebuild that is about to begin.
        if (told.data.phase === 'idle' && !awaited) break;
      }
    } catch (reason) {
      if (!own.signal.aborted) error.value = reasonOf(reason);
    }
    if (ran && !own.signal.aborted) ended();
  }

  async function start(): Promise<void> {
    starting.value = true;
    error.value = '';
    try {
      const reply = await call(knowledge, 'rebuild');
      if (reply.status === 'error') error.value = worded(reply.message);
    } catch (reason) {
      error.value = reasonOf(reason);
    } finally {
      starting.value = false;
    }
    await watch(true);
  }

  async function cancel(): Promise<void> {
    cancelling.value = true;
    try {
      await call(knowledge, 'cancelRebuild');
    } catch (reason) {
      error.value = reasonOf(reason);
      cancelling.value = false;
    }
  }

  void watch(false);
  onScopeDispose(() => current?.abort());
  return { progress, error, starting, start, cancel, cancelling };
}

export const isRunning = ({ phase }: RebuildProgress): boolean =>
  phase !== 'idle' && phase !== 'completed' && phase !== 'error';
