import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { cellOf, explained, type Words } from '../kit/explained.ts';
import { Fault, isFault } from '../kit/fault.ts';
import { createWaits, withPatience, type Waits } from '../kit/waiting/patience.ts';
import type { JobRow } from './job-schema.ts';
import type { JobTable } from './job-table.ts';
import type { JobKind } from './job-kind.ts';
import { createJobLease } from './job-lease.ts';

/** A job running in this process. */
export interface JobRun {
  /** Resolves when its end is saved, or when it is left for another process; never rejects. */
  readonly ended: Promise<void>;
  /** Its waits for the database and the like, which count for a request that waits for the job. */
  readonly waits: Pick<Waits, 'longSince'>;
  /** The state reported last, as JSON. */
  stateText(): string;
  cancel(): void;
}

/** Runs a job whose lease this process holds: renews the lease and saves the reported states. */
export function createJobRun<I, S>(deps: {
  readonly kind: JobKind<I, S>;
  readonly row: JobRow;
  readonly table: JobTable;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
  readonly stopping: AbortSignal;
}): JobRun {
  const { kind, row, table, clock, log, owner, stopping } = deps;
  const own = new AbortController();
  const cancelled = new Fault('conflict', explained('cancelled'));
  const lost = new Fault('conflict', explained('taken_over'));
  const late = new Fault(
    'upstream',
    explained('too_many_minutes', { minutes: Math.round((kind.maxMs ?? 0) / 60_000) }),
  );
  const signal = AbortSignal.any([own.signal, stopping]);
  const input = kind.input.parse(JSON.parse(row.input));
  let state = kind.state.parse(JSON.parse(row.state));
  const stateText = () => JSON.stringify(state);
  const lease = createJobLease({
    row,
    table,
    clock,
    owner,
    stateText,
    onEnd: (cause) => own.abort(cause === 'lost' ? lost : cancelled),
  });
  const limit =
    kind.maxMs === undefined
      ? undefined
      : setTimeout(() => own.abort(late), Math.max(0, row.created_at + kind.maxMs - clock.now()));

  const finish = (status: string, error: Words) =>
    table.finish(row.id, owner, {
      status,
      state: stateText(),
      error: cellOf(error),
      at: clock.now(),
    });

  const work = async () => {
    try {
      state = await kind.run({
        id: row.id,
        input,
        state,
        report: (next) => void (state = next),
        checkpoint: async (next) => {
          state = next;
          await lease.save();
        },
        signal,
      });
      await lease.stop();
      await finish('done', '');
    } catch (error) {
      await lease.stop();
      const reason: unknown = signal.aborted ? signal.reason : error;
      if (reason === lost) return;
      if (reason === cancelled) return await finish('cancelled', '');
      if (!stopping.aborted || reason === late) {
        if (!isFault(reason))
          log.error({ err: String(reason), kind: kind.name, job: row.id }, 'a job failed unexpectedly');
        return await finish('failed', wordsOf(reason));
      }
      if (kind.interrupted === 'fail') return await finish('failed', explained('stopped_at_work'));
      // Still running but without a lease, so that the next process resumes it at once.
      await table.keep(row.id, owner, { state: stateText(), until: 0 });
    }
  };

  const waits = createWaits();
  const ended = withPatience(waits, work)
    .catch((error: unknown) =>
      log.warn({ err: String(error), job: row.id }, 'the end of a job could not be written'),
    )
    .then(() => deleteOldJobs());
  const deleteOldJobs = async () => {
    clearTimeout(limit);
    const { entries, ms = Number.MAX_SAFE_INTEGER } = kind.keep;
    await table
      .deleteOlder(kind.name, Math.max(0, clock.now() - ms), entries)
      .catch((error: unknown) => log.warn({ err: String(error) }, 'ended jobs could not be deleted'));
  };

  return { ended, waits, stateText, cancel: () => own.abort(cancelled) };
}

const wordsOf = (error: unknown): Words =>
  isFault(error) ? error.words : explained('interrupted_internally');
