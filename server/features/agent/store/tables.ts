import type { Migration } from '../../../kit/database.ts';

export type AgentTables = {
  /** `body` is JSON text. */
  agent_reports: { task_id: string; created_at: number; body: string };
  /** `body` is JSON; the other columns are for sorting and deleting. */
  agent_gaps: { id: string; status: string; points: number; last_seen: number; body: string };
  /**
   * One row, written first by every update of the gaps, which serializes them so that two tasks cannot store the same
   * gap twice.
   */
  agent_gaps_turn: { id: number; turn: number };
  /** Searches without results, by local day and keyword. */
  agent_empty_searches: { day: number; keyword: string; searches: number };
};

export const agentMigrations: readonly Migration[] = [
  {
    name: 'agent/1',
    up: async (db) => {
      await db.schema
        .createTable('agent_reports')
        .addColumn('task_id', 'text', (column) => column.primaryKey())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('agent_gaps')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('points', 'double precision', (column) => column.notNull())
        .addColumn('last_seen', 'bigint', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('agent_gaps_turn')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('turn', 'bigint', (column) => column.notNull())
        .execute();
      await db.insertInto('agent_gaps_turn').values({ id: 1, turn: 0 }).execute();
      await db.schema
        .createTable('agent_empty_searches')
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('keyword', 'text', (column) => column.notNull())
        .addColumn('searches', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('agent_empty_searches_key', ['day', 'keyword'])
        .execute();
    },
  },
];
