import type { Database } from '../../../kit/database.ts';
import type { UsageTables } from './tables.ts';

/** Tokens of a model on a day, and the highest alert raised for it. */
export interface Spent {
  readonly used: number;
  readonly alerted: number;
}

/** Tokens by model and day, which ceilings are checked against. */
export function createSpendingStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  return {
    /** Tokens of a model on a day, used and reserved. */
    async of(day: number, model: string): Promise<number> {
      const row = await db
        .selectFrom('usage_spending')
        .select(['used', 'reserved'])
        .where('day', '=', day)
        .where('model', '=', model)
        .executeTakeFirst();
      return row ? row.used + row.reserved : 0;
    },

    /** All models with calls or refusals on a day. */
    ofDay: (day: number) =>
      db
        .selectFrom('usage_spending')
        .select(['model', 'used', 'reserved', 'alerted'])
        .where('day', '=', day)
        .orderBy('model')
        .execute(),

    /** Marks an alert as raised; false when any process has raised it before. */
    async raiseAlert(day: number, model: string, level: number): Promise<boolean> {
      const row = await db
        .updateTable('usage_spending')
        .set({ alerted: level })
        .where('day', '=', day)
        .where('model', '=', model)
        .where('alerted', '<', level)
        .returning('alerted')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export type SpendingStore = ReturnType<typeof createSpendingStore>;
