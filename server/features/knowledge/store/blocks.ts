import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import type { KnowledgeTables } from './tables.ts';

/** Longest text of all blocks that is kept of an article, in UTF-16 units; what lies behind is quoted from passages. */
const maxLength = 400_000;

/** Writes the blocks of an article in the transaction of its passages; `undefined` removes them. */
export async function writeBlocks(
  tx: Kysely<KnowledgeTables>,
  generation: number,
  articleId: string,
  blocks: readonly TaskBlock[] | undefined,
): Promise<void> {
  if (!blocks) {
    await tx
      .deleteFrom('article_blocks')
      .where('generation', '=', generation)
      .where('article_id', '=', articleId)
      .execute();
    return;
  }
  // PostgreSQL's texts cannot hold NUL.
  const row = { blocks: JSON.stringify(bounded(blocks)).replaceAll('\\u0000', '') };
  await tx
    .insertInto('article_blocks')
    .values({ generation, article_id: articleId, ...row })
    .onConflict((on) => on.columns(['generation', 'article_id']).doUpdateSet(row))
    .execute();
}

/** The blocks of articles as Markdown, which answers quote; read for the best articles of an answer. */
export function createBlocks(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  return {
    /** The blocks of articles by id; an article without any is not among them. */
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
      return new Map(rows.map((row) => [row.article_id, JSON.parse(row.blocks) as TaskBlock[]]));
    },
  };
}

function bounded(blocks: readonly TaskBlock[]): readonly TaskBlock[] {
  let length = 0;
  const end = blocks.findIndex(({ markdown }) => (length += markdown.length) > maxLength);
  return end < 0 ? blocks : blocks.slice(0, end);
}
