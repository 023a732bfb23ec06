import type { Database } from '../../../kit/database.ts';
import type { Tables } from './tables.ts';

/** Login attempts by network, counted in windows of time. */
export function createAttemptRecords(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    /**
     * Counts an attempt in the current window or in a new one; deletes windows that have ended, and windows in the future,
     * which were started by a clock that was ahead.
     */
    async countAttempt(
      key: string,
      now: number,
      windowMs: number,
    ): Promise<{ readonly attempts: number; readonly until: number }> {
      await db
        .deleteFrom('sign_in_attempts')
        .where((eb) => eb.or([eb('until', '<=', now), eb('until', '>', now + 2 * windowMs)]))
        .execute();
      return db
        .insertInto('sign_in_attempts')
        .values({ key, attempts: 1, until: now + windowMs })
        .onConflict((on) =>
          on.column('key').doUpdateSet((eb) => ({ attempts: eb('sign_in_attempts.attempts', '+', 1) })),
        )
        .returning(['attempts', 'until'])
        .executeTakeFirstOrThrow();
    },

    async attemptsOf(key: string, now: number, windowMs: number): Promise<number> {
      const row = await db
        .selectFrom('sign_in_attempts')
        .select('attempts')
        .where('key', '=', key)
        .where('until', '>', now)
        .where('until', '<=', now + 2 * windowMs)
        .executeTakeFirst();
      return row?.attempts ?? 0;
    },

    async forgetAttempts(key: string): Promise<void> {
      await db.deleteFrom('sign_in_attempts').where('key', '=', key).execute();
    },
  };
}
