import type { Kysely } from 'kysely';
import type { AgentTables } from './tables.ts';

/** Reports of tasks, as JSON. */
export function createReportRecords(db: Kysely<AgentTables>) {
  return {
    async save(taskId: string, createdAt: number, body: string): Promise<void> {
      await db
        .insertInto('agent_reports')
        .values({ task_id: taskId, created_at: createdAt, body })
        .onConflict((on) => on.column('task_id').doUpdateSet({ body }))
        .execute();
    },

    async read(taskId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('agent_reports')
        .select('body')
        .where('task_id', '=', taskId)
        .executeTakeFirst();
      return row?.body;
    },

    async remove(taskId: string): Promise<void> {
      await db.deleteFrom('agent_reports').where('task_id', '=', taskId).execute();
    },

    /** Keeps the newest `entries` reports that are not older than `from`. */
    async deleteOlder(from: number, entries: number): Promise<void> {
      const kept = db
        .selectFrom('agent_reports')
        .select('task_id')
        .orderBy('created_at', 'desc')
        .orderBy('task_id', 'desc')
        .limit(entries);
      await db
        .deleteFrom('agent_reports')
        .where((eb) => eb.or([eb('created_at', '<', from), eb('task_id', 'not in', kept)]))
        .execute();
    },
  };
}
