import type { Kysely } from 'kysely';
import { createKeys } from '../sort-key.ts';
import { changeCounts } from './counts.ts';
import { facetNumber } from './facets.ts';
import type { QuestionIndex } from './questions.ts';
import { contentsOf, unratedFacet, type NewLog } from './rows.ts';
import type { ChatLogTables } from './tables.ts';

/**
 * Writes logs. A row, its entry in the question index and its counter change in one transaction, so that counts can be
 * read from counters.
 */
export function createLogCommands(db: Kysely<ChatLogTables>, questions: QuestionIndex) {
  const nextKey = createKeys();

  /** Facets are looked up first, so that the transaction begins with a write. */
  async function withFacets(logs: readonly NewLog[]) {
    const numbers = new Map<string, number>();
    const numbered: (NewLog & { readonly facet: number })[] = [];
    for (const log of logs) {
      const facet = unratedFacet(log);
      const name = JSON.stringify(facet);
      const number = numbers.get(name) ?? (await facetNumber(db, facet));
      numbers.set(name, number);
      numbered.push({ ...log, facet: number });
    }
    return numbered;
  }

  /** Assigns sort keys; when another process has taken a key, the next one is tried. */
  async function insertRows(tx: Kysely<ChatLogTables>, logs: readonly (NewLog & { facet: number })[]) {
    let waiting = logs;
    const placed: { readonly seq: number; readonly log: NewLog; readonly facet: number }[] = [];
    while (waiting.length > 0) {
      const tried = waiting.map((log) => ({ log, seq: nextKey(log.at) }));
      const rows = await tx
        .insertInto('chat_logs')
        .values(
          tried.map(({ log, seq }) => ({
            seq,
            id: log.id,
            facet: log.facet,
            streamed: log.streamed ? 1 : 0,
            feedback_at: 0,
            feedback_comment: '',
          })),
        )
        .onConflict((on) => on.column('seq').doNothing())
        .returning('seq')
        .execute();
      const taken = new Set(rows.map(({ seq }) => seq));
      for (const { log, seq } of tried) if (taken.has(seq)) placed.push({ seq, log, facet: log.facet });
      waiting = tried.filter(({ seq }) => !taken.has(seq)).map(({ log }) => log);
    }
    return placed;
  }

  /** Stores logs; when it resolves, they survive `kill -9`. */
  async function add(logs: readonly NewLog[]): Promise<void> {
    if (logs.length === 0) return;
    const numbered = await withFacets(logs);
    await db.transaction().execute(async (tx) => {
      const placed = await insertRows(tx, numbered);
      await tx
        .insertInto('chat_log_contents')
        .values(placed.map(({ seq, log }) => contentsOf(seq, log)))
        .execute();
      await questions.add(
        tx,
        placed.map(({ seq, log }) => ({ seq, question: log.question, facet: unratedFacet(log) })),
      );
      await changeCounts(
        tx,
        placed.map(({ seq, facet }) => ({ seq, facet, by: 1 })),
      );
    });
  }

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

  return { add, rate, erase };
}
