import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { slicesOf } from '../../../kit/slices.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';
import { writeBlocks } from './blocks.ts';
import { fromArticle, fromChunk, type ArticleWrite, type StoredChunk } from './rows.ts';
import type { ArticleRow, KnowledgeTables } from './tables.ts';

/** Rows per insert: well below the parameter limits of both engines. */
const insertSize = 50;

/**
 * Writes articles with their passages and blocks; all articles of a call in one transaction, so that none of them exists
 * without the others.
 */
export function createArticleWrites(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  const putAll = async (writes: readonly ArticleWrite[]): Promise<void> => {
    // An article that occurs twice is written twice, in order, since a statement may name a row only once.
    for (const group of distinct(writes))
      await database.query
        .transaction()
        .execute((transaction) => writeGroup(transaction.withTables<KnowledgeTables>(), group));
  };
  return {
    /** Writes articles in order, in one transaction unless an article occurs twice. */
    putAll,
    put: (
      generation: number,
      article: ArticleWrite['article'],
      chunks: readonly StoredChunk[] | undefined,
      now: number,
    ): Promise<void> => putAll([{ generation, article, chunks, now }]),

    /** Adds articles listed by the host that wait to be read; stored data of an article stays. */
    async announce(generation: number, heads: readonly ArticleHead[], now: number): Promise<void> {
      for (const part of slicesOf(heads, insertSize)) {
        await database.query.transaction().execute(async (transaction) => {
          const tx = transaction.withTables<KnowledgeTables>();
          const last = await nextSeq(tx, part.length);
          const rows = part.map((head, index): ArticleRow => {
            const entry = { ...head, state: 'waiting', contentHash: '', error: '' } as const;
            return {
              ...fromArticle(generation, entry, last - part.length + 1 + index, now),
              chunk_count: 0,
              keyword_chunks: 0,
            };
          });
          await tx
            .insertInto('indexed_articles')
            .values(rows)
            .onConflict((on) => on.columns(['generation', 'id']).doNothing())
            .execute();
        });
      }
    },

    /** Makes the next indexing of an article start from its text, even if it has not changed. */
    async forgetContent(generation: number, id: string): Promise<void> {
      await db
        .updateTable('indexed_articles')
        .set({ content_hash: '' })
        .where('generation', '=', generation)
        .where('id', '=', id)
        .execute();
    },
  };
}

async function writeGroup(tx: Kysely<KnowledgeTables>, writes: readonly ArticleWrite[]): Promise<void> {
  const last = await nextSeq(tx, writes.length);
  const rows = writes.map(({ generation, article, now }, at) =>
    fromArticle(generation, article, last - writes.length + 1 + at, now),
  );
  for (const [generation, ofGeneration] of Map.groupBy(writes, (write) => write.generation)) {
    await replaceChunks(tx, generation, ofGeneration);
    await writeBlocks(tx, generation, ofGeneration);
  }
  const counted = rows.map((row, at): ArticleRow => ({ ...row, ...countsOf(writes[at]?.chunks ?? []) }));
  await upsert(
    tx,
    counted.filter((_, at) => writes[at]?.chunks !== undefined),
    allColumns,
  );
  await upsert(
    tx,
    counted.filter((_, at) => writes[at]?.chunks === undefined),
    headColumns,
  );
}

async function replaceChunks(
  tx: Kysely<KnowledgeTables>,
  generation: number,
  writes: readonly ArticleWrite[],
): Promise<void> {
  const replaced = writes.filter(({ chunks }) => chunks !== undefined);
  if (replaced.length === 0) return;
  await tx
    .deleteFrom('chunks')
    .where('generation', '=', generation)
    .where(
      'article_id',
      'in',
      replaced.map(({ article }) => article.id),
    )
    .execute();
  const rows = replaced.flatMap(({ article, chunks = [] }) =>
    chunks.map((chunk) => fromChunk(generation, article.id, chunk)),
  );
  for (const part of slicesOf(rows, insertSize)) {
    await tx.insertInto('chunks').values(part).execute();
    // An article of a million characters has a thousand passages.
    await yieldToEventLoop();
  }
}

/** Inserts rows, or replaces these columns of existing ones. */
async function upsert(
  tx: Kysely<KnowledgeTables>,
  rows: readonly ArticleRow[],
  columns: readonly (keyof ArticleRow)[],
): Promise<void> {
  for (const part of slicesOf(rows, insertSize))
    await tx
      .insertInto('indexed_articles')
      .values(part)
      .onConflict((on) =>
        on
          .columns(['generation', 'id'])
          .doUpdateSet((eb) => Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)]))),
      )
      .execute();
}

const headColumns = [
  'seq',
  'state',
  'revision',
  'content_hash',
  'title',
  'url',
  'tags',
  'categories',
  'published_at',
  'created_at',
  'modified_at',
  'visits',
  'excerpt',
  'error',
  'indexed_at',
  'path_key',
] as const satisfies readonly (keyof ArticleRow)[];
const allColumns = [...headColumns, 'chunk_count', 'keyword_chunks'] as const;

const countsOf = (chunks: readonly StoredChunk[]) => ({
  chunk_count: chunks.length,
  keyword_chunks: chunks.filter((chunk) => chunk.keywords.length > 0).length,
});

/** The writes in order, in as few groups as possible without an article occurring twice in one. */
function distinct(writes: readonly ArticleWrite[]): ArticleWrite[][] {
  const groups: ArticleWrite[][] = [];
  let named = new Set<string>();
  for (const write of writes) {
    const name = `${write.generation} ${write.article.id}`;
    if (groups.length === 0 || named.has(name)) {
      groups.push([]);
      named = new Set();
    }
    named.add(name);
    groups.at(-1)?.push(write);
  }
  return groups;
}

/**
 * Assigns `count` sequence numbers and resolves with the last. The row stays locked until the transaction ends, so
 * numbers become visible in order and readers of later numbers miss none.
 */
export async function nextSeq(tx: Kysely<KnowledgeTables>, count: number): Promise<number> {
  const { seq } = await tx
    .updateTable('index_state')
    .set((eb) => ({ seq: eb('seq', '+', count) }))
    .where('id', '=', 1)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}
