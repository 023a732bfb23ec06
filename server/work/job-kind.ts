import type { Words } from '../kit/explained.ts';
/** State of a job. Only `running` is not final. */
export type JobStatus = 'running' | 'done' | 'failed' | 'cancelled';

/** A job as any process sees it. Times are epoch milliseconds, 0 for none. */
export interface Job<I, S> {
  readonly id: string;
  readonly subject: string;
  readonly status: JobStatus;
  readonly input: I;
  /** The state reported last. */
  readonly state: S;
  /** Error message for the administrator; `''` unless the job failed. */
  readonly error: Words;
  /** Cancellation has been requested but has not taken effect yet. */
  readonly cancelling: boolean;
  readonly createdAt: number;
  readonly finishedAt: number;
}

/** A running job as its own code sees it. */
export interface Work<I, S> {
  readonly id: string;
  readonly input: I;
  /** The last state; after a restart the last saved one. */
  readonly state: S;
  /** Reports a state; saved within a second, so a crash may lose it. */
  report(state: S): void;
  /** Reports a state and resolves when it is saved. */
  checkpoint(state: S): Promise<void>;
  /** Aborts on cancellation, stop of the service, the time limit, or when another process has taken over. */
  readonly signal: AbortSignal;
}

/** The part of a zod schema that is used. */
export interface Parser<T> {
  parse(value: unknown): T;
}

/** A kind of job. `I` and `S` must survive JSON. */
export interface JobKind<I, S> {
  /** Unique in the service; stored, so it is never renamed. */
  readonly name: string;
  readonly input: Parser<I>;
  readonly state: Parser<S>;
  readonly initial: (input: I) => S;
  /**
   * Runs the job; resolves with the final state. A Fault's message is shown; any other error is logged and shown as an
   * interruption.
   */
  readonly run: (work: Work<I, S>) => Promise<S>;
  /** After the process has died or stopped: resume from the saved state, or fail. */
  readonly interrupted: 'resume' | 'fail';
  /** Maximum of running jobs of this kind in the whole service. */
  readonly maxRunning: number;
  /** Time limit in milliseconds. */
  readonly maxMs?: number;
  /** Retention of ended jobs: maximum number, and maximum age in milliseconds. */
  readonly keep: { readonly entries: number; readonly ms?: number };
  /** Messages for a refused submission: too many running, or one running for the same subject. */
  readonly busy?: { readonly full?: Words; readonly subject?: Words };
}
