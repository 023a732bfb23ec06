import { z } from 'zod';
import { EvaluationCase } from '../../../../contract/evaluations/evaluations.ts';
import type { Database } from '../../../kit/database.ts';
import type { Tables } from './tables.ts';

const Body = z.object({ name: z.string(), description: z.string(), cases: z.array(EvaluationCase) });

/** A stored dataset. `updatedAt` is in epoch milliseconds. */
export type StoredDataset = z.infer<typeof Body> & { readonly id: string; readonly updatedAt: number };

export function createDatasetStore(database: Database) {
  const db = database.query.withTables<Tables>();
  const fromRow = (row: Tables['evaluation_datasets']): StoredDataset => ({
    ...Body.parse(JSON.parse(row.body)),
    id: row.id,
    updatedAt: row.updated_at,
  });
  const toRow = ({ id, updatedAt, name, description, cases }: StoredDataset) => ({
    id,
    body: JSON.stringify({ name, description, cases }),
    updated_at: updatedAt,
  });

  return {
    async all(): Promise<readonly StoredDataset[]> {
      return (await db.selectFrom('evaluation_datasets').selectAll().orderBy('id').execute()).map(fromRow);
    },

    async ids(): Promise<readonly string[]> {
      return (await db.selectFrom('evaluation_datasets').select('id').execute()).map(({ id }) => id);
    },

    async one(id: string): Promise<StoredDataset | undefined> {
      const row = await db
        .selectFrom('evaluation_datasets')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && fromRow(row);
    },

    /** Adds a dataset; false when its id exists. */
    async add(dataset: StoredDataset): Promise<boolean> {
      const added = await database.durable((tx) =>
        tx
          .withTables<Tables>()
          .insertInto('evaluation_datasets')
          .values(toRow(dataset))
          .onConflict((on) => on.doNothing())
          .returning('id')
          .executeTakeFirst(),
      );
      return added !== undefined;
    },

    /** Adds a dataset or replaces the one with its id. */
    async put(dataset: StoredDataset): Promise<void> {
      const { body, updated_at, ...key } = toRow(dataset);
      await database.durable((tx) =>
        tx
          .withTables<Tables>()
          .insertInto('evaluation_datasets')
          .values({ ...key, body, updated_at })
          .onConflict((on) => on.column('id').doUpdateSet({ body, updated_at }))
          .execute(),
      );
    },

    /** Updates a dataset in a transaction; `undefined` when it does not exist. A throw leaves it unchanged. */
    change: (id: string, at: number, edit: (dataset: StoredDataset) => StoredDataset) =>
      database.durable(async (transaction) => {
        const tx = transaction.withTables<Tables>();
        // The write comes first, so that a row lock rather than a stale read decides between two editors.
        const row = await tx
          .updateTable('evaluation_datasets')
          .set({ updated_at: at })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        const edited = edit(fromRow(row));
        await tx
          .updateTable('evaluation_datasets')
          .set({ body: toRow(edited).body })
          .where('id', '=', id)
          .execute();
        return edited;
      }),

    /** Deletes a dataset, unless `check` throws at the one that is deleted. */
    remove: (id: string, check?: (dataset: StoredDataset) => void): Promise<void> =>
      database.durable(async (tx) => {
        const row = await tx
          .withTables<Tables>()
          .deleteFrom('evaluation_datasets')
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (row) check?.(fromRow(row));
      }),
  };
}

export type DatasetStore = ReturnType<typeof createDatasetStore>;
