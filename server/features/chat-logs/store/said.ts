import type { Kysely } from 'kysely';
import type { ChatLogTables } from './tables.ts';

/** Finds what was asked on pages in one conversation. */
export function createSaidQueries(db: Kysely<ChatLogTables>) {
  /** Its logs, the newest first. */
  const asked = (conversation: number) =>
    db
      .selectFrom('chat_logs')
      .select('seq')
      .where('conversation', '=', conversation)
      .where('asked_by', '=', '')
      .orderBy('seq', 'desc');

  return {
    /** Sort key of its last log; `undefined` when there is none. */
    async last(conversation: number): Promise<number | undefined> {
      const row = await asked(conversation).limit(1).executeTakeFirst();
      return row?.seq;
    },

    /** Keys of its last logs up to one of them, the newest first. */
    async upTo(conversation: number, until: number, most: number): Promise<readonly number[]> {
      const rows = await asked(conversation).where('seq', '<=', until).limit(most).execute();
      return rows.map(({ seq }) => seq);
    },

    /** Those of some conversations that have a log. */
    async withLogs(conversations: readonly number[]): Promise<ReadonlySet<number>> {
      if (conversations.length === 0) return new Set();
      const rows = await db
        .selectFrom('chat_logs')
        .select('conversation')
        .distinct()
        .where('conversation', 'in', conversations)
        .execute();
      return new Set(rows.flatMap(({ conversation }) => conversation ?? []));
    },
  };
}
