import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';

type Row = { id: string; hits: number; last_at: number };

/** Number of hits of a record, and the time of the last one (epoch milliseconds). */
export interface Hits {
  readonly hits: number;
  readonly lastAt: number;
}

/** Counts of hits by the id of a record. */
export interface HitTable {
  hits(): Promise<Map<string, Hits>>;
  /** Adds to the counts. A power failure may lose the last ones. */
  addHits(counted: ReadonlyMap<string, Hits>): Promise<void>;
  forgetHits(id: string): Promise<void>;
}

/** Creates the table; part of a migration of its feature. */
export const hitTableMigration = (db: Kysely<unknown>, table: string): Promise<void> =>
  db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .execute();

export function createHitTable(database: Database, table: string): HitTable {
  const db = database.query.withTables<Record<string, Row>>();
  return {
    async hits() {
      const rows = await db.selectFrom(table).selectAll().execute();
      return new Map(rows.map(({ id, hits, last_at }) => [id, { hits, lastAt: last_at }]));
    },

    async addHits(counted) {
      // Sorted, so that two processes cannot deadlock.
      const entries = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1));
      await db.transaction().execute(async (tx) => {
        for (const [id, { hits, lastAt }] of entries) {
          await tx
            .insertInto(table)
            .values({ id, hits, last_at: lastAt })
            .onConflict((on) =>
              on.column('id').doUpdateSet((eb) => ({
                hits: eb(`${table}.hits`, '+', hits),
                last_at: lastAt,
              })),
            )
            .execute();
        }
      });
    },

    async forgetHits(id) {
      await db.deleteFrom(table).where('id', '=', id).execute();
    },
  };
}
