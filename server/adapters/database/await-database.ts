import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { isFault } from '../../kit/fault.ts';
import type { Database } from '../../kit/database.ts';
import type { Log } from '../../ports/log.ts';

const everyMs = 5_000;

/** Permanent refusals of a PostgreSQL server, which only another setting can mend. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database',
};

/**
 * Waits for the database server, with a line in the log every five seconds. Resolves with `''` when it answers, or with
 * the reason of a permanent refusal. Messages never contain the address.
 */
export async function awaitDatabase(db: Pick<Database, 'query'>, log: Log): Promise<string> {
  for (;;) {
    try {
      await sql`select 1`.execute(db.query);
      return '';
    } catch (error) {
      const code = codeOf(error);
      const refusal = refusals[code];
      if (refusal !== undefined) return refusal;
      log.warn({ err: code }, 'the database server cannot be reached; trying again');
      await pause(everyMs);
    }
  }
}

/** A connection tried at several addresses fails with one error for each. */
function codeOf(error: unknown): string {
  const cause: unknown = isFault(error) ? error.cause : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return 'failed';
  return 'code' in first ? String(first.code) : first.message;
}
