import type { Database, Migration } from '../../kit/database.ts';

/** A conversation as it stood when a visitor shared it. */
export interface Share {
  /** SHA-256 of the id in its link, so that the database opens none. */
  readonly hash: string;
  readonly conversation: number;
  /** Sort key of the last log that it shows. */
  readonly until: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

type SharingTables = {
  chat_shares: { hash: string; conversation: number; until_seq: number; shared_at: number };
};

export const sharingMigrations: readonly Migration[] = [
  {
    name: 'sharing/1',
    up: async (db) => {
      await db.schema
        .createTable('chat_shares')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('conversation', 'bigint', (column) => column.notNull())
        .addColumn('until_seq', 'bigint', (column) => column.notNull())
        .addColumn('shared_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('chat_shares_conversation')
        .on('chat_shares')
        .columns(['conversation', 'shared_at'])
        .execute();
      await db.schema.createIndex('chat_shares_time').on('chat_shares').column('shared_at').execute();
    },
  },
];

/** Links to conversations of visitors. What they show stays in the chat logs. */
export function createShareStore(database: Database) {
  const db = database.query.withTables<SharingTables>();
  return {
    /** Adds a share; of one conversation the newest `most` stay. */
    add: ({ hash, conversation, until, at }: Share, most: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('chat_shares')
          .values({ hash, conversation, until_seq: until, shared_at: at })
          .execute();
        const kept = tx
          .selectFrom('chat_shares')
          .select('hash')
          .where('conversation', '=', conversation)
          .orderBy('shared_at', 'desc')
          .limit(most);
        await tx
          .deleteFrom('chat_shares')
          .where('conversation', '=', conversation)
          .where('hash', 'not in', kept)
          .execute();
      }),

    async find(hash: string): Promise<Share | undefined> {
      const row = await db.selectFrom('chat_shares').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row && { hash, conversation: row.conversation, until: row.until_seq, at: row.shared_at };
    },

    /** Shared conversations with the time of their last share, the latest first. */
    async list(offset: number, limit: number) {
      return db
        .selectFrom('chat_shares')
        .select((eb) => ['conversation', eb.fn.max('shared_at').as('at')])
        .groupBy('conversation')
        .orderBy('at', 'desc')
        .orderBy('conversation')
        .offset(offset)
        .limit(limit)
        .execute();
    },

    /** Ends all shares of conversations; resolves with their number. */
    async remove(conversations: readonly number[]): Promise<number> {
      if (conversations.length === 0) return 0;
      const gone = await db
        .deleteFrom('chat_shares')
        .where('conversation', 'in', conversations)
        .returning('hash')
        .execute();
      return gone.length;
    },
  };
}
