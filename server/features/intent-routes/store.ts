import type { Kysely } from 'kysely';
import type { Database, Migration } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import { createHitTable, hitTableMigration } from '../../kit/records/hit-table.ts';

type Tables = {
  intent_routes: { id: string; fields: string; updated_at: number };
};

export const intentRouteMigrations: readonly Migration[] = [
  {
    name: 'intent-routes/1',
    up: async (db) => {
      await db.schema
        .createTable('intent_routes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('fields', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute();
      await hitTableMigration(db, 'intent_route_hits');
    },
  },
];

/** A stored route: its fields as JSON, and the time of the last change (epoch milliseconds). */
export interface StoredRoute {
  readonly id: string;
  readonly fields: string;
  readonly updatedAt: number;
}

/** Looks at the stored fields of a route before it is written or deleted. */
export type CheckStored = (id: string, fields: string | undefined) => void;

/** The topic of change notices about routes. */
export const routesChanged = 'intent-routes';

/** Stored routes; built-in ones only when changed. */
export function createIntentRouteStore(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    ...createHitTable(database, 'intent_route_hits'),

    async all(): Promise<StoredRoute[]> {
      const rows = await db.selectFrom('intent_routes').selectAll().orderBy('id').execute();
      return rows.map(({ id, fields, updated_at }) => ({ id, fields, updatedAt: updated_at }));
    },

    /** Writes and deletes routes in one transaction, in which `check` may refuse each. Throws `conflict` when more than `most` would be stored. */
    async change(
      put: readonly StoredRoute[],
      drop: readonly string[],
      { most, check }: { readonly most: number; readonly check?: CheckStored | undefined },
    ): Promise<void> {
      await database.durable(
        async (transaction) => {
          const tx = transaction.withTables<Tables>();
          for (const { id, fields, updatedAt } of put) {
            check?.(id, await lockedFields(tx, id));
            const row = { fields, updated_at: updatedAt };
            await tx
              .insertInto('intent_routes')
              .values({ id, ...row })
              .onConflict((on) => on.column('id').doUpdateSet(row))
              .execute();
          }
          for (const id of drop) {
            check?.(id, await lockedFields(tx, id));
            await tx.deleteFrom('intent_routes').where('id', '=', id).execute();
          }
          await refuseMore(tx, most);
        },
        { publish: routesChanged },
      );
    },

    /** Adds a route; `false` when its id exists. Throws `conflict` when more than `most` would be stored. */
    add: ({ id, fields, updatedAt }: StoredRoute, most: number): Promise<boolean> =>
      database.durable(
        async (transaction) => {
          const tx = transaction.withTables<Tables>();
          const { numInsertedOrUpdatedRows } = await tx
            .insertInto('intent_routes')
            .values({ id, fields, updated_at: updatedAt })
            .onConflict((on) => on.column('id').doNothing())
            .executeTakeFirstOrThrow();
          await refuseMore(tx, most);
          return numInsertedOrUpdatedRows === 1n;
        },
        { publish: routesChanged },
      ),
  };
}

export type IntentRouteStore = ReturnType<typeof createIntentRouteStore>;

/** The stored fields of a route; its row is locked until the transaction ends. */
async function lockedFields(tx: Kysely<Tables>, id: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('intent_routes')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returning('fields')
    .executeTakeFirst();
  return row?.fields;
}

async function refuseMore(tx: Kysely<Tables>, most: number): Promise<void> {
  const { stored } = await tx
    .selectFrom('intent_routes')
    .select((eb) => eb.fn.countAll().as('stored'))
    .executeTakeFirstOrThrow();
  if (Number(stored) > most) throw new Fault('conflict', explained('routes_full', { count: most }));
}
