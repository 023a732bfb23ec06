import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { parseJson } from '../../../kit/json.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import type { KnowledgeTables } from './tables.ts';
import type { ArticleWrite } from './rows.ts';

/** Maximum total text of an article's blocks, in UTF-16 units; the rest is quoted from passages. */
const maxLength = 400_000;

/** Writes the blocks of articles in the transaction of their passages; articles without passages lose theirs. */
export async function writeBlocks(
  tx: Kysely<KnowledgeTables>,
  generation: number,
  writes: readonly ArticleWrite[],
): Promise<void> {
  const gone = writes.flatMap(({ article, chunks }) =>
    !article.blocks && chunks?.length === 0 ? [article.id] : [],
  );
  if (gone.length > 0)
    await tx
      .deleteFrom('article_blocks')
      .where('generation', '=', generation)
      .where('article_id', 'in', gone)
      .execute();
  const rows = writes.flatMap(({ article: { id, blocks } }) =>
    blocks ? [{ generation, article_id: id, blocks: JSON.stringify(bounded(blocks), withoutNul) }] : [],
  );
  if (rows.length > 0)
    await tx
      .insertInto('article_blocks')
      .values(rows)
      .onConflict((on) =>
        on.columns(['generation', 'article_id']).doUpdateSet((eb) => ({ blocks: eb.ref('excluded.blocks') })),
      )
      .execute();
}

/** The blocks of articles as Markdown, which answers quote; read for the best articles of an answer. */
export function createBlocks(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  return {
    /** The blocks of articles by id; articles without blocks, or with unreadable ones of an earlier version, are missing. */
    async blocksOf(
      generation: number,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly TaskBlock[]>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('article_blocks')
        .select(['article_id', 'blocks'])
        .where('generation', '=', generation)
        .where('article_id', 'in', [...ids])
        .execute();
      return new Map(
        rows.flatMap(({ article_id, blocks }) => {
          const read = parseJson(blocks);
          return Array.isArray(read) ? [[article_id, read as TaskBlock[]] as const] : [];
        }),
      );
    },
  };
}

/** JSON replacer that removes NUL characters. In the finished JSON the escape could not be distinguished from a literal `\u0000` in an article. */
const withoutNul = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;

function bounded(blocks: readonly TaskBlock[]): readonly TaskBlock[] {
  let length = 0;
  const end = blocks.findIndex(({ markdown }) => (length += markdown.length) > maxLength);
  return end < 0 ? blocks : blocks.slice(0, end);
}
