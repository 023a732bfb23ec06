import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { slicesOf } from '../../../kit/slices.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';
import { pathKeyOf } from './path-key.ts';
import { nextSeq } from './write-articles.ts';
import type { ArticleRow, KnowledgeTables } from './tables.ts';

/** Articles of one transaction: an article may have a thousand passages. */
const articlesAtOnce = 20;
const vectorsAtOnce = 500;
/** Articles of a source that are looked for at once. */
const foundAtOnce = 500;

/** What is left of an erased article: that its id is gone, so that every process drops it. */
const nothing = {
  state: 'removed',
  revision: '',
  content_hash: '',
  title: '',
  url: '',
  tags: '[]',
  categories: '[]',
  published_at: '',
  created_at: '',
  modified_at: '',
  visits: null,
  excerpt: '',
  error: '',
  chunk_count: 0,
  keyword_chunks: 0,
  path_key: pathKeyOf(''),
} as const satisfies Partial<ArticleRow>;

/** Erases articles with their passages, blocks and vectors, so that a crash leaves an article whole or nothing of it. */
export function createArticleErasure(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();

  const erase = async (generation: number, ids: readonly string[], now: number): Promise<void> => {
    for (const part of slicesOf(ids, articlesAtOnce))
      await database.query.transaction().execute(async (transaction) => {
        const tx = transaction.withTables<KnowledgeTables>();
        const last = await nextSeq(tx, part.length);
        await eraseTexts(tx, generation, part);
        for (const [at, id] of part.entries())
          await tx
            .updateTable('indexed_articles')
            .set({ ...nothing, seq: last - part.length + 1 + at, indexed_at: now })
            .where('generation', '=', generation)
            .where('id', '=', id)
            .execute();
      });
  };

  return {
    erase,

    /** Erases every article in any generation whose id begins with `start` and lies before `end`; resolves with the number of those that are left, 500 of a generation at most. */
    async eraseAll(
      { start, end }: { readonly start: string; readonly end: string },
      now: number,
    ): Promise<number> {
      const found = (generation: number) =>
        db
          .selectFrom('indexed_articles')
          .where('generation', '=', generation)
          .where('id', '>', start)
          .where('id', '<', end)
          // Other ids may lie between in the order of a language.
          .where('id', 'like', `${start}%`)
          // The title and address of a page that had gone before its source may still be there.
          .where((eb) => eb.or([eb('state', '!=', 'removed'), eb('title', '!=', ''), eb('url', '!=', '')]));
      let left = 0;
      for (const { generation } of await db.selectFrom('index_generations').select('generation').execute()) {
        for (let after = start; ;) {
          const rows = await found(generation)
            .select('id')
            .where('id', '>', after)
            .orderBy('id')
            .limit(foundAtOnce)
            .execute();
          const ids = rows.map(({ id }) => id);
          await erase(generation, ids, now);
          await yieldToEventLoop();
          after = ids.at(-1) ?? after;
          if (ids.length < foundAtOnce) break;
        }
        left += (await found(generation).select('id').limit(foundAtOnce).execute()).length;
      }
      return left;
    },
  };
}

async function eraseTexts(
  tx: Kysely<KnowledgeTables>,
  generation: number,
  ids: readonly string[],
): Promise<void> {
  const passages = await tx
    .selectFrom('chunks')
    .select('vector_key')
    .distinct()
    .where('generation', '=', generation)
    .where('article_id', 'in', ids)
    .execute();
  for (const table of ['chunks', 'article_blocks'] as const)
    await tx.deleteFrom(table).where('generation', '=', generation).where('article_id', 'in', ids).execute();
  for (const keys of slicesOf(
    passages.map(({ vector_key: key }) => key),
    vectorsAtOnce,
  ))
    // The same words may stand in an article that stays, or in another generation.
    await tx
      .deleteFrom('vectors')
      .where('vector_key', 'in', keys)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('chunks')
              .select(sql<number>`1`.as('one'))
              .whereRef('chunks.vector_key', '=', 'vectors.vector_key'),
          ),
        ),
      )
      .execute();
}
