import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import type { AnswerSummary, Citation, StructuredResult } from '../../contract/articles/articles.ts';
import { debugChat } from '../../contract/config/config.ts';
import type { StreamEvent, TraceStage, TraceSummary } from '../../contract/events.ts';
import { reasonOf } from '../api/call.ts';
import { follow } from '../api/follow.ts';

/** Asks a question as a visitor would, with all stages of its answer. */
export function usePlayground() {
  const stages = shallowRef<readonly TraceStage[]>([]);
  const citations = shallowRef<readonly Citation[]>([]);
  const cards = shallowRef<StructuredResult>();
  const summary = shallowRef<TraceSummary>();
  const outcome = shallowRef<AnswerSummary>();
  const answer = ref('');
  const reasoning = ref('');
  const error = ref('');
  const running = ref(false);
  /** True once the person has stopped it: what is shown is a part. */
  const stopped = ref(false);
  let current: AbortController | undefined;

  const receive: { readonly [E in StreamEvent as E['event']]?: (data: E['data']) => void } = {
    trace_stage: (stage) => (stages.value = [...stages.value, stage]),
    citations: (list) => (citations.value = list),
    structured_result: (result) => (cards.value = result),
    token: ({ content }) => (answer.value += content),
    reasoning_delta: ({ content }) => (reasoning.value += content),
    answer_state: (state) => {
      outcome.value = state;
      if (state.citations) citations.value = state.citations;
      if (state.text !== undefined) answer.value = state.text;
    },
    trace_summary: (figures) => (summary.value = figures),
  };

  const reset = () => {
    current?.abort();
    current = undefined;
    stages.value = [];
    citations.value = [];
    cards.value = undefined;
    summary.value = undefined;
    outcome.value = undefined;
    answer.value = '';
    reasoning.value = '';
    error.value = '';
    running.value = false;
    stopped.value = false;
  };

  /** `config` contains unsaved settings for the answer. */
  async function ask(message: string, config: Readonly<Record<string, unknown>> = {}): Promise<void> {
    reset();
    const own = new AbortController();
    current = own;
    running.value = true;
    try {
      for await (const event of follow(debugChat, 'stream', {
        body: { message, config },
        signal: own.signal,
      })) {
        const handler = receive[event.event] as ((data: StreamEvent['data']) => void) | undefined;
        handler?.(event.data);
      }
    } catch (reason) {
      if (!own.signal.aborted) error.value = reasonOf(reason);
      else if (current === own) stopped.value = true;
    } finally {
      if (current === own) running.value = false;
    }
  }

  onScopeDispose(reset);
  // An answer that is refused before its first stage, as at a used-up ceiling, has an outcome alone.
  const asked = computed(
    () =>
      running.value ||
      stopped.value ||
      stages.value.length > 0 ||
      outcome.value !== undefined ||
      error.value !== '',
  );
  return {
    stages,
    citations,
    cards,
    summary,
    outcome,
    answer,
    reasoning,
    error,
    running,
    stopped,
    asked,
    ask,
    stop: () => current?.abort(),
    reset,
  };
}

export type Playground = ReturnType<typeof usePlayground>;
