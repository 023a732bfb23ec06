import type { RequestContext } from '../../../http/implement.ts';

/** Fields of a JSON-RPC message, or of a part of one. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** An id of JSON-RPC is a number or a text; what is longer than any program's is not kept. */
const isId = (id: unknown): boolean =>
  typeof id === 'number' || (typeof id === 'string' && id.length <= longestId);
const longestId = 200;

/**
 * The calls that run, so that `notifications/cancelled` ends them. The protocol is served without sessions: a call is known by address
 * and program of its client and by its id. Where several calls have all of them in common, none is ended.
 */
export function createRunningCalls() {
  const running = new Map<string, Set<AbortController>>();
  const keyOf = ({ visitor }: RequestContext, id: unknown) =>
    JSON.stringify([visitor.address, visitor.userAgent, id]);

  return {
    /** Ends the calls that notifications among the messages name. */
    cancel(messages: readonly unknown[], context: RequestContext): void {
      for (const message of messages) {
        const { method, params } = fieldsOf(message);
        if (method !== 'notifications/cancelled') continue;
        const calls = running.get(keyOf(context, fieldsOf(params)['requestId']));
        const [only] = calls ?? [];
        if (calls?.size === 1) only?.abort(new DOMException('The client has cancelled', 'AbortError'));
      }
    },

    /** Notes the calls among the messages; `signal` also aborts when one of them is cancelled. To be ended. */
    begin(messages: readonly unknown[], context: RequestContext) {
      const call = new AbortController();
      const keys = messages.flatMap((message) => {
        const { method, id } = fieldsOf(message);
        return method === 'tools/call' && isId(id) ? [keyOf(context, id)] : [];
      });
      for (const key of keys) running.set(key, (running.get(key) ?? new Set()).add(call));
      const end = (): void => {
        for (const key of keys) {
          const calls = running.get(key);
          calls?.delete(call);
          if (calls?.size === 0) running.delete(key);
        }
      };
      // A reply that nobody begins to read is ended by its client's leaving alone.
      context.signal.addEventListener('abort', end, { once: true });
      return { signal: AbortSignal.any([context.signal, call.signal]), end };
    },
  };
}
