import type { Database } from '../kit/database.ts';
import type { JobRow, JobTables } from './job-schema.ts';
import { createRunningJobs } from './running-jobs.ts';

/** The rows of jobs. */
export function createJobTable(database: Database) {
  const db = database.query.withTables<JobTables>();
  const one = (id: string) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    ...createRunningJobs(database),
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

    async requestCancel(id: string): Promise<void> {
      await db.updateTable('jobs').set({ cancel_requested: 1 }).where('id', '=', id).execute();
    },

    /** False when there is no such job, or it is running. */
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
