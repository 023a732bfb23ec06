import { sql } from 'kysely';
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

/**
 * Generations written to the search engine, shared by all processes that know the same form of its indexes; the serving one is switched
 * atomically. Processes of two versions with two forms, as during an upgrade, each have their own.
 */
export function createEngineGenerations(database: Database, layout: number) {
  const db = database.query.withTables<KnowledgeTables>();
  return {
    async engineGenerations(): Promise<readonly EngineGeneration[]> {
      const rows = await db
        .selectFrom('engine_indexes')
        .selectAll()
        .where('layout', '=', layout)
        .orderBy('generation')
        .execute();
      return rows.map(({ generation, dimensions, seq, is_serving }) => ({
        generation,
        dimensions,
        seq,
        isServing: is_serving === 1,
      }));
    },

    async beginEngineGeneration(generation: number, dimensions: number): Promise<void> {
      await db
        .insertInto('engine_indexes')
        .values({ generation, layout, dimensions, seq: 0, is_serving: 0 })
        .onConflict((on) => on.columns(['generation', 'layout']).doNothing())
        .execute();
    },

    async noteEngineSeq(generation: number, seq: number): Promise<void> {
      await db
        .updateTable('engine_indexes')
        .set({ seq })
        .where('layout', '=', layout)
        .where('generation', '=', generation)
        .execute();
    },

    /** From now on every process answers from this generation. */
    async serveEngineGeneration(generation: number): Promise<void> {
      await db
        .updateTable('engine_indexes')
        .set((eb) => ({ is_serving: eb.case().when('generation', '=', generation).then(1).else(0).end() }))
        .where('layout', '=', layout)
        .execute();
    },

    /** Resets a generation; it does not serve until it has been written again. */
    async restartEngineGeneration(generation: number): Promise<void> {
      await db
        .updateTable('engine_indexes')
        .set({ seq: 0, is_serving: 0 })
        .where('layout', '=', layout)
        .where('generation', '=', generation)
        .execute();
    },

    /**
     * A text that changes with every change of the index, read by one query; the serving generation, and whether a search engine has
     * acknowledged all changes.
     */
    async indexMark(): Promise<{
      readonly mark: string;
      readonly active: number | undefined;
      readonly isWritten: boolean;
    }> {
      const { rows } = await sql<{ kind: string; generation: number; number: number; note: number }>`
        select 'last' as kind, 0 as generation, seq as number, 0 as note from index_state where id = 1
        union all select status, generation, levelled_at, 0 from index_generations where status in ('active', 'building')
        union all select 'engine', generation, seq, is_serving from engine_indexes where layout = ${layout}
        order by 1, 2`.execute(db);
      const last = rows.find(({ kind }) => kind === 'last')?.number ?? 0;
      const active = rows.findLast(({ kind }) => kind === 'active')?.generation;
      const engine = rows.filter(({ kind }) => kind === 'engine');
      return {
        mark: rows.map((row) => Object.values(row).join(' ')).join('\n'),
        active,
        isWritten:
          engine.some(({ generation, note }) => generation === active && note === 1) &&
          engine.every(({ number }) => number >= last),
      };
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
      await db
        .deleteFrom('engine_indexes')
        .where('layout', '=', layout)
        .where('generation', '=', generation)
        .execute();
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
