import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Database, Migration } from '../kit/database.ts';

type Tables = {
  jobs: {
    id: string;
    kind: string;
    /** At most one running job of a kind may have this subject; `''` for none. */
    subject: string;
    /** Slot among the running jobs of its kind; unique, which limits their number. */
    slot: number;
    status: string;
    input: string;
    state: string;
    error: string;
    owner: string;
    lease_until: number;
    cancel_requested: number;
    created_at: number;
    finished_at: number;
  };
};

export type JobRow = Tables['jobs'];

export const jobMigrations: readonly Migration[] = [
  {
    name: 'jobs/1',
    up: async (db) => {
      await db.schema
        .createTable('jobs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('slot', 'integer', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('input', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('error', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('lease_until', 'bigint', (column) => column.notNull())
        .addColumn('cancel_requested', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('finished_at', 'bigint', (column) => column.notNull())
        .execute();
      const running = sql<SqlBool>`status = 'running'`;
      await db.schema
        .createIndex('jobs_slot')
        .unique()
        .on('jobs')
        .columns(['kind', 'slot'])
        .where(running)
        .execute();
      await db.schema
        .createIndex('jobs_subject')
        .unique()
        .on('jobs')
        .columns(['kind', 'subject'])
        .where(sql<SqlBool>`${running} and subject <> ''`)
        .execute();
      await db.schema.createIndex('jobs_newest').on('jobs').columns(['kind', 'created_at', 'id']).execute();
    },
  },
];

/** Rows of jobs. Only the holder of a running row's lease writes it. */
export function createJobTable(database: Database) {
  const db = database.query.withTables<Tables>();
  const one = (id: string) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    one,

    newest: (kind: string, limit: number): Promise<JobRow[]> =>
      db
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', kind)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

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
      const added = await database.durable((tx: Kysely<unknown>) =>
        tx
          .withTables<Tables>()
          .insertInto('jobs')
          .values(row)
          .onConflict((on) => on.doNothing())
          .returning('id')
          .executeTakeFirst(),
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
          .withTables<Tables>()
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

    async requestCancel(id: string): Promise<void> {
      await db.updateTable('jobs').set({ cancel_requested: 1 }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<boolean> {
      const gone = await db
        .deleteFrom('jobs')
        .where('id', '=', id)
        .where('status', '<>', 'running')
        .returning('id')
        .executeTakeFirst();
      return gone !== undefined;
    },

    /** Deletes ended jobs that ended before `before`, and the oldest ones beyond `entries`. */
    async deleteOlder(kind: string, before: number, entries: number): Promise<void> {
      const ended = db.selectFrom('jobs').where('kind', '=', kind).where('status', '<>', 'running');
      const kept = ended.select('id').orderBy('finished_at', 'desc').orderBy('id', 'desc').limit(entries);
      await db
        .deleteFrom('jobs')
        .where('kind', '=', kind)
        .where('status', '<>', 'running')
        .where((eb) => eb.or([eb('finished_at', '<', before), eb('id', 'not in', kept)]))
        .execute();
    },
  };
}

export type JobTable = ReturnType<typeof createJobTable>;
