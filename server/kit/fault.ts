import type { Explanation } from '../../contract/explanations/explain.ts';
import type { SettingConflict } from '../../contract/config/conflicts.ts';
import type { FaultCode } from '../../contract/faults.ts';
import type { ModelUsage } from '../ports/models.ts';
import { explained, inEnglish, type Words } from './explained.ts';

export interface FaultDetails {
  /** HTTP status of the provider, for `upstream`. */
  readonly upstreamStatus?: number;
  /** The provider's own message, without the prefix that names model and provider. */
  readonly upstreamReason?: string;
  /** Kind of upstream failure. */
  readonly upstreamKind?: 'status' | 'timeout' | 'network' | 'protocol';
  /** Set when the prompt was too long for the model: the context window and the prompt's length in tokens, as far as the provider names them. */
  readonly window?: { readonly tokens?: number | undefined; readonly asked?: number | undefined };
  /** Number of requests abandoned without an answer, if there were several; the provider may charge for each. */
  readonly unanswered?: number;
  /** What the provider says that the failed call has taken, for `upstream`. */
  readonly usage?: ModelUsage;
  /** Share of a call, up to 1, that the provider has answered before it failed, for `upstream`; it may charge for that. */
  readonly answered?: number;
  /** Seconds until the caller may try again, for `limited` and `busy`. */
  readonly retryAfterSeconds?: number;
  /** The limit that refused, for `limited`. */
  readonly limit?:
    'visitor-hourly' | 'visitor-daily' | 'visitor-searches' | 'model-tokens' | 'daily-cost' | 'attempts';
  /** Limit and usage (answers or tokens), for `limited`. */
  readonly allowed?: number;
  readonly used?: number;
  /** Machine-readable code beside the message (spec: `JOB_GONE`). */
  readonly code?: string;
  /** Changes that someone else has saved in the meantime, for `stale`. */
  readonly conflicts?: readonly SettingConflict[];
  /** The field of the request that is wrong, for interfaces that name it. */
  readonly param?: string;
}

/** An expected failure, the only error thrown on purpose. The message may be shown to the caller. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly details: FaultDetails;
  /** Code and parameters of the message; missing for a text that is not the service's own. */
  readonly explanation: Explanation | undefined;

  constructor(code: FaultCode, words: Words, details: FaultDetails = {}, cause?: unknown) {
    super(inEnglish(words), cause === undefined ? undefined : { cause });
    this.name = 'Fault';
    this.code = code;
    this.details = details;
    this.explanation = typeof words === 'string' ? undefined : words.explanation;
  }

  /** The message with its explanation, for use as a reason inside another text. */
  get words(): Words {
    return this.explanation ? { text: this.message, explanation: this.explanation } : this.message;
  }
}

export const invalid = (words: Words) => new Fault('invalid', words);
export const notFound = (subject: string) => new Fault('not-found', explained('not_found', { subject }));
export const conflict = (words: Words) => new Fault('conflict', words);
export const busy = (words: Words) => new Fault('busy', words);
export const disabled = (words: Words) => new Fault('disabled', words);
export const unavailable = (words: Words, cause?: unknown) => new Fault('unavailable', words, {}, cause);
/** A model answered, but with nothing that can be used; the call may cost all the same. */
export const unusableReply = (words: Words) => new Fault('upstream', words, { upstreamKind: 'protocol' });
export const unauthenticated = (words: Words = explained('unauthenticated')) =>
  new Fault('unauthenticated', words);
export const forbidden = (words: Words = explained('forbidden')) => new Fault('forbidden', words);

/** Abort reason of signals when the service stops; a running answer ends with a sentence that says so. */
export const stopReason = () => new Fault('unavailable', explained('stopping'), { code: stoppingCode });
const stoppingCode = 'STOPPING';
export const isStop = (reason: unknown): boolean => isFault(reason) && reason.details.code === stoppingCode;

/** The site is being read for the first time, and nothing is known of what was asked. */
export const firstReading = () =>
  new Fault('unavailable', explained('index_building'), {
    code: firstReadingCode,
    retryAfterSeconds: readingAgainSeconds,
  });
/** As `/readyz` says it. */
const firstReadingCode = 'INDEXING';
/** The first articles are there after seconds, those of a large site after minutes. */
const readingAgainSeconds = 15;
export const isFirstReading = (reason: unknown): boolean =>
  isFault(reason) && reason.details.code === firstReadingCode;

export const isFault = (error: unknown, code?: FaultCode): error is Fault =>
  error instanceof Fault && (code === undefined || error.code === code);

/** True for the error of an expired `AbortSignal.timeout`, and for any other error of that name. */
export const isTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TimeoutError';
