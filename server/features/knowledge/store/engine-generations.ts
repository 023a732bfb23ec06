import type { Database } from '../../../kit/database.ts';
import { toGeneration, type Generation } from './rows.ts';
import type { KnowledgeTables } from './tables.ts';

/** A generation in the search engine, and the sequence number up to which it is written. */
export interface EngineGeneration {
  readonly generation: number;
  readonly dimensions: number;
  /** Every change up to this number has been acknowledged by the engine. */
  readonly seq: number;
  readonly isServing: boolean;
}

/** Generations written to the search engine, shared by all processes; the serving one is switched atomically. */
export function createEngineGenerations(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  return {
    async engineGenerations(): Promise<readonly EngineGeneration[]> {
      const rows = await db.selectFrom('engine_generations').selectAll().orderBy('generation').execute();
      return rows.map(({ generation, dimensions, seq, is_serving }) => ({
        generation,
        dimensions,
        seq,
        isServing: is_serving === 1,
      }));
    },

    async beginEngineGeneration(generation: number, dimensions: number): Promise<void> {
      await db
        .insertInto('engine_generations')
        .values({ generation, dimensions, seq: 0, is_serving: 0 })
        .onConflict((on) => on.column('generation').doNothing())
        .execute();
    },

    async noteEngineSeq(generation: number, seq: number): Promise<void> {
      await db.updateTable('engine_generations').set({ seq }).where('generation', '=', generation).execute();
    },

    /** From now on every process answers from this generation. */
    async serveEngineGeneration(generation: number): Promise<void> {
      await db
        .updateTable('engine_generations')
        .set((eb) => ({ is_serving: eb.case().when('generation', '=', generation).then(1).else(0).end() }))
        .execute();
    },

    /** Resets a generation; it does not serve until it has been written again. */
    async restartEngineGeneration(generation: number): Promise<void> {
      await db
        .updateTable('engine_generations')
        .set({ seq: 0, is_serving: 0 })
        .where('generation', '=', generation)
        .execute();
    },

    /** Number of articles that the engine should have. */
    async writtenArticles({
      generation,
      seq,
    }: Pick<EngineGeneration, 'generation' | 'seq'>): Promise<number> {
      const row = await db
        .selectFrom('indexed_articles')
        .select((eb) => eb.fn.countAll().as('articles'))
        .where('generation', '=', generation)
        .where('seq', '<=', seq)
        .where('chunk_count', '>', 0)
        .where('state', '<>', 'removed')
        .executeTakeFirst();
      return Number(row?.articles ?? 0);
    },

    async forgetEngineGeneration(generation: number): Promise<void> {
      await db.deleteFrom('engine_generations').where('generation', '=', generation).execute();
    },

    /** A generation by its number, also one that has been replaced. */
    async generationOf(generation: number): Promise<Generation | undefined> {
      const row = await db
        .selectFrom('index_generations')
        .selectAll()
        .where('generation', '=', generation)
        .executeTakeFirst();
      return row && toGeneration(row);
    },
  };
}
