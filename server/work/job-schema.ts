import { sql, type SqlBool } from 'kysely';
import type { Migration } from '../kit/database.ts';

export type JobTables = {
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

export type JobRow = JobTables['jobs'];

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
