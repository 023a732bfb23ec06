import type { Kysely } from 'kysely';
import type { Database } from '../kit/database.ts';
import type { JobRow, JobTables } from './job-schema.ts';

/** Notices of jobs that begin, so that the other processes watch whether they are left. */
export const jobTopic = 'jobs';

/** The rows of running jobs, from their start to their end. Only the process that holds a row's lease writes it. */
export function createRunningJobs(database: Database) {
  const db = database.query.withTables<JobTables>();

  return {
    async countRunning(): Promise<number> {
      const { count } = await db
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    running: (kind: string): Promise<JobRow[]> =>
      db
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', kind)
        .where('status', '=', 'running')
        .orderBy('slot')
        .execute(),

    /** False when a running job has the slot or the subject. */
    async insert(row: JobRow): Promise<boolean> {
      const added = await database.durable(
        (tx: Kysely<unknown>) =>
          tx
            .withTables<JobTables>()
            .insertInto('jobs')
            .values(row)
            .onConflict((on) => on.doNothing())
            .returning('id')
            .executeTakeFirst(),
        { publish: jobTopic },
      );
      return added !== undefined;
    },

    /** Renews the lease and saves the state; resolves with whether cancellation was requested, or `lost`. */
    async keep(id: string, owner: string, change: { state?: string; until: number }) {
      const row = await db
        .updateTable('jobs')
        .set({
          lease_until: change.until,
          ...(change.state !== undefined && { state: change.state }),
        })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('status', '=', 'running')
        .returning('cancel_requested')
        .executeTakeFirst();
      if (!row) return 'lost';
      return row.cancel_requested === 1 ? 'cancelled' : 'kept';
    },

    /** Ends a running job; does nothing when another process has ended it or taken it over. */
    async finish(
      id: string,
      owner: string,
      end: { status: string; state: string; error: string; at: number },
    ): Promise<void> {
      await database.durable((tx) =>
        tx
          .withTables<JobTables>()
          .updateTable('jobs')
          .set({
            status: end.status,
            state: end.state,
            error: end.error,
            finished_at: end.at,
            lease_until: 0,
          })
          .where('id', '=', id)
          .where('owner', '=', owner)
          .where('status', '=', 'running')
          .execute(),
      );
    },

    /** Takes over a running job whose lease has expired; false when another process was faster. */
    async claim(row: Pick<JobRow, 'id' | 'lease_until' | 'owner'>, owner: string, until: number) {
      const taken = await db
        .updateTable('jobs')
        .set({ owner, lease_until: until })
        .where('id', '=', row.id)
        .where('owner', '=', row.owner)
        .where('lease_until', '=', row.lease_until)
        .where('status', '=', 'running')
        .returning('id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    /** Running jobs of other processes, and any with an expired lease. */
    ofOthers: (kinds: readonly string[], self: string, now: number): Promise<JobRow[]> =>
      kinds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('jobs')
            .selectAll()
            .where('status', '=', 'running')
            .where('kind', 'in', [...kinds])
            .where((eb) => eb.or([eb('owner', '<>', self), eb('lease_until', '<', now)]))
            .execute(),
  };
}
