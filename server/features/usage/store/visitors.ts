import type { Database } from '../../../kit/database.ts';
import { deleteInPieces } from './pieces.ts';
import type { UsageTables } from './tables.ts';

/** Length of the sliding window of the hourly limit, in milliseconds. */
export const windowMs = 3_600_000;

export interface VisitorRequest {
  readonly visitor: string;
  /** 0 is no limit. */
  readonly dailyLimit: number;
  readonly hourlyLimit: number;
  /** Asked once the visitor's row is held, so that later admissions carry later times. */
  readonly now: () => { readonly ms: number; readonly day: number };
}

export type Admission =
  | { readonly kind: 'admitted'; readonly day: number; readonly hit: number }
  | { readonly kind: 'daily'; readonly used: number }
  /** `freeAt`: when enough answers have left the window for the next one. */
  | { readonly kind: 'hourly'; readonly used: number; readonly freeAt: number };

/** Answers of visitors: a count per calendar day and one row per answer for the sliding hour. */
export function createVisitorStore(database: Database) {
  const db = database.query.withTables<UsageTables>();
  return {
    /** Takes one answer if both limits allow it. Requests of one visitor queue up on his row. */
    admit({ visitor, dailyLimit, hourlyLimit, now }: VisitorRequest): Promise<Admission> {
      return db.transaction().execute(async (tx) => {
        const held = await tx
          .insertInto('usage_visitors')
          .values({ visitor, day: now().day, answers: 0 })
          .onConflict((on) =>
            on.column('visitor').doUpdateSet((eb) => ({ visitor: eb.ref('excluded.visitor') })),
          )
          .returning(['day', 'answers'])
          .executeTakeFirstOrThrow();
        const { ms, day: today } = now();
        // A process whose clock is behind must not begin yesterday anew.
        const day = Math.max(today, held.day);
        const used = held.day === day ? held.answers : 0;
        if (dailyLimit > 0 && used >= dailyLimit) return { kind: 'daily', used };
        if (hourlyLimit > 0) {
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
          if (blocking) {
            const { count } = await recent
              .select((eb) => eb.fn.countAll<number>().as('count'))
              .executeTakeFirstOrThrow();
            return { kind: 'hourly', used: count, freeAt: blocking.at + windowMs };
          }
        }
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
        return { kind: 'admitted', day, hit: hit.id };
      });
    },

    /** Takes an admission back, as if it had not been asked for. */
    async giveBack(
      visitor: string,
      admission: { readonly day: number; readonly hit: number },
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const hit = await tx
          .deleteFrom('usage_hits')
          .where('id', '=', admission.hit)
          .returning('id')
          .executeTakeFirst();
        if (!hit) return;
        await tx
          .updateTable('usage_visitors')
          .set((eb) => ({ answers: eb('answers', '-', 1) }))
          .where('visitor', '=', visitor)
          .where('day', '=', admission.day)
          .where('answers', '>', 0)
          .execute();
      });
    },

    /** Forgets answers that count no more: addresses are kept no longer than they are needed. */
    async forget(before: { readonly ms: number; readonly day: number }): Promise<void> {
      await deleteInPieces((size) =>
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
