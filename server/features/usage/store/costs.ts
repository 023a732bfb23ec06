import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import type { Spent } from './spending.ts';
import type { UsageTables } from './tables.ts';

/** Cost of a day for all models together, used and reserved, and the highest alert raised for it. */
export interface DayCost extends Spent {
  readonly reserved: number;
}

/** Cost by day, which the ceiling in money is checked against. */
export function createCostStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  return {
    async of(day: number): Promise<DayCost> {
      const row = await db
        .selectFrom('usage_costs')
        .select(['used', 'reserved', 'alerted'])
        .where('day', '=', day)
        .executeTakeFirst();
      return row ?? { used: 0, reserved: 0, alerted: 0 };
    },

    /** Marks an alert as raised; false when any process has raised it before. */
    async raiseAlert(day: number, level: number): Promise<boolean> {
      const row = await db
        .updateTable('usage_costs')
        .set({ alerted: level })
        .where('day', '=', day)
        .where('alerted', '<', level)
        .returning('alerted')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Reserves an amount; false when the ceiling is reached. One upsert decides, as for tokens. */
export async function reserveCost(
  tx: Kysely<UsageTables>,
  {
    day,
    amount,
    ceiling,
  }: { readonly day: number; readonly amount: number; readonly ceiling: number | undefined },
): Promise<boolean> {
  const row = await tx
    .insertInto('usage_costs')
    .values({ day, used: 0, reserved: amount, alerted: 0 })
    .onConflict((on) => {
      const add = on.column('day').doUpdateSet((eb) => ({
        reserved: eb('usage_costs.reserved', '+', eb.ref('excluded.reserved')),
      }));
      return ceiling === undefined
        ? add
        : add.where(sql<number>`usage_costs.used + usage_costs.reserved`, '<', ceiling);
    })
    .returning('used')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces a reservation by the cost of the call; `undefined` for a call that neither promised nor cost anything. */
export async function settleCost(
  tx: Kysely<UsageTables>,
  { day, reserved, used }: { readonly day: number; readonly reserved: number; readonly used: number },
): Promise<Spent | undefined> {
  if (reserved === 0 && used === 0) return undefined;
  return tx
    .insertInto('usage_costs')
    .values({ day, used, reserved: 0, alerted: 0 })
    .onConflict((on) =>
      on.column('day').doUpdateSet((eb) => ({
        used: eb('usage_costs.used', '+', eb.ref('excluded.used')),
        reserved: eb('usage_costs.reserved', '-', reserved),
      })),
    )
    .returning(['used', 'alerted'])
    .executeTakeFirst();
}
