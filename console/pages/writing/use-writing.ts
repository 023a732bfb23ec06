import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import { writing } from '../../../contract/writing/writing.ts';
import type { WritingEdit } from '../../../contract/writing/patch.ts';
import { reasonOf } from '../../api/call.ts';
import { follow } from '../../api/follow.ts';
import { worded } from '../../text/explanations/worded.ts';
import { hasChanges, type PlaygroundRequest } from './playground-request.ts';

/** Time without data after which a stream counts as stalled. */
const stalledMs = 20_000;

/** A running action: the received text, its duration, and the changes at its end. */
export function useWriting() {
  const result = ref('');
  const edits = shallowRef<readonly WritingEdit[]>();
  const notes = shallowRef<readonly string[]>([]);
  const error = ref('');
  const running = ref(false);
  const finished = shallowRef<PlaygroundRequest>();
  const [startedAt, heardAt, now] = [ref(0), ref(0), ref(0)];
  let current: AbortController | undefined;
  const ticking = setInterval(() => {
    if (running.value) now.value = Date.now();
  }, 500);

  const reset = () => {
    current?.abort();
    result.value = '';
    edits.value = undefined;
    notes.value = [];
    error.value = '';
    finished.value = undefined;
    running.value = false;
  };

  async function run(request: PlaygroundRequest): Promise<void> {
    reset();
    const own = new AbortController();
    current = own;
    running.value = true;
    startedAt.value = heardAt.value = now.value = Date.now();
    const { byChange, ...asked } = request;
    const format = byChange && hasChanges(request.action) ? 'patch' : 'text';
    try {
      for await (const frame of follow(writing, 'assistStream', {
        body: { ...asked, format },
        signal: own.signal,
      })) {
        heardAt.value = Date.now();
        if (frame.event === 'token') result.value += frame.data.content;
        else if (frame.event === 'edits') {
          edits.value = frame.data.edits;
          const { notes: told = [], noteExplanations } = frame.data;
          notes.value = told.map((note, n) => worded(note, noteExplanations?.[n]));
        }
      }
      finished.value = request;
    } catch (reason) {
      if (!own.signal.aborted) error.value = reasonOf(reason);
    } finally {
      if (current === own) running.value = false;
    }
  }

  onScopeDispose(() => {
    clearInterval(ticking);
    current?.abort();
  });
  return {
    result,
    edits,
    notes,
    error,
    running,
    /** The request of the result that is shown; nothing while it is incomplete. */
    finished,
    seconds: computed(() => Math.max(0, Math.round((now.value - startedAt.value) / 1000))),
    stalled: computed(() => running.value && now.value - heardAt.value > stalledMs),
    run,
    stop: () => current?.abort(),
    reset,
  };
}
