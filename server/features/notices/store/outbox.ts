import type { Kysely } from 'kysely';
import type { NoticeChannel } from '../../../../contract/operator/notices.ts';
import type { Database } from '../../../kit/database.ts';

type DeliveryState = 'waiting' | 'sent' | 'failed';

type Tables = {
  notices: {
    id: string;
    channel: NoticeChannel;
    at: number;
    state: DeliveryState;
    attempts: number;
    /** Time at which it is due; during an attempt, time from which another process may try. */
    next_at: number;
    /** 0 until delivery has ended. */
    ended_at: number;
    /** Reason of the last failure, encoded by `cellOf`. */
    reason: string;
    /** The notice as JSON. */
    notice: string;
  };
};

export type DeliveryRow = Tables['notices'];

export async function outboxMigration(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('notice', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('notices_due').on('notices').columns(['state', 'channel', 'next_at']).execute();
  await db.schema.createIndex('notices_at').on('notices').columns(['at', 'id']).execute();
}

/** Result of an attempt; a notice that was sent or given up no longer contains visitors' texts. */
export type Outcome =
  | { readonly state: 'sent'; readonly at: number; readonly notice: string }
  | { readonly state: 'failed'; readonly at: number; readonly notice: string; readonly reason: string }
  | { readonly state: 'waiting'; readonly nextAt: number; readonly reason: string };

/** Outbox of notices. They are written in the transaction that causes them, and survive a restart. */
export function createOutbox(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    async waiting(): Promise<number> {
      const { count } = await db
        .selectFrom('notices')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async addIn(
      transaction: Kysely<unknown>,
      row: Pick<DeliveryRow, 'id' | 'channel' | 'at' | 'notice'>,
    ): Promise<void> {
      await transaction
        .withTables<Tables>()
        .insertInto('notices')
        .values({ ...row, state: 'waiting', attempts: 0, next_at: row.at, ended_at: 0, reason: '' })
        .execute();
    },

    /** Claims the next due notice for an attempt; until `until` no other process can claim it. */
    async claim(
      channel: NoticeChannel,
      { now, until }: { readonly now: number; readonly until: number },
    ): Promise<DeliveryRow | undefined> {
      const due = await db
        .selectFrom('notices')
        .select(['id', 'next_at'])
        .where('state', '=', 'waiting')
        .where('channel', '=', channel)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('at')
        .limit(1)
        .executeTakeFirst();
      if (!due) return undefined;
      return db
        .updateTable('notices')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: until }))
        .where('id', '=', due.id)
        .where('state', '=', 'waiting')
        .where('next_at', '=', due.next_at)
        .returningAll()
        .executeTakeFirst();
    },

    /** Records the result of a claimed attempt, unless another process has started a later one. */
    settle: ({ id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>, outcome: Outcome): Promise<void> =>
      database.durable(async (tx) => {
        await tx
          .withTables<Tables>()
          .updateTable('notices')
          .set(
            outcome.state === 'waiting'
              ? { next_at: outcome.nextAt, reason: outcome.reason }
              : {
                  state: outcome.state,
                  ended_at: outcome.at,
                  notice: outcome.notice,
                  reason: outcome.state === 'failed' ? outcome.reason : '',
                },
          )
          .where('id', '=', id)
          .where('attempts', '=', attempts)
          .where('state', '=', 'waiting')
          .execute();
      }),

    async page({ page, size }: { readonly page: number; readonly size: number }) {
      const { total } = await db
        .selectFrom('notices')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom('notices')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute();
      return { total, rows };
    },

    /** Deletes notices from before a time, and all but the newest `most` of the others. */
    async prune(before: number, most: number): Promise<void> {
      await db.deleteFrom('notices').where('at', '<', before).execute();
      const last = await db
        .selectFrom('notices')
        .select('at')
        .orderBy('at', 'desc')
        .limit(1)
        .offset(most)
        .executeTakeFirst();
      if (last) await db.deleteFrom('notices').where('at', '<=', last.at).execute();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
