import { debugChat } from '../../../contract/config/config.ts';
import type { StreamEvent, TraceStage } from '../../../contract/events.ts';
import { awaitedLater } from '../../kit/waiting/awaited-later.ts';
import { createTrace } from '../../kit/trace.ts';
import { implement } from '../../http/implement.ts';
import type { Answer } from './question.ts';

/**
 * The debug stream: the answer for a visitor with each stage of its trace. Visitors' switches and limits do not apply,
 * and the log is one of an editor, apart from those of visitors; usage is recorded. Ends with the summary, also when the answer fails.
 */
export const debugChatRoutes = (deps: {
  readonly answer: Answer;
  readonly now: () => number;
  /** Called when a question was answered. */
  readonly tried?: (() => Promise<void>) | undefined;
}) =>
  implement(debugChat, {
    stream: async function* ({ body }, { signal }) {
      const queue = createEventQueue();
      const trace = createTrace(deps.now, (stage) => queue.push({ event: 'trace_stage', data: stage }), true);
      const events = deps.answer({
        question: body.message,
        settings: body.config,
        history: body.history,
        askedFrom: body.askedFrom,
        kind: 'chat',
        escaped: true,
        scenario: 'visitor_qa',
        askedBy: 'editor',
        signal,
        trace,
      });
      yield* interleaved(events, queue);
      await deps.tried?.().catch(() => undefined);
      yield { event: 'trace_summary', data: summaryOf(trace.stages) };
    },
  });

/** Trace events queued while the next answer event is awaited. */
interface EventQueue {
  push(event: StreamEvent): void;
  /** Removes and returns the queued events. */
  take(): StreamEvent[];
  /** Resolves when an event is queued. */
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

/** Answer events with queued events in between, which are sent at once even while the next answer event is awaited. */
async function* interleaved(
  events: AsyncGenerator<StreamEvent>,
  queue: EventQueue,
): AsyncGenerator<StreamEvent> {
  try {
    for (;;) {
      // A client may leave while queued events are sent; then nobody awaits it.
      const next = awaitedLater(events.next());
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

/** Duration from the start of the first stage to the end of the last; the intent is the route's or `NORMAL_CHAT`. */
function summaryOf(stages: readonly TraceStage[]) {
  const startedAt = Math.min(...stages.map((stage) => stage.startedAt));
  const finishedAt = Math.max(...stages.map((stage) => stage.finishedAt));
  // A route without results is followed by the intent that answered.
  const intent = stages.findLast((stage) => stage.name === 'chat_intent')?.detail ?? 'NORMAL_CHAT';
  return { totalMs: stages.length === 0 ? 0 : finishedAt - startedAt, stageCount: stages.length, intent };
}
