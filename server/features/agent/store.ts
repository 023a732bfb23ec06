import type { Database } from '../../kit/database.ts';
import { createSearchCounts } from './store/empty-searches.ts';
import { createGapRecords } from './store/gaps.ts';
import { createReportRecords } from './store/reports.ts';
import type { AgentTables } from './store/tables.ts';

export { agentMigrations } from './store/tables.ts';

/** Records of the agent: reports of tasks, gaps, and daily counts of searches without results. */
export function createAgentStore(database: Database) {
  const db = database.query.withTables<AgentTables>();
  return {
    reports: createReportRecords(db),
    gaps: createGapRecords(database),
    searches: createSearchCounts(db),
  };
}

export type AgentStore = ReturnType<typeof createAgentStore>;
