import { onScopeDispose, ref, shallowRef } from 'vue';
import { knowledge, RebuildProgress } from '../../../contract/knowledge.ts';
import { call, reasonOf } from '../../api/call.ts';
import { follow } from '../../api/follow.ts';

/** The full rebuild as it goes: follows one that runs, starts one, and calls back at its end. */
export function useRebuild(ended: () => void) {
  const progress = shallowRef<RebuildProgress>();
  const error = ref('');
  const starting = ref(false);
  let current: AbortController | undefined;

  async function watch(): Promise<void> {
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
      if (reply.status === 'error') error.value = reply.message;
    } catch (reason) {
      error.value = reasonOf(reason);
    } finally {
      starting.value = false;
    }
    await watch();
  }

  void watch();
  onScopeDispose(() => current?.abort());
  return { progress, error, starting, start };
}

export const isRunning = ({ phase }: RebuildProgress): boolean =>
  phase !== 'idle' && phase !== 'completed' && phase !== 'error';
