import { isFault, type Fault } from '../../../../kit/fault.ts';
import type { Body } from './encode-body.ts';

/** Retry policy of a request. */
export interface RetryPolicy {
  /** `never-sent` is for calls with a price of their own: only requests that certainly did nothing are retried. */
  readonly repeats: 'failed' | 'never-sent';
  readonly most: number;
  /** Maximum of retries after timeouts. */
  readonly mostAfterTimeout: number;
  /** Wait before the first retry; doubled for each further one. */
  readonly baseMs: number;
  /** No retry when the provider asks for a longer wait. */
  readonly longestWaitMs: number;
  /** Waits; rejects when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A field that some providers refuse, and its replacement. */
export interface ParameterFallback {
  readonly name: string;
  /** The path to send to from then on. */
  readonly path?: string;
  /** The field's value in the body, part of the key of remembered refusals; `undefined` when it is not sent. */
  value(fields: Body['fields']): unknown;
  refusedBy(reason: string, fields: Body['fields']): boolean;
  /** The fields to send instead; the provider's error message may contain a limit. */
  apply(body: Body, reason: string): Body['fields'];
}

/** Retries and fallbacks of one call. */
export interface RetrySession {
  /** The first body, without fields that this model is known to refuse. */
  readonly first: Body;
  /**
   * Waits as the policy says and returns the next body to send.
   * @throws the failure when no retry is left, the signal's reason when aborted meanwhile
   */
  afterFailure(failure: unknown, sent: Body): Promise<Body>;
  /** Remembers the fallbacks that led to success. */
  succeeded(): void;
}

/** Fields that a model has refused, by field and value, with the provider's error message; kept by its adapter. */
export type Refusals = Map<string, { readonly name: string; readonly reason: string }>;

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly fallbacks: readonly ParameterFallback[];
  readonly refusals: Refusals;
  readonly signal: AbortSignal;
}

/** Maximum of fallbacks per call, in case a server refuses everything with the same message. */
const MAX_FALLBACKS = 12;

export function createRetrySession(
  body: Body,
  { policy, fallbacks, refusals, signal }: RetryOptions,
): RetrySession {
  const given: Refusals = new Map();
  let repeats = 0;
  let timeouts = 0;

  return {
    first: fallbacks.reduce((known, each) => withKnown(each, known, refusals), body),
    async afterFailure(failure, sent) {
      if (!isFault(failure, 'upstream')) throw failure;
      const fallback =
        given.size < MAX_FALLBACKS
          ? fallbacks.find((each) => !given.has(memory(each, sent)) && refuses(failure, each, sent))
          : undefined;
      if (fallback !== undefined) {
        const reason = failure.details.upstreamReason ?? failure.message;
        given.set(memory(fallback, sent), { name: fallback.name, reason });
        return withFallback(fallback, sent, reason);
      }
      if (failure.details.upstreamKind === 'timeout') timeouts += 1;
      const mayRepeat = repeats < policy.most && timeouts <= policy.mostAfterTimeout;
      const waitMs = mayRepeat ? waitAfter(failure, repeats, policy) : undefined;
      if (waitMs === undefined) throw failure;
      repeats += 1;
      await policy.pause(waitMs, signal);
      return sent;
    },
    succeeded() {
      if (refusals.size + given.size > MAX_REFUSALS) refusals.clear();
      for (const [key, refused] of given) refusals.set(key, refused);
    },
  };
}

const MAX_REFUSALS = 100;

const memory = (fallback: ParameterFallback, { fields }: Body) =>
  `${fallback.name} ${JSON.stringify(fallback.value(fields))}`;

const withFallback = (fallback: ParameterFallback, body: Body, reason: string): Body => ({
  ...body,
  ...(fallback.path !== undefined && { path: fallback.path }),
  fields: fallback.apply(body, reason),
});

/** The body after applying all remembered refusals of one fallback; a limit may have been lowered in several steps. */
function withKnown(fallback: ParameterFallback, body: Body, refusals: Refusals): Body {
  let known = body;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const refused =
      fallback.value(known.fields) === undefined ? undefined : refusals.get(memory(fallback, known));
    if (refused === undefined) return known;
    known = withFallback(fallback, known, refused.reason);
  }
  return known;
}

const MAX_STEPS = 8;

/**
 * Providers refuse a field with 400, 404 (OpenRouter: no endpoint accepts it), 422 or 501, and llama.cpp with 500 where
 * a chat template refuses it.
 */
function refuses(failure: Fault, fallback: ParameterFallback, { fields }: Body): boolean {
  const status = failure.details.upstreamStatus;
  return (
    failure.details.upstreamKind === 'status' &&
    (status === undefined || [400, 404, 422, 500, 501].includes(status)) &&
    fallback.value(fields) !== undefined &&
    fallback.refusedBy(failure.details.upstreamReason ?? failure.message, fields)
  );
}

/** Milliseconds to wait before a retry, `undefined` when the failure is final. */
function waitAfter(failure: Fault, repeats: number, policy: RetryPolicy): number | undefined {
  if (!isPassing(failure, policy.repeats)) return undefined;
  const wished = (failure.details.retryAfterSeconds ?? 0) * 1000;
  if (wished > policy.longestWaitMs) return undefined;
  const backoff = policy.baseMs * 2 ** repeats * (1 + Math.random() / 4);
  return Math.max(wished, Math.min(backoff, policy.longestWaitMs));
}

function isPassing({ details, message }: Fault, repeats: RetryPolicy['repeats']): boolean {
  const { upstreamKind: kind, upstreamStatus: status = 0 } = details;
  if (repeats === 'never-sent')
    return status === 429 || (kind === 'network' && NEVER_CONNECTED.test(message));
  return (
    kind === 'network' ||
    kind === 'timeout' ||
    status === 429 ||
    (status >= 500 && status !== 501 && status !== 505)
  );
}

const NEVER_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT/;
