import type { Kysely } from 'kysely';
import { createKeys } from '../sort-key.ts';
import { changeCounts } from './counts.ts';
import { facetNumber } from './facets.ts';
import type { QuestionIndex } from './questions.ts';
import { contentsOf, unratedFacet, type NewLog } from './rows.ts';
import type { ChatLogTables } from './tables.ts';

type NumberedLog = NewLog & { readonly facet: number };

/** Stores new logs in the order of their sort keys. */
export function createLogInsert(db: Kysely<ChatLogTables>, questions: QuestionIndex) {
  const nextKey = createKeys();

  /** Facets are looked up first, so that the transaction begins with a write. */
  async function withFacets(logs: readonly NewLog[]) {
    const numbers = new Map<string, number>();
    const numbered: NumberedLog[] = [];
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
  async function insertRows(tx: Kysely<ChatLogTables>, logs: readonly NumberedLog[]) {
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
            asked_by: log.askedBy ?? '',
            conversation: log.conversation ?? null,
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
  return async function add(logs: readonly NewLog[]): Promise<void> {
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
  };
}
