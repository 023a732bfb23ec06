import type { Migration } from '../../../kit/database.ts';

/** Texts are JSON, so that every database stores whatever a client sends. Times are epoch milliseconds. */
export type Tables = {
  evaluation_datasets: {
    id: string;
    /** Name, description and cases. */
    body: string;
    updated_at: number;
  };
  evaluation_runs: {
    id: string;
    /** `running` until its end is saved. */
    status: string;
    started_at: number;
    /** 0 while it is running. */
    ended_at: number;
    total: number;
    /** Fields of lists: name, dataset, error, summary. */
    head: string;
    /** Settings and judge of the run. */
    setup: string;
    cases: string;
  };
  /** The last trial of each model. */
  model_trials: { model: string; body: string };
  evaluation_results: {
    run_id: string;
    /** Position of the case in the run, from 0. */
    position: number;
    result: string;
  };
};

export const evaluationMigrations: readonly Migration[] = [
  {
    name: 'evaluations/1',
    up: async (db) => {
      await db.schema
        .createTable('evaluation_datasets')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('evaluation_runs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint', (column) => column.notNull())
        .addColumn('total', 'integer', (column) => column.notNull())
        .addColumn('head', 'text', (column) => column.notNull())
        .addColumn('setup', 'text', (column) => column.notNull())
        .addColumn('cases', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('evaluation_runs_newest')
        .on('evaluation_runs')
        .columns(['started_at', 'id'])
        .execute();
      await db.schema
        .createTable('evaluation_results')
        .addColumn('run_id', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('result', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('evaluation_results_key', ['run_id', 'position'])
        .execute();
    },
  },
  {
    name: 'evaluations/2',
    up: async (db) => {
      await db.schema
        .createTable('model_trials')
        .addColumn('model', 'text', (column) => column.primaryKey())
        .addColumn('body', 'text', (column) => column.notNull())
        .execute();
    },
  },
];
