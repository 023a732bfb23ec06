import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { isFault } from '../../kit/fault.ts';
import type { Database } from '../../kit/database.ts';
import type { Log } from '../../ports/log.ts';

const everyMs = 5_000;

/** What a server of PostgreSQL refuses for good: the operator has to change a setting. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database',
};

/**
 * Waits for the database server, with one line in the log every five seconds. Resolves with `''` when it answers, or
 * with the reason for which waiting is in vain. Nothing of the address is told.
 */
export async function awaitDatabase(
  db: Pick<Database, 'query'>,
  log: Log,
  waitMs = everyMs,
): Promise<string> {
  for (;;) {
    try {
      await sql`select 1`.execute(db.query);
      return '';
    } catch (error) {
      const code = codeOf(error);
      const refusal = refusals[code];
      if (refusal !== undefined) return refusal;
      log.warn({ err: code }, 'the database server cannot be reached; trying again');
      await pause(waitMs);
    }
  }
}

/** A connection that was tried by several addresses fails with one error for each. */
function codeOf(error: unknown): string {
  const cause: unknown = isFault(error) ? error.cause : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return 'failed';
  return 'code' in first ? String(first.code) : first.message;
}
