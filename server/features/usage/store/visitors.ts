import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import { deleteInBatches } from './batches.ts';
import type { UsageTables } from './tables.ts';

/** Length of the sliding window of the hourly limit, in milliseconds. */
export const windowMs = 3_600_000;

/** A counter that an answer is taken from, with its own limits; 0 is no limit. */
export interface VisitorCounter {
  readonly visitor: string;
  readonly dailyLimit: number;
  readonly hourlyLimit: number;
}

export interface VisitorRequest {
  /** All of them must allow the answer. Widest first, so that two requests never wait for each other. */
  readonly counters: readonly VisitorCounter[];
  /** Asked once a counter's row is held, so that later admissions carry later times. */
  readonly now: () => { readonly ms: number; readonly day: number };
}

/** An answer as one counter has it. */
export interface CountedAnswer {
  readonly visitor: string;
  readonly day: number;
  readonly hit: number;
}

export type Refusal =
  | { readonly kind: 'daily'; readonly used: number; readonly allowed: number }
  /** `freeAt`: when enough answers have left the window for the next one. */
  | { readonly kind: 'hourly'; readonly used: number; readonly allowed: number; readonly freeAt: number };

export type Admission = { readonly kind: 'admitted'; readonly counted: readonly CountedAnswer[] } | Refusal;

type Transaction = Kysely<UsageTables>;

/** Answers of visitors: a count per calendar day and one row per answer for the sliding hour. */
export function createVisitorStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  return {
    /** Takes one answer if every counter allows it. Requests of one visitor queue up on his rows. */
    reserve({ counters, now }: VisitorRequest): Promise<Admission> {
      return db.transaction().execute(async (tx) => {
        const free: { visitor: string; ms: number; day: number; used: number }[] = [];
        for (const counter of counters) {
          const held = await hold(tx, counter.visitor, now().day);
          const { ms, day: today } = now();
          // A process whose clock is behind must not begin yesterday anew.
          const day = Math.max(today, held.day);
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

    /** Takes an admission back, as if it had not been asked for. */
    async refund(counted: readonly CountedAnswer[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const answer of counted) await uncount(tx, answer);
      });
    },

    /** Forgets answers that count no more: addresses are kept no longer than they are needed. */
    async forget(before: { readonly ms: number; readonly day: number }): Promise<void> {
      await deleteInBatches((size) =>
        db
          .deleteFrom('usage_hits')
          .where('id', 'in', (eb) =>
            eb.selectFrom('usage_hits').select('id').where('at', '<=', before.ms).limit(size),
          )
          .executeTakeFirst(),
      );
      await db.deleteFrom('usage_visitors').where('day', '<', before.day).execute();
    },
  };
}

export type VisitorStore = ReturnType<typeof createVisitorStore>;

/** Locks the row of a visitor until the transaction ends. */
const hold = (tx: Transaction, visitor: string, day: number) =>
  tx
    .insertInto('usage_visitors')
    .values({ visitor, day, answers: 0 })
    .onConflict((on) => on.column('visitor').doUpdateSet((eb) => ({ visitor: eb.ref('excluded.visitor') })))
    .returning(['day', 'answers'])
    .executeTakeFirstOrThrow();

/** Why a counter does not allow another answer at `ms`, `undefined` when it does. */
async function refusalOf(
  tx: Transaction,
  { visitor, dailyLimit, hourlyLimit }: VisitorCounter,
  usedToday: number,
  ms: number,
): Promise<Refusal | undefined> {
  if (dailyLimit > 0 && usedToday >= dailyLimit)
    return { kind: 'daily', used: usedToday, allowed: dailyLimit };
  if (hourlyLimit === 0) return undefined;
  const recent = tx
    .selectFrom('usage_hits')
    .where('visitor', '=', visitor)
    .where('at', '>', ms - windowMs);
  // The answer that must leave the window first is the limit's own number from the newest one.
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

/** Takes one counted answer back; a second time changes nothing. */
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
