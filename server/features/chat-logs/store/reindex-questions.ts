import type { Kysely } from 'kysely';
import type { Engine } from '../../../kit/database.ts';
import { postgresQuestions } from './questions-postgres.ts';
import { sqliteQuestions } from './questions-sqlite.ts';
import type { ChatLogTables } from './tables.ts';

const atOnce = 500;

/** Fills the empty question index of a database whose chat logs were copied from another database. */
export async function reindexQuestions(tx: Kysely<any>, engine: Engine): Promise<void> {
  const db = tx.withTables<ChatLogTables>();
  const questions = engine === 'postgres' ? postgresQuestions(db) : sqliteQuestions(db);
  for (let after = -1; ;) {
    const logs = await db
      .selectFrom('chat_logs')
      .innerJoin('chat_log_contents', 'chat_log_contents.seq', 'chat_logs.seq')
      .innerJoin('chat_log_facets', 'chat_log_facets.id', 'chat_logs.facet')
      .select(['chat_logs.seq', 'question', 'kind', 'model', 'feedback', 'state'])
      .where('chat_logs.seq', '>', after)
      .orderBy('chat_logs.seq')
      .limit(atOnce)
      .execute();
    if (logs.length > 0)
      await questions.add(
        db,
        logs.map(({ seq, question, ...facet }) => ({ seq, question, facet })),
      );
    if (logs.length < atOnce) return;
    after = logs.at(-1)?.seq ?? after;
  }
}
