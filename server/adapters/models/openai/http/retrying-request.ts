import type { Connection } from './connection.ts';
import type { Body } from './encode-body.ts';
import {
  createRetrySession,
  type ParameterFallback,
  type Refusals,
  type RetryPolicy,
} from './retry-policy.ts';

/** A request with one JSON response, retried by its policy. */
export type RetryingRequest = (
  path: string,
  body: Body,
  signal: AbortSignal,
  maxBytes: number,
) => Promise<unknown>;

/** @param timeoutMs time limit of each request, response included */
export function createRetryingRequest(
  connection: Connection,
  timeoutMs: number,
  policy: RetryPolicy,
  { fallbacks, refusals }: { fallbacks: readonly ParameterFallback[]; refusals: Refusals },
): RetryingRequest {
  return async (path, body, signal, maxBytes) => {
    const session = createRetrySession(body, { policy, fallbacks, refusals, signal });
    let current = session.first;
    for (;;) {
      try {
        const answer = await connection.ask(current.path ?? path, current, signal, { timeoutMs, maxBytes });
        session.succeeded();
        return answer;
      } catch (failure) {
        current = await session.afterFailure(failure, current);
      }
    }
  };
}
