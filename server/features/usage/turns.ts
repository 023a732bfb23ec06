import { explained } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import { awaitedLater } from '../../kit/waiting/awaited-later.ts';
import { modelNamed } from '../../kit/model-named.ts';
import { urgencyOf } from '../../model-calls/urgency.ts';
import type { CallPurpose, ChatCall, ChatPart, ModelKind, Models } from '../../ports/models.ts';
import { createPriorityLimiter } from '../../work/schedule/priority-limiter.ts';

/** Maximum of waiting calls per model; more are refused, so that a flood of questions does not fill the memory. */
const maxWaiting = 200;

/** Assumed duration of a call until the first one has ended. */
const firstGuessMs = 5_000;

/** Limits the concurrent calls of each model to what it serves; the others wait, visitors first, and cost nothing meanwhile. */
export function withTurns(
  models: Models,
  now: () => number = () => performance.now(),
): Models & { readonly waitingCalls: () => number } {
  const queues = new Map<
    string,
    { readonly turns: ReturnType<typeof createPriorityLimiter>; meanMs: number }
  >();

  /** The queue of a model, if it has a limit. */
  const queueOf = (kind: ModelKind, name: string) => {
    const info = modelNamed(models, kind, name);
    if (info?.callsAtOnce === undefined) return undefined;
    const key = `${kind} ${info.name}`;
    const queue = queues.get(key) ?? { turns: createPriorityLimiter(), meanMs: firstGuessMs };
    queues.set(key, queue);
    if (queue.turns.busy >= maxWaiting)
      throw new Fault('upstream', explained('model_queue_full', { model: info.name }), {
        upstreamKind: 'timeout',
      });
    return { queue, most: info.callsAtOnce };
  };

  async function* chat(call: ChatCall): AsyncGenerator<ChatPart> {
    const found = queueOf('chat', call.model);
    if (!found) return yield* models.chat(call);
    const { queue, most } = found;
    // A consumer that leaves while a part is read may never ask for the next one.
    const gone = new AbortController();
    const turn = queue.turns.acquire(most, urgencyOf(call), AbortSignal.any([call.signal, gone.signal]));
    const acquired = awaitedLater(turn.acquired);
    let leave: (() => void) | undefined;
    try {
      if (turn.ahead > 0)
        yield { type: 'turn', ahead: turn.ahead, expectedMs: Math.ceil(turn.ahead / most) * queue.meanMs };
      leave = await acquired;
      if (turn.ahead > 0) yield { type: 'turn', ahead: 0, expectedMs: 0 };
      const startedAt = now();
      yield* models.chat(call);
      queue.meanMs = 0.7 * queue.meanMs + 0.3 * (now() - startedAt);
    } finally {
      if (leave) leave();
      else {
        gone.abort(new Error('left the queue'));
        void acquired.then((give) => give()).catch(() => {});
      }
    }
  }

  /** Runs a call with a single reply when a slot is free. */
  const once =
    <C extends CallPurpose & { readonly model: string; readonly signal: AbortSignal }, R>(
      kind: ModelKind,
      run: (call: C) => Promise<R>,
    ) =>
    async (call: C): Promise<R> => {
      const found = queueOf(kind, call.model);
      if (!found) return run(call);
      const leave = await found.queue.turns.acquire(found.most, urgencyOf(call), call.signal).acquired;
      try {
        return await run(call);
      } finally {
        leave();
      }
    };

  return {
    ...models,
    /** Number of calls that wait for their turn. */
    waitingCalls: () => [...queues.values()].reduce((sum, { turns }) => sum + turns.waiting, 0),
    chat,
    embed: once('embedding', (call) => models.embed(call)),
    rerank: once('rerank', (call) => models.rerank(call)),
    image: once('image', (call) => models.image(call)),
  };
}
