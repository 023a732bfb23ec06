import type { Kysely } from 'kysely';
import { bytesType, type Database, type Migration } from '../../kit/database.ts';
import { createHitTable, hitTableMigration } from '../../kit/records/hit-table.ts';

type Tables = {
  curated_answers: {
    id: string;
    fields: string;
    sources: string;
    revision: number;
    updated_at: number;
    reviewed_at: number;
  };
  curated_vectors: {
    /** Signature of the model that made it. */
    signature: string;
    /** Of the question. */
    key: string;
    vector: Uint8Array;
  };
};

export const curatedAnswerMigrations: readonly Migration[] = [
  {
    name: 'curated-answers/1',
    up: async (db) => {
      await db.schema
        .createTable('curated_answers')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('fields', 'text', (column) => column.notNull())
        .addColumn('sources', 'text', (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('reviewed_at', 'bigint', (column) => column.notNull())
        .execute();
      await hitTableMigration(db, 'curated_answer_hits');
    },
  },
  {
    name: 'curated-answers/2',
    up: async (db, engine) => {
      await db.schema
        .createTable('curated_vectors')
        .addColumn('signature', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('vector', bytesType(engine), (column) => column.notNull())
        .addPrimaryKeyConstraint('curated_vectors_key', ['signature', 'key'])
        .execute();
    },
  },
];

/** A stored answer. Times are epoch milliseconds. */
export interface StoredAnswer {
  readonly id: string;
  /** What the owner wrote, as JSON. */
  readonly fields: string;
  /** Revisions of the articles among the sources when they were looked at, by path, as JSON. */
  readonly sources: string;
  readonly revision: number;
  readonly updatedAt: number;
  readonly reviewedAt: number;
}

/** The topic of change notices about curated answers. */
export const curatedAnswersChanged = 'curated-answers';

export function createCuratedAnswerStore(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    ...createHitTable(database, 'curated_answer_hits'),

    async all(): Promise<StoredAnswer[]> {
      const rows = await db.selectFrom('curated_answers').selectAll().orderBy('id').execute();
      return rows.map(answerOf);
    },

    /**
     * Writes what `next` makes of the stored answers, in one durable transaction that no other change runs beside. What it throws is
     * passed on, and nothing is written then.
     */
    change: (next: (stored: readonly StoredAnswer[]) => Changed): Promise<void> =>
      database.durable(
        async (transaction) => {
          const tx = transaction.withTables<Tables>();
          await lockTable(tx);
          const { put, drop } = next(
            (await tx.selectFrom('curated_answers').selectAll().execute()).map(answerOf),
          );
          for (const { id, fields, sources, revision, updatedAt, reviewedAt } of put) {
            const row = { fields, sources, revision, updated_at: updatedAt, reviewed_at: reviewedAt };
            await tx
              .insertInto('curated_answers')
              .values({ id, ...row })
              .onConflict((on) => on.column('id').doUpdateSet(row))
              .execute();
          }
          for (const id of drop) await tx.deleteFrom('curated_answers').where('id', '=', id).execute();
        },
        { publish: curatedAnswersChanged },
      ),

    /** Vectors of questions by their keys. */
    async vectors(signature: string): Promise<Map<string, Float32Array>> {
      const rows = await db
        .selectFrom('curated_vectors')
        .select(['key', 'vector'])
        .where('signature', '=', signature)
        .execute();
      return new Map(rows.map(({ key, vector }) => [key, new Float32Array(Uint8Array.from(vector).buffer)]));
    },

    async addVectors(
      signature: string,
      vectors: readonly { readonly key: string; readonly vector: Float32Array }[],
    ): Promise<void> {
      if (vectors.length === 0) return;
      const rows = vectors.map(({ key, vector }) => ({
        signature,
        key,
        vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
      }));
      await db
        .insertInto('curated_vectors')
        .values(rows)
        .onConflict((on) => on.doNothing())
        .execute();
    },

    /** Deletes the vectors of other models, and of these keys. */
    async dropVectors(signature: string, gone: readonly string[]): Promise<void> {
      await db.deleteFrom('curated_vectors').where('signature', '!=', signature).execute();
      for (let from = 0; from < gone.length; from += keysAtOnce)
        await db
          .deleteFrom('curated_vectors')
          .where('key', 'in', gone.slice(from, from + keysAtOnce))
          .execute();
    },

    /** Tells other processes that there is something new. */
    announce: (): Promise<void> => database.publish(curatedAnswersChanged),
  };
}

const keysAtOnce = 500;

export interface Changed {
  readonly put: readonly StoredAnswer[];
  readonly drop: readonly string[];
}

export type CuratedAnswerStore = ReturnType<typeof createCuratedAnswerStore>;

/** The write comes first, so that a row lock rather than a stale read decides between concurrent changes. */
async function lockTable(tx: Kysely<Tables>): Promise<void> {
  const lock = { fields: '', sources: '', revision: 0, updated_at: 0, reviewed_at: 0 };
  await tx
    .insertInto('curated_answers')
    .values({ id: lockRow, ...lock })
    .onConflict((on) => on.column('id').doUpdateSet(lock))
    .execute();
  await tx.deleteFrom('curated_answers').where('id', '=', lockRow).execute();
}

/** No id of an answer has a blank. */
const lockRow = ' lock';

const answerOf = (row: Tables['curated_answers']): StoredAnswer => ({
  id: row.id,
  fields: row.fields,
  sources: row.sources,
  revision: row.revision,
  updatedAt: row.updated_at,
  reviewedAt: row.reviewed_at,
});
