import type { Database } from '../../../kit/database.ts';
import { slicesOf } from '../../../kit/slices.ts';
import type { KnowledgeTables } from './tables.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';

/** Articles per summation query. */
const sumSize = 200;

/** The size of a generation, from which the cost of a rebuild is estimated. */
export function createGenerationSizes(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  /** Ids of the articles with passages, in groups of one summation query; yields in between. */
  async function* articlesToSum(generation: number): AsyncGenerator<string[]> {
    const articles = await db
      .selectFrom('indexed_articles')
      .select('id')
      .where('generation', '=', generation)
      .where('chunk_count', '>', 0)
      .execute();
    for (const slice of slicesOf(articles, sumSize)) {
      yield slice.map(({ id }) => id);
      await yieldToEventLoop();
    }
  }

  return {
    /** Tokens of all passages of a generation, and the passages that their sections would be cut into, `size` characters each with `overlap` of the one before. */
    async sizeOf(
      generation: number,
      { size, overlap }: { readonly size: number; readonly overlap: number },
    ): Promise<{ readonly tokens: number; readonly passages: number }> {
      let [tokens, passages] = [0, 0];
      for await (const ids of articlesToSum(generation)) {
        const sections = await db
          .selectFrom('chunks')
          .select((eb) => [
            eb.fn.sum<number>('tokens').as('tokens'),
            eb.fn.sum<number>(eb.fn('length', ['text'])).as('characters'),
          ])
          .where('generation', '=', generation)
          .where('article_id', 'in', ids)
          .groupBy(['article_id', 'anchor'])
          .execute();
        for (const section of sections) {
          tokens += section.tokens;
          passages += Math.max(1, Math.ceil((section.characters - overlap) / (size - overlap)));
        }
      }
      return { tokens, passages };
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
