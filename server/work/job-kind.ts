/** State of a job. Only `running` is not final. */
export type JobStatus = 'running' | 'done' | 'failed' | 'cancelled';

/** A job as every process sees it, wherever it runs. Times are epoch milliseconds, 0 for none. */
export interface Job<I, S> {
  readonly id: string;
  readonly subject: string;
  readonly status: JobStatus;
  readonly input: I;
  /** The state that the work has reported last. */
  readonly state: S;
  /** Why it failed, for the administrator; `''` otherwise. */
  readonly error: string;
  /** Cancellation has been requested but has not taken effect yet. */
  readonly cancelling: boolean;
  readonly createdAt: number;
  readonly finishedAt: number;
}

/** A running job as its own code sees it. */
export interface Work<I, S> {
  readonly id: string;
  readonly input: I;
  /** The last state; after a restart the one that was written last. */
  readonly state: S;
  /** Shows a new state; written within a second, so a crash may lose it. */
  report(state: S): void;
  /** Shows a new state and resolves when it is written. */
  checkpoint(state: S): Promise<void>;
  /** Aborts on cancellation, a stop of the service, the time limit, or when another process has taken over. */
  readonly signal: AbortSignal;
}

/** Something like a zod schema. */
export interface Parser<T> {
  parse(value: unknown): T;
}

/** A kind of long work. `I` and `S` must survive JSON. */
export interface JobKind<I, S> {
  /** Unique in the service, never renamed: it is stored. */
  readonly name: string;
  readonly input: Parser<I>;
  readonly state: Parser<S>;
  readonly initial: (input: I) => S;
  /** Resolves with the final state. A Fault thrown is shown; any other error is logged and shown as an interruption. */
  readonly run: (work: Work<I, S>) => Promise<S>;
  /** Policy after the process has died or stopped: resume from the written state, or fail. */
  readonly interrupted: 'resume' | 'fail';
  /** Maximum of jobs of this kind that run at once in the whole service. */
  readonly atOnce: number;
  /** The longest it may take, in milliseconds. */
  readonly maxMs?: number;
  /** Retention of ended jobs: their number, and their age in milliseconds. */
  readonly keep: { readonly entries: number; readonly ms?: number };
  /** Error messages for a refused submission: too many at once, or one running on the same subject. */
  readonly busy?: { readonly full?: string; readonly subject?: string };
}
