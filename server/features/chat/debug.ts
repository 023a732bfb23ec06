import { debugChat } from '../../../contract/config/config.ts';
import type { StreamEvent, TraceStage } from '../../../contract/events.ts';
import { createTrace } from '../../kit/trace.ts';
import { implement } from '../../http/implement.ts';
import type { Answer } from './question.ts';

/**
 * The debug stream: the answer a visitor would get, with each stage shown as it ends. Switches and limits of visitors
 * do not apply and nothing is stored in the chat logs; the ledger counts. Ends with the summary, also when the answer
 * fails.
 */
export const debugChatRoutes = (deps: { readonly answer: Answer; readonly now: () => number }) =>
  implement(debugChat, {
    stream: async function* ({ body }, { signal }) {
      const queue = createEventQueue();
      const trace = createTrace(deps.now, (stage) => queue.push({ event: 'trace_stage', data: stage }));
      const events = deps.answer({
        question: body.message,
        settings: body.config,
        history: body.history,
        kind: 'chat',
        escaped: true,
        scenario: 'visitor_qa',
        signal,
        trace,
      });
      yield* interleaved(events, queue);
      yield { event: 'trace_summary', data: summaryOf(trace.stages) };
    },
  });

/** Events that arrive while somebody waits for something else. */
interface EventQueue {
  push(event: StreamEvent): void;
  /** Takes everything queued so far. */
  take(): StreamEvent[];
  /** Resolves when there is something to take. */
  waiting(): Promise<'queued'>;
}

function createEventQueue(): EventQueue {
  const events: StreamEvent[] = [];
  let wake = () => {};
  return {
    push(event) {
      events.push(event);
      wake();
    },
    take: () => events.splice(0),
    waiting: () => new Promise((resolve) => ((wake = () => resolve('queued')), events.length > 0 && wake())),
  };
}

/** The events as they come, and queued ones at once, also while the next event is still awaited. */
async function* interleaved(
  events: AsyncGenerator<StreamEvent>,
  queue: EventQueue,
): AsyncGenerator<StreamEvent> {
  try {
    for (;;) {
      const next = events.next();
      // A client may leave while queued events are sent; then nobody waits for this any more.
      next.catch(() => undefined);
      while ((await Promise.race([next, queue.waiting()])) === 'queued') yield* queue.take();
      const { value, done } = await next;
      yield* queue.take();
      if (done) return;
      yield value;
    }
  } finally {
    await events.return(undefined);
  }
}

/** Times from the first stage's start to the last one's end; the intent is the route or `NORMAL_CHAT`. */
function summaryOf(stages: readonly TraceStage[]) {
  const startedAt = Math.min(...stages.map((stage) => stage.startedAt));
  const finishedAt = Math.max(...stages.map((stage) => stage.finishedAt));
  // A route that found nothing is followed by the intent that the question was answered with.
  const intent = stages.findLast((stage) => stage.name === 'chat_intent')?.detail ?? 'NORMAL_CHAT';
  return { totalMs: stages.length === 0 ? 0 : finishedAt - startedAt, stageCount: stages.length, intent };
}
