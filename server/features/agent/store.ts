import type { Database } from '../../kit/database.ts';
import { createSearchCounts } from './store/empty-searches.ts';
import { createGapRecords } from './store/gaps.ts';
import { createReportRecords } from './store/reports.ts';
import type { AgentTables } from './store/tables.ts';

export { agentMigrations } from './store/tables.ts';

/** What the agent keeps: reports of tasks, gaps from task to task, and searches that found nothing, counted by day. */
export function createAgentStore(database: Database) {
  const db = database.query.withTables<AgentTables>();
  return {
    reports: createReportRecords(db),
    gaps: createGapRecords(database),
    searches: createSearchCounts(db),
  };
}

export type AgentStore = ReturnType<typeof createAgentStore>;
