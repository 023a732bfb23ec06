/** Where long work stands. Only `running` goes on; the others are final. */
export type JobStatus = 'running' | 'done' | 'failed' | 'cancelled';

/** A piece of long work as everybody sees it, on whatever process it runs. Times are epoch milliseconds, 0 for none. */
export interface Job<I, S> {
  readonly id: string;
  readonly subject: string;
  readonly status: JobStatus;
  readonly input: I;
  /** What the work has told of itself last. */
  readonly state: S;
  /** Why it failed, for the administrator; `''` otherwise. */
  readonly error: string;
  /** A wish to stop has been heard but not yet followed. */
  readonly cancelling: boolean;
  readonly createdAt: number;
  readonly finishedAt: number;
}

/** The work as its own code sees it. */
export interface Work<I, S> {
  readonly id: string;
  readonly input: I;
  /** The last state; after a restart the one that was written last. */
  readonly state: S;
  /** Shows a new state; written within a second, so a crash may lose it. */
  report(state: S): void;
  /** Shows a new state and resolves when it is written. */
  checkpoint(state: S): Promise<void>;
  /** Aborts on a wish to cancel, a stop of the service, the time limit, or when another process has taken over. */
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
  /** What becomes of it when its process has died or stopped: goes on from the state that was written, or has failed. */
  readonly interrupted: 'resume' | 'fail';
  /** How many run at once in the whole service. */
  readonly atOnce: number;
  /** The longest it may take, in milliseconds. */
  readonly maxMs?: number;
  /** How many ended ones are remembered, and for how long in milliseconds. */
  readonly keep: { readonly entries: number; readonly ms?: number };
  /** Words for a submission that must wait: too many at once, or one at work on the same subject. */
  readonly busy?: { readonly full?: string; readonly subject?: string };
}
