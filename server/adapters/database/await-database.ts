import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { isFault } from '../../kit/fault.ts';
import type { Database } from '../../kit/database.ts';
import type { Log } from '../../ports/log.ts';
import { outageOf } from './postgres/failures.ts';

const everyMs = 5_000;

/** Permanent refusals of a PostgreSQL server, which only a change of the settings can fix. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database',
};

/**
 * Waits for the database server, with a line in the log every five seconds. Resolves with `''` when it answers, or with
 * the reason of a permanent refusal, or of the last failure when the time is over.
 *
 * @param options.server - host and port for the log
 * @param options.patienceMs - longest wait in milliseconds; without end unless given
 */
export async function awaitDatabase(
  db: Pick<Database, 'query'>,
  log: Log,
  { server, patienceMs }: { readonly server: string; readonly patienceMs?: number | undefined },
): Promise<string> {
  const totalLimit = patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs);
  let reason = 'it does not answer';
  while (totalLimit?.aborted !== true) {
    const failed = await Promise.race([lookFor(db), untilAborted(totalLimit)]);
    if (failed === undefined) break;
    if (failed === '') return '';
    if (refusals[failed.code] !== undefined) return refusals[failed.code] ?? '';
    ({ reason } = failed);
    log.warn(
      { server, err: failed.code, setting: 'DOCENT_DATABASE_URL' },
      `the database server ${server} of DOCENT_DATABASE_URL cannot be reached (${reason}); trying again`,
    );
    await pause(everyMs, undefined, { ...(totalLimit && { signal: totalLimit }) }).catch(() => undefined);
  }
  return `the server cannot be reached: ${reason}`;
}

interface Failure {
  readonly code: string;
  readonly reason: string;
}

const lookFor = (db: Pick<Database, 'query'>): Promise<Failure | ''> =>
  sql`select 1`.execute(db.query).then(() => '' as const, failureOf);

/** A connection tried at several addresses fails with one error for each. */
function failureOf(error: unknown): Failure {
  const cause: unknown = isFault(error) ? (error.cause ?? error) : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const message = first instanceof Error ? first.message : 'failed';
  const code = first instanceof Error && 'code' in first ? String(first.code) : message;
  return { code, reason: outageOf(cause) ?? code };
}

/** Never resolves without a signal. */
const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<undefined>((resolve) =>
    signal?.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
