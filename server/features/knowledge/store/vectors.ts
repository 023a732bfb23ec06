import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../../kit/database.ts';
import { fromFloats, toFloats } from './rows.ts';
import type { KnowledgeTables } from './tables.ts';

/** Keys per query. */
const readSize = 500;
const insertSize = 50;
/** Articles per summation query. */
const sumSize = 200;

/** Vectors by text and model; they outlive generations. */
export function createVectors(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  /** Ids of the articles with passages, in groups of one summation query; yields in between. */
  async function* articlesToSum(generation: number): AsyncGenerator<string[]> {
    const articles = await db
      .selectFrom('indexed_articles')
      .select('id')
      .where('generation', '=', generation)
      .where('chunk_count', '>', 0)
      .execute();
    for (let at = 0; at < articles.length; at += sumSize) {
      yield articles.slice(at, at + sumSize).map(({ id }) => id);
      await yieldToEventLoop();
    }
  }

  return {
    async putVectors(
      signature: string,
      vectors: readonly { readonly key: string; readonly vector: Float32Array }[],
      now: number,
    ): Promise<void> {
      for (let at = 0; at < vectors.length; at += insertSize) {
        const rows = vectors.slice(at, at + insertSize).map(({ key, vector }) => ({
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
      for (let at = 0; at < keys.length; at += readSize) {
        const rows = await db
          .selectFrom('vectors')
          .select(['vector_key', 'vector'])
          .where('signature', '=', signature)
          .where('vector_key', 'in', keys.slice(at, at + readSize))
          .execute();
        for (const row of rows) found.set(row.vector_key, toFloats(row.vector));
      }
      return found;
    },

    /** Tokens and characters of all passages of a generation. */
    async sizeOf(generation: number): Promise<{ readonly tokens: number; readonly characters: number }> {
      let [tokens, characters] = [0, 0];
      for await (const ids of articlesToSum(generation)) {
        const row = await db
          .selectFrom('chunks')
          .select((eb) => [
            eb.fn.sum<number>('tokens').as('tokens'),
            eb.fn.sum<number>(eb.fn('length', ['text'])).as('characters'),
          ])
          .where('generation', '=', generation)
          .where('article_id', 'in', ids)
          .executeTakeFirst();
        tokens += row?.tokens ?? 0;
        characters += row?.characters ?? 0;
      }
      return { tokens, characters };
    },

    /** Tokens of the passages of a generation that have no vector of this signature yet. */
    async tokensWithoutVector(generation: number, signature: string): Promise<number> {
      let tokens = 0;
      for await (const ids of articlesToSum(generation)) {
        const row = await db
          .selectFrom('chunks')
          .select((eb) => eb.fn.sum<number>('tokens').as('tokens'))
          .where('generation', '=', generation)
          .where('article_id', 'in', ids)
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('vectors')
                  .select('made_at')
                  .where('signature', '=', signature)
                  .whereRef('vectors.vector_key', '=', 'chunks.vector_key'),
              ),
            ),
          )
          .executeTakeFirst();
        tokens += row?.tokens ?? 0;
      }
      return tokens;
    },
  };
}
