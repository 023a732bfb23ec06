import { explained } from '../../../kit/explained.ts';
import { conflict } from '../../../kit/fault.ts';
import type { Database } from '../../../kit/database.ts';
import { toGeneration, type Generation } from './rows.ts';
import type { KnowledgeTables } from './tables.ts';

/** Settings that a generation of the index is built with. */
export interface IndexSettings {
  /** Embedding model and dimensions, `''` without vectors. */
  readonly signature: string;
  /** Fingerprint of the settings that passages depend on. */
  readonly chunking: string;
}

/** The generations of the index, and the one that serves. */
export function createGenerations(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  const newest = async (status: 'building' | 'active'): Promise<Generation | undefined> => {
    const row = await db
      .selectFrom('index_generations')
      .selectAll()
      .where('status', '=', status)
      .orderBy('generation', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && toGeneration(row);
  };

  return {
    active: () => newest('active'),
    building: () => newest('building'),

    /** The embedding signature of a generation, `''` without vectors or for an unknown generation. */
    async signatureOf(generation: number): Promise<string> {
      const row = await db
        .selectFrom('index_generations')
        .select('signature')
        .where('generation', '=', generation)
        .executeTakeFirst();
      return row?.signature ?? '';
    },

    /** Starts a generation; the first one serves at once. */
    async begin(settings: IndexSettings, now: number, status: 'building' | 'active'): Promise<Generation> {
      return database.durable(async (transaction) => {
        const tx = transaction.withTables<KnowledgeTables>();
        const last = await tx
          .selectFrom('index_generations')
          .select((eb) => eb.fn.max('generation').as('last'))
          .executeTakeFirst();
        const generation = (last?.last ?? 0) + 1;
        const { signature, chunking } = settings;
        await tx
          .insertInto('index_generations')
          .values({ generation, status, signature, chunking, started_at: now, ended_at: 0, levelled_at: 0 })
          .execute();
        return { generation, signature, chunking, startedAt: now, isWhole: false };
      });
    },

    /**
     * Makes a complete generation the serving one, in one step for every process. Throws the Fault `conflict` when it
     * was abandoned meanwhile; the old one then continues to serve.
     */
    async activate(next: number, now: number): Promise<void> {
      await database.durable(async (transaction) => {
        const tx = transaction.withTables<KnowledgeTables>();
        const swapped = await tx
          .updateTable('index_generations')
          .set({ status: 'active', levelled_at: now })
          .where('generation', '=', next)
          .where('status', '=', 'building')
          .returning('generation')
          .executeTakeFirst();
        if (!swapped) throw conflict(explained('index_given_up'));
        await tx
          .updateTable('index_generations')
          .set({ status: 'retired', ended_at: now })
          .where('generation', '<>', next)
          .where('status', 'in', ['active', 'building'])
          .execute();
      });
    },

    /** Records that a generation is up to date with the whole site. */
    async level(generation: number, now: number): Promise<void> {
      await db
        .updateTable('index_generations')
        .set({ levelled_at: now })
        .where('generation', '=', generation)
        .where('levelled_at', '=', 0)
        .execute();
    },

    /** Abandons a generation that is being built. */
    async abandon(building: number, now: number): Promise<void> {
      await db
        .updateTable('index_generations')
        .set({ status: 'retired', ended_at: now })
        .where('generation', '=', building)
        .where('status', '=', 'building')
        .execute();
    },
  };
}
