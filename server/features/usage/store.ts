import type { Database } from '../../kit/database.ts';
import { createBudgetStore } from './store/budgets.ts';
import { createCleanupStore } from './store/cleanup.ts';
import { createCostStore } from './store/costs.ts';
import { createLedgerStore } from './store/ledger.ts';
import { createUsageQueries } from './store/queries.ts';
import { createSettingsStore } from './store/settings.ts';
import { createSpendingStore } from './store/spending.ts';
import { createVisitorStore } from './store/visitors.ts';

/** Records of the feature; tables are in `store/tables.ts`, and all SQL is in that folder. */
export const createUsageStore = (db: Database) => ({
  ledger: createLedgerStore(db),
  spending: createSpendingStore(db),
  costs: createCostStore(db),
  reading: createUsageQueries(db),
  cleanup: createCleanupStore(db),
  visitors: createVisitorStore(db),
  budgets: createBudgetStore(db),
  settings: createSettingsStore(db),
});

export type UsageStore = ReturnType<typeof createUsageStore>;
