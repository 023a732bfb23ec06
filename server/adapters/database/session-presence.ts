import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Client } from 'pg';
import type { Presence } from '../../kit/database.ts';

/**
 * Liveness marks as advisory locks of the session that listens for notices. The server releases them when the
 * connection is lost; a new connection takes them again (`mark`).
 */
export function createSessionPresence(database: Kysely<unknown>) {
  const marks = new Set<string>();
  let session: Client | undefined;

  const presence: Presence = {
    isCertain: false,
    async enter(id) {
      marks.add(id);
      await session?.query('select pg_advisory_lock_shared($1, $2)', keyOf(id));
    },
    async isMarked(id) {
      const [group, number] = keyOf(id);
      // `pg_locks` lists the halves of a key as unsigned numbers.
      const { rows } = await sql`
        select 1 from pg_locks
        where locktype = 'advisory' and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())
          and classid::bigint = ${group >>> 0} and objid::bigint = ${number >>> 0}`.execute(database);
      return rows.length > 0;
    },
    async leave(id) {
      marks.delete(id);
      await session?.query('select pg_advisory_unlock_shared($1, $2)', keyOf(id)).catch(() => undefined);
    },
  };

  return {
    presence,
    /** Takes the locks again; to be called with each new dedicated connection. */
    async mark(client: Client): Promise<void> {
      session = client;
      for (const id of marks) await client.query('select pg_advisory_lock_shared($1, $2)', keyOf(id));
    },
  };
}

/** The two 32-bit integers of an advisory lock, hashed from a name. */
function keyOf(id: string): [number, number] {
  const digest = createHash('sha256').update(`docent process ${id}`).digest();
  return [digest.readInt32BE(0), digest.readInt32BE(4)];
}
