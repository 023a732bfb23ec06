import { slicesOf } from '../../../kit/slices.ts';
import { cellOf, wordsInCell, type Words } from '../../../kit/explained.ts';
import type { Database } from '../../../kit/database.ts';
import type { ExcerptTables, ItemRow } from './tables.ts';

/** An article of a batch and its outcome; `waiting` until its turn. */
export interface BatchItem {
  readonly place: number;
  readonly articleId: string;
  readonly title: string;
  readonly outcome: ItemRow['outcome'];
  readonly text: string;
  readonly message: Words;
}

/** Outcome of an article. */
export type ItemEnd = Pick<BatchItem, 'title' | 'text' | 'message'> & {
  readonly outcome: Exclude<BatchItem['outcome'], 'waiting'>;
};

/** Rows per statement. */
const atOnce = 500;

/** Articles of batches, stored apart from the jobs' states because there may be many. */
export function createBatchItems(database: Database) {
  const db = database.query.withTables<ExcerptTables>();
  const of = (jobId: string) => db.selectFrom('excerpt_items').where('job_id', '=', jobId);

  return {
    /** Stores the articles of a batch, replacing an earlier plan. */
    async plan(jobId: string, articles: readonly { readonly id: string; readonly title: string }[]) {
      await database.durable(async (tx) => {
        const writing = tx.withTables<ExcerptTables>();
        await writing.deleteFrom('excerpt_items').where('job_id', '=', jobId).execute();
        const rows = articles.map(({ id, title }, place) => ({
          job_id: jobId,
          place,
          article_id: id,
          title,
          outcome: 'waiting' as const,
          text: '',
          message: '',
        }));
        for (const slice of slicesOf(rows, atOnce))
          await writing.insertInto('excerpt_items').values(slice).execute();
      });
    },

    async settle(jobId: string, place: number, end: ItemEnd): Promise<void> {
      const { title, outcome, text, message } = end;
      await db
        .updateTable('excerpt_items')
        .set({ title, outcome, text, message: cellOf(message) })
        .where('job_id', '=', jobId)
        .where('place', '=', place)
        .execute();
    },

    waiting: async (jobId: string): Promise<readonly BatchItem[]> =>
      (await of(jobId).where('outcome', '=', 'waiting').selectAll().orderBy('place').execute()).map(itemOf),

    all: async (jobId: string): Promise<readonly BatchItem[]> =>
      (await of(jobId).selectAll().orderBy('place').execute()).map(itemOf),

    /** A page of finished articles. */
    ended: async (jobId: string, page: number, size: number): Promise<readonly BatchItem[]> =>
      (
        await of(jobId)
          .where('outcome', '!=', 'waiting')
          .selectAll()
          .orderBy('place')
          .limit(size)
          .offset((page - 1) * size)
          .execute()
      ).map(itemOf),

    /** Number of articles by outcome. */
    async counts(jobId: string): Promise<Readonly<Record<ItemRow['outcome'], number>>> {
      const rows = await of(jobId)
        .select((eb) => ['outcome', eb.fn.countAll().as('count')])
        .groupBy('outcome')
        .execute();
      const counted = { waiting: 0, success: 0, skipped: 0, failed: 0 };
      for (const { outcome, count } of rows) counted[outcome] = Number(count);
      return counted;
    },

    /** Deletes the articles of all other batches. */
    async deleteAllBut(jobIds: readonly string[]): Promise<void> {
      await db
        .deleteFrom('excerpt_items')
        .where('job_id', 'not in', [...jobIds])
        .execute();
    },
  };
}

export type BatchItems = ReturnType<typeof createBatchItems>;

const itemOf = (row: ItemRow): BatchItem => ({
  place: row.place,
  articleId: row.article_id,
  title: row.title,
  outcome: row.outcome,
  text: row.text,
  message: wordsInCell(row.message),
});
