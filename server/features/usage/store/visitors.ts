import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { deleteInBatches } from './batches.ts';
import type { UsageTables } from './tables.ts';

/** Length of the sliding window of the hourly limit, in milliseconds. */
export const windowMs = 3_600_000;

/**
 * Tolerated difference between the clocks of processes. Answers and days further ahead were counted by a wrong clock, and
 * would block a visitor until that time.
 */
export const aheadMs = 5 * 60_000;

/** A counter with its limits; 0 for no limit. */
export interface VisitorCounter {
  readonly visitor: string;
  readonly dailyLimit: number;
  readonly hourlyLimit: number;
}

export interface VisitorRequest {
  /** Counters that all must allow the answer, widest network first, so that concurrent requests cannot deadlock. */
  readonly counters: readonly VisitorCounter[];
  /** Read after the row is locked, so that times are monotonic. `latestDay`: the day by a clock that is ahead as far as is tolerated. */
  readonly now: () => { readonly ms: number; readonly day: number; readonly latestDay: number };
}

/** An answer as counted by one counter. */
export interface CountedAnswer {
  readonly visitor: string;
  readonly day: number;
  readonly hit: number;
}

export type LimitReached =
  | { readonly kind: 'daily'; readonly used: number; readonly allowed: number }
  /** `freeAt`: time at which the next answer is allowed again. */
  | { readonly kind: 'hourly'; readonly used: number; readonly allowed: number; readonly freeAt: number };

export type ReserveResult =
  { readonly kind: 'admitted'; readonly counted: readonly CountedAnswer[] } | LimitReached;

type Transaction = Kysely<UsageTables>;

/** Counters of visitors' answers: one per calendar day, and a row per answer for the sliding hour. */
export function createVisitorStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  return {
    /** Counts one answer if every counter allows it. Requests of one visitor are serialized by a row lock. */
    reserve({ counters, now }: VisitorRequest): Promise<ReserveResult> {
      return db.transaction().execute(async (tx) => {
        const free: { visitor: string; ms: number; day: number; used: number }[] = [];
        for (const counter of counters) {
          const held = await hold(tx, counter.visitor, now().day);
          const { ms, day: today, latestDay } = now();
          // A process whose clock is behind must not restart the previous day.
          const day = held.day > latestDay ? today : Math.max(today, held.day);
          const used = held.day === day ? held.answers : 0;
          const refusal = await refusalOf(tx, counter, used, ms);
          if (refusal) return refusal;
          free.push({ visitor: counter.visitor, ms, day, used });
        }
        const counted: CountedAnswer[] = [];
        for (const { visitor, ms, day, used } of free) {
          await tx
            .updateTable('usage_visitors')
            .set({ day, answers: used + 1 })
            .where('visitor', '=', visitor)
            .execute();
          const hit = await tx
            .insertInto('usage_hits')
            .values({ visitor, at: ms })
            .returning('id')
            .executeTakeFirstOrThrow();
          counted.push({ visitor, day, hit: hit.id });
        }
        return { kind: 'admitted', counted };
      });
    },

    /** Undoes an admission. */
    async refund(counted: readonly CountedAnswer[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const answer of counted) await uncount(tx, answer);
      });
    },

    /** Deletes expired answers, since addresses are kept no longer than needed. */
    async deleteOlder(before: { readonly ms: number; readonly day: number }): Promise<void> {
      await deleteInBatches((size) =>
        db
          .deleteFrom('usage_hits')
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('usage_hits')
              .select('id')
              .where((at) => at.or([at('at', '<=', before.ms), at('at', '>', before.ms + 2 * windowMs)]))
              .limit(size),
          )
          .executeTakeFirst(),
      );
      await db.deleteFrom('usage_visitors').where('day', '<', before.day).execute();
    },
  };
}

export type VisitorStore = ReturnType<typeof createVisitorStore>;

/** Locks the row of a visitor until the end of the transaction. */
const hold = (tx: Transaction, visitor: string, day: number) =>
  tx
    .insertInto('usage_visitors')
    .values({ visitor, day, answers: 0 })
    .onConflict((on) => on.column('visitor').doUpdateSet((eb) => ({ visitor: eb.ref('excluded.visitor') })))
    .returning(['day', 'answers'])
    .executeTakeFirstOrThrow();

/** Reason why a counter refuses another answer at `ms`, `undefined` when it allows it. */
async function refusalOf(
  tx: Transaction,
  { visitor, dailyLimit, hourlyLimit }: VisitorCounter,
  usedToday: number,
  ms: number,
): Promise<LimitReached | undefined> {
  if (dailyLimit > 0 && usedToday >= dailyLimit)
    return { kind: 'daily', used: usedToday, allowed: dailyLimit };
  if (hourlyLimit === 0) return undefined;
  const recent = tx
    .selectFrom('usage_hits')
    .where('visitor', '=', visitor)
    .where('at', '>', ms - windowMs)
    .where('at', '<=', ms + aheadMs);
  // An answer becomes free when the n-th newest one leaves the window, with n the limit.
  const blocking = await recent
    .select('at')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(hourlyLimit - 1)
    .executeTakeFirst();
  if (!blocking) return undefined;
  const { count: used } = await recent
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { kind: 'hourly', used, allowed: hourlyLimit, freeAt: blocking.at + windowMs };
}

/** Undoes one counted answer; a second call does nothing. */
async function uncount(tx: Transaction, { visitor, day, hit }: CountedAnswer): Promise<void> {
  const taken = await tx.deleteFrom('usage_hits').where('id', '=', hit).returning('id').executeTakeFirst();
  if (!taken) return;
  await tx
    .updateTable('usage_visitors')
    .set((eb) => ({ answers: eb('answers', '-', 1) }))
    .where('visitor', '=', visitor)
    .where('day', '=', day)
    .where('answers', '>', 0)
    .execute();
}
