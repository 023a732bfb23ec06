import type { RequestContext } from '../../../http/implement.ts';

/** Fields of a JSON-RPC message, or of a part of one. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** True for a JSON-RPC id: a number, or a text of limited length. */
const isId = (id: unknown): boolean =>
  typeof id === 'number' || (typeof id === 'string' && id.length <= longestId);
const longestId = 200;

/**
 * Running calls, which `notifications/cancelled` can abort. Since there are no sessions, a call is identified by the client's address
 * and user agent and by its id. When several calls share all of these, none is aborted.
 */
export function createRunningCalls() {
  const running = new Map<string, Set<AbortController>>();
  const keyOf = ({ visitor }: RequestContext, id: unknown) =>
    JSON.stringify([visitor.address, visitor.userAgent, id]);

  return {
    /** Aborts the calls that cancellation notifications among the messages name. */
    cancel(messages: readonly unknown[], context: RequestContext): void {
      for (const message of messages) {
        const { method, params } = fieldsOf(message);
        if (method !== 'notifications/cancelled') continue;
        const calls = running.get(keyOf(context, fieldsOf(params)['requestId']));
        const [only] = calls ?? [];
        if (calls?.size === 1) only?.abort(new DOMException('The client has cancelled', 'AbortError'));
      }
    },

    /** Registers the calls among the messages; `signal` also aborts when one of them is cancelled. The caller must call `end`. */
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
      // When nobody starts to read the reply, only the disconnect of the client ends the call.
      context.signal.addEventListener('abort', end, { once: true });
      return { signal: AbortSignal.any([context.signal, call.signal]), end };
    },
  };
}
