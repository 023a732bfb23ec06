import type { Database } from '../../../kit/database.ts';
import { slicesOf } from '../../../kit/slices.ts';
import { fromFloats, toFloats } from './rows.ts';
import type { KnowledgeTables } from './tables.ts';

/** Keys per query. */
const readSize = 500;
/** Rows per insert. */
const insertSize = 50;

/** Vectors by text and model; they outlive generations. */
export function createStoredVectors(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  return {
    async putVectors(
      signature: string,
      vectors: readonly { readonly key: string; readonly vector: Float32Array }[],
      now: number,
    ): Promise<void> {
      for (const slice of slicesOf(vectors, insertSize)) {
        const rows = slice.map(({ key, vector }) => ({
          signature,
          vector_key: key,
          vector: fromFloats(vector),
          made_at: now,
        }));
        await db
          .insertInto('vectors')
          .values(rows)
          .onConflict((on) => on.columns(['signature', 'vector_key']).doNothing())
          .execute();
      }
    },

    /** The stored vectors by key; missing ones are absent from the map. */
    async vectors(signature: string, keys: readonly string[]): Promise<Map<string, Float32Array>> {
      const found = new Map<string, Float32Array>();
      for (const slice of slicesOf(keys, readSize)) {
        const rows = await db
          .selectFrom('vectors')
          .select(['vector_key', 'vector'])
          .where('signature', '=', signature)
          .where('vector_key', 'in', slice)
          .execute();
        for (const row of rows) found.set(row.vector_key, toFloats(row.vector));
      }
      return found;
    },
  };
}
