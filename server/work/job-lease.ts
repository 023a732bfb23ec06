import type { Clock } from '../ports/clock.ts';
import type { JobRow } from './job-schema.ts';
import type { JobTable } from './job-table.ts';
import { repeat } from './schedule/repeat.ts';

/** A process that hangs loses its jobs after this time without renewal; a dead one loses them at once. */
export const jobLeaseMs = 15_000;
const renewMs = 1_000;

/** The lease of a running job, renewed until it is stopped. */
export interface JobLease {
  /** Renews the lease and saves the state; resolves when it is saved. */
  save(): Promise<void>;
  /** Ends the renewals, since a later one would overwrite the lease that the end of the job writes. */
  stop(): Promise<void>;
}

/** Renews the lease of a job that this process holds, and saves its state with it where that has changed. */
export function createJobLease(deps: {
  readonly row: Pick<JobRow, 'id' | 'state'>;
  readonly table: Pick<JobTable, 'keep'>;
  readonly clock: Clock;
  readonly owner: string;
  /** The state as JSON. */
  readonly stateText: () => string;
  /** Called when another process may have the job, or when its cancellation was requested. */
  readonly onEnd: (cause: 'lost' | 'cancelled') => void;
}): JobLease {
  const { row, table, clock, owner, stateText, onEnd } = deps;
  let written = row.state;
  let renewedAt = performance.now();
  /** Tail of the queue of writes, which run one at a time in order. */
  let last = Promise.resolve();

  const renew = async () => {
    const begunAt = performance.now();
    const state = stateText();
    const until = clock.now() + jobLeaseMs;
    const kept = await table.keep(row.id, owner, { until, ...(state !== written && { state }) });
    written = state;
    renewedAt = begunAt;
    if (kept !== 'kept') onEnd(kept);
  };
  const save = (): Promise<void> => {
    const turn = last.then(renew);
    last = turn.catch(() => {
      // While the database is away, no other process can take the job over before the lease expires.
      if (performance.now() - renewedAt > jobLeaseMs) onEnd('lost');
    });
    return turn;
  };
  const renewing = repeat(renewMs, () => save().catch(() => undefined));

  return {
    save,
    async stop() {
      await renewing.stop();
      await last;
    },
  };
}
