import type { Kysely } from 'kysely';
import { changeCounts } from './counts.ts';
import { facetNumber } from './facets.ts';
import { createLogInsert } from './insert-logs.ts';
import type { QuestionIndex } from './questions.ts';
import type { ChatLogTables } from './tables.ts';

/**
 * Writes logs. A row, its entry in the question index and its counter change in one transaction, so that counts can be
 * read from counters.
 */
export function createLogCommands(db: Kysely<ChatLogTables>, questions: QuestionIndex) {
  /** Rates a log and replaces an earlier rating; false when the log does not exist. */
  async function rate(
    id: string,
    rating: { readonly type: 'like' | 'dislike'; readonly comment: string; readonly at: number },
  ): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      // The first write locks the row until the transaction ends.
      const row = await tx
        .updateTable('chat_logs')
        .set({ feedback_at: rating.at, feedback_comment: rating.comment })
        .where('id', '=', id)
        .returning(['seq', 'facet'])
        .executeTakeFirst();
      if (!row) return false;
      const { seq } = row;
      const { id: _number, ...before } = await tx
        .selectFrom('chat_log_facets')
        .selectAll()
        .where('id', '=', row.facet)
        .executeTakeFirstOrThrow();
      if (before.feedback === rating.type) return true;
      const facet = { ...before, feedback: rating.type };
      const number = await facetNumber(tx, facet);
      await tx.updateTable('chat_logs').set({ facet: number }).where('seq', '=', seq).execute();
      const { question } = await tx
        .selectFrom('chat_log_contents')
        .select('question')
        .where('seq', '=', seq)
        .executeTakeFirstOrThrow();
      await questions.remove(tx, [seq]);
      await questions.add(tx, [{ seq, question, facet }]);
      await changeCounts(tx, [
        { seq, facet: row.facet, by: -1 },
        { seq, facet: number, by: 1 },
      ]);
      return true;
    });
  }

  /** Deletes logs by their keys; resolves with the number deleted. */
  async function erase(seqs: readonly number[]): Promise<number> {
    return db.transaction().execute(async (tx) => {
      // `returning` lists the rows that this transaction deleted, not those of a concurrent one.
      const gone = await tx
        .deleteFrom('chat_logs')
        .where('seq', 'in', seqs)
        .returning(['seq', 'facet'])
        .execute();
      if (gone.length === 0) return 0;
      const keysGone = gone.map(({ seq }) => seq);
      await tx.deleteFrom('chat_log_contents').where('seq', 'in', keysGone).execute();
      await questions.remove(tx, keysGone);
      await changeCounts(
        tx,
        gone.map(({ seq, facet }) => ({ seq, facet, by: -1 })),
      );
      return gone.length;
    });
  }

  return { add: createLogInsert(db, questions), rate, erase };
}
