import type { Connection } from './connection.ts';
import type { Body } from './encode-body.ts';
import { createRetrySession } from './retry-policy.ts';
import type { ParameterFallback, Refusals, RetryPolicy } from './retry-policy.ts';

/** A request with one JSON answer, persistent within its policy. */
export type RetryingRequest = (path: string, body: Body, signal: AbortSignal) => Promise<unknown>;

/** @param timeoutMs for each request, from its first byte to the answer's last */
export function createRetryingRequest(
  connection: Connection,
  timeoutMs: number,
  policy: RetryPolicy,
  fallbacks: readonly ParameterFallback[],
): RetryingRequest {
  const refusals: Refusals = new Set();
  return async (path, body, signal) => {
    const session = createRetrySession(body, { policy, fallbacks, refusals, signal });
    let current = session.first;
    for (;;) {
      try {
        const answer = await connection.ask(path, current, signal, timeoutMs);
        session.succeeded();
        return answer;
      } catch (failure) {
        current = await session.afterFailure(failure, current);
      }
    }
  };
}
