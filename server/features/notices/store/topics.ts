import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';

/**
 * State of a topic: `off` (no problem), `pending` (present but not reported yet), `on` (reported and still present), `once` (a reported event
 * without an end).
 */
type TopicState = 'off' | 'pending' | 'on' | 'once';

type Tables = {
  notice_topics: {
    topic: string;
    state: TopicState;
    /** Time of the last change of the state. */
    since: number;
    /** Time of the last report; 0 for never. */
    told_at: number;
  };
};

export async function topicsMigration(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('notice_topics')
    .addColumn('topic', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .execute();
}

type TopicRow = Tables['notice_topics'];

/** Topics already reported, shared by all processes, so that each is reported once. */
export function createTopics(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    read: (topic: string): Promise<TopicRow | undefined> =>
      db.selectFrom('notice_topics').selectAll().where('topic', '=', topic).executeTakeFirst(),

    /** Topics with a prefix whose condition still holds. */
    async lasting(prefix: string): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('notice_topics')
        .select('topic')
        .where('state', 'in', ['on', 'pending'])
        .execute();
      return rows.map(({ topic }) => topic).filter((topic) => topic.startsWith(prefix));
    },

    /**
     * Moves a topic from the state that was read to another one, with what `also` does in the same durable transaction. False
     * when another process was first.
     */
    move: (
      before: TopicRow | undefined,
      after: TopicRow,
      also: (tx: Kysely<unknown>) => Promise<void> = async () => {},
    ): Promise<boolean> =>
      database.durable(async (transaction) => {
        const tx = transaction.withTables<Tables>();
        const moved = before
          ? await tx
              .updateTable('notice_topics')
              .set({ state: after.state, since: after.since, told_at: after.told_at })
              .where('topic', '=', after.topic)
              .where('state', '=', before.state)
              .where('since', '=', before.since)
              .returning('topic')
              .executeTakeFirst()
          : await tx
              .insertInto('notice_topics')
              .values(after)
              .onConflict((on) => on.column('topic').doNothing())
              .returning('topic')
              .executeTakeFirst();
        if (!moved) return false;
        await also(transaction);
        return true;
      }),

    /** Deletes topics last changed before a time. */
    async prune(before: number): Promise<void> {
      await db.deleteFrom('notice_topics').where('since', '<', before).execute();
    },
  };
}

export type Topics = ReturnType<typeof createTopics>;
