import type { FaultCode } from '../../contract/faults.ts';

export interface FaultDetails {
  /** HTTP status of the provider, for `upstream`. */
  readonly upstreamStatus?: number;
  /** Kind of upstream failure. */
  readonly upstreamKind?: 'status' | 'timeout' | 'network' | 'protocol';
  /** Requests given up without an answer, if there were several; the provider may charge for each. */
  readonly unanswered?: number;
  /** Seconds until the caller may try again, for `limited` and `busy`. */
  readonly retryAfterSeconds?: number;
  /** The limit that refused, for `limited`. */
  readonly limit?: 'visitor-hourly' | 'visitor-daily' | 'model-tokens' | 'attempts';
  /** Limit and usage (answers or tokens), for `limited`. */
  readonly allowed?: number;
  readonly used?: number;
  /** Machine-readable code beside the message (spec: `JOB_GONE`). */
  readonly code?: string;
}

/** An expected failure, the only error thrown on purpose. The message may be shown to the caller. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly details: FaultDetails;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'Fault';
    this.code = code;
    this.details = details;
  }
}

export const invalid = (message: string) => new Fault('invalid', message);
export const notFound = (what: string) => new Fault('not-found', `${what} not found`);
export const conflict = (message: string) => new Fault('conflict', message);
export const busy = (message: string) => new Fault('busy', message);
export const disabled = (message: string) => new Fault('disabled', message);
export const unavailable = (message: string, cause?: unknown) => new Fault('unavailable', message, {}, cause);
export const unauthenticated = (message = 'Administrator credentials are required') =>
  new Fault('unauthenticated', message);
export const forbidden = (message = 'Only an administrator may do this') => new Fault('forbidden', message);

/** Abort reason of signals when the service stops; a running answer ends with a sentence that says so. */
export const stopReason = () => new Fault('unavailable', 'The service is stopping', { code: stoppingCode });
const stoppingCode = 'STOPPING';
export const isStop = (reason: unknown): boolean => isFault(reason) && reason.details.code === stoppingCode;

export const isFault = (error: unknown, code?: FaultCode): error is Fault =>
  error instanceof Fault && (code === undefined || error.code === code);
