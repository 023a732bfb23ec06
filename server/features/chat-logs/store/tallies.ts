import type { Database } from '../../../kit/database.ts';
import type { ChatLogTables } from './tables.ts';

/** Number of questions with an outcome that were only counted, in an hour (from the epoch). */
export interface Tally {
  readonly hour: number;
  readonly outcome: string;
  readonly asked: number;
}

/** Counters in place of logs. */
export function createTallyStore(database: Database) {
  const db = database.query.withTables<ChatLogTables>();
  return {
    /** True for the first question of a client with this outcome in this hour, across all processes. */
    async claim(first: ChatLogTables['chat_log_firsts']): Promise<boolean> {
      const claimed = await db
        .insertInto('chat_log_firsts')
        .values(first)
        .onConflict((on) => on.doNothing())
        .returning('hour')
        .executeTakeFirst();
      return claimed !== undefined;
    },

    /** Adds to the counters in one transaction. */
    async add(tallies: readonly Tally[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const tally of tallies) {
          await tx
            .insertInto('chat_log_tallies')
            .values(tally)
            .onConflict((on) =>
              on
                .columns(['hour', 'outcome'])
                .doUpdateSet((eb) => ({ asked: eb('chat_log_tallies.asked', '+', tally.asked) })),
            )
            .execute();
        }
      });
    },

    /** The sums by outcome of the hours `[from, below)`. */
    async sums(from: number, below: number): Promise<Readonly<Record<string, number>>> {
      const rows = await db
        .selectFrom('chat_log_tallies')
        .select(['outcome', (eb) => eb.fn.sum<number>('asked').as('asked')])
        .where('hour', '>=', from)
        .where('hour', '<', below)
        .groupBy('outcome')
        .execute();
      return Object.fromEntries(rows.map(({ outcome, asked }) => [outcome, asked]));
    },

    async deleteOlder(hours: { readonly firsts: number; readonly tallies: number }): Promise<void> {
      await db.deleteFrom('chat_log_firsts').where('hour', '<', hours.firsts).execute();
      await db.deleteFrom('chat_log_tallies').where('hour', '<', hours.tallies).execute();
    },
  };
}

export type TallyStore = ReturnType<typeof createTallyStore>;
