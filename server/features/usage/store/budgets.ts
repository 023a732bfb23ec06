import { hourMs, minuteMs } from '../../../kit/calendar.ts';
import type { Database } from '../../../kit/database.ts';
import type { UsageTables } from './tables.ts';

/** Tolerated difference between the clocks of processes, in minutes; windows further ahead were counted by a wrong clock. */
const aheadMinutes = 5;

/** A network of a client with its limits; 0 for no limit. */
export interface BudgetCounter {
  readonly client: string;
  readonly perMinute: number;
  readonly perHour: number;
}

export interface BudgetRequest {
  readonly budget: string;
  /** Counters that all must allow it, widest network first, so that concurrent requests cannot deadlock. */
  readonly counters: readonly BudgetCounter[];
  readonly wanted: number;
  /** Uses granted to the process earlier and not used yet, by window. */
  readonly unused: { readonly ofMinute: number; readonly ofHour: number };
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The number of uses granted, or the exhausted window and its end. */
export type Grant =
  | { readonly kind: 'granted'; readonly count: number }
  | { readonly kind: 'minute' | 'hour'; readonly allowed: number; readonly endsAt: number };

/** The minute and hour of a time, counted from the epoch. */
export const windowsAt = (ms: number) => ({
  minute: Math.floor(ms / minuteMs),
  hour: Math.floor(ms / hourMs),
});

/** Counters of frequent, cheap actions of clients by minute and hour. Processes take several uses at once, so that most uses need no write. */
export function createBudgetStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  return {
    /** Counts up to `wanted` uses, as many as every counter allows. Requests of one network are serialized by a row lock. */
    grant: ({ budget, counters, wanted, unused, now }: BudgetRequest): Promise<Grant> =>
      db.transaction().execute(async (tx) => {
        const own = windowsAt(now);
        const free: { client: string; minute: number; inMinute: number; hour: number; inHour: number }[] = [];
        let count = wanted;
        for (const { client, perMinute, perHour } of counters) {
          const row = await tx
            .insertInto('usage_budgets')
            .values({ budget, client, ...own, in_minute: 0, in_hour: 0 })
            .onConflict((on) =>
              on.columns(['budget', 'client']).doUpdateSet((eb) => ({ client: eb.ref('excluded.client') })),
            )
            .returning(['minute', 'in_minute', 'hour', 'in_hour'])
            .executeTakeFirstOrThrow();
          // A process whose clock is behind must not reopen the previous window.
          const isCredible = row.minute <= own.minute + aheadMinutes;
          const minute = isCredible ? Math.max(row.minute, own.minute) : own.minute;
          const hour = isCredible ? Math.max(row.hour, own.hour) : own.hour;
          const inMinute = row.minute === minute ? Math.max(0, row.in_minute - unused.ofMinute) : 0;
          const inHour = row.hour === hour ? Math.max(0, row.in_hour - unused.ofHour) : 0;
          const left = {
            hour: perHour === 0 ? wanted : perHour - inHour,
            minute: perMinute === 0 ? wanted : perMinute - inMinute,
          };
          if (left.hour <= 0) return { kind: 'hour', allowed: perHour, endsAt: (hour + 1) * hourMs };
          if (left.minute <= 0)
            return { kind: 'minute', allowed: perMinute, endsAt: (minute + 1) * minuteMs };
          count = Math.min(count, left.hour, left.minute);
          free.push({ client, minute, inMinute, hour, inHour });
        }
        for (const { client, minute, inMinute, hour, inHour } of free) {
          await tx
            .updateTable('usage_budgets')
            .set({ minute, in_minute: inMinute + count, hour, in_hour: inHour + count })
            .where('budget', '=', budget)
            .where('client', '=', client)
            .execute();
        }
        return { kind: 'granted', count };
      }),

    /** Deletes counters whose windows have passed, since addresses are kept no longer than needed. */
    async deleteOlder(now: number): Promise<void> {
      const { hour } = windowsAt(now);
      await db
        .deleteFrom('usage_budgets')
        .where((at) => at.or([at('hour', '<', hour - 1), at('hour', '>', hour + 1)]))
        .execute();
    },
  };
}

export type BudgetStore = ReturnType<typeof createBudgetStore>;
