import type { Kysely } from 'kysely';
import { deletesAny, type Database } from '../../../kit/database.ts';
import { KnownGap } from '../gaps/known-gap.ts';
import type { AgentTables } from './tables.ts';

/** Maximum of stored gaps: the oldest closed ones are deleted first, then the open ones asked longest ago. */
export const gapsRemembered = 500;

/** Gaps stored from task to task. */
export function createGapRecords(database: Database) {
  const db = database.query.withTables<AgentTables>();
  return {
    all: () => all(db),

    /** Updates all gaps in one exclusive transaction; `change` returns those to write. */
    update: (change: (known: readonly KnownGap[]) => readonly KnownGap[]): Promise<readonly KnownGap[]> =>
      database.durable(async (any) => {
        const tx = any.withTables<AgentTables>();
        await tx
          .updateTable('agent_gaps_turn')
          .set((eb) => ({ turn: eb('turn', '+', 1) }))
          .execute();
        for (const gap of change(await all(tx))) await write(tx, gap);
        await drop(tx);
        return all(tx);
      }),

    /** False when there was none. */
    remove: (id: string): Promise<boolean> => deletesAny(db.deleteFrom('agent_gaps').where('id', '=', id)),

    /** Deletes gaps last asked before a time. */
    async deleteOlder(lastSeenBefore: number): Promise<void> {
      await db.deleteFrom('agent_gaps').where('last_seen', '<', lastSeenBefore).execute();
    },
  };
}

/** Those that need work first, highest scores on top. */
async function all(db: Kysely<AgentTables>): Promise<KnownGap[]> {
  const rows = await db
    .selectFrom('agent_gaps')
    .select('body')
    .orderBy((eb) => eb.case().when('status', '=', 'closed').then(1).else(0).end())
    .orderBy('points', 'desc')
    .orderBy('last_seen', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ body }) => KnownGap.parse(JSON.parse(body)));
}

async function write(tx: Kysely<AgentTables>, gap: KnownGap): Promise<void> {
  const row = {
    status: gap.status,
    points: gap.points,
    last_seen: gap.lastSeen,
    body: JSON.stringify(gap),
  };
  await tx
    .insertInto('agent_gaps')
    .values({ id: gap.gapId, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
}

async function drop(tx: Kysely<AgentTables>): Promise<void> {
  const kept = tx
    .selectFrom('agent_gaps')
    .select('id')
    .orderBy((eb) => eb.case().when('status', '=', 'closed').then(1).else(0).end())
    .orderBy('last_seen', 'desc')
    .orderBy('id')
    .limit(gapsRemembered);
  await tx.deleteFrom('agent_gaps').where('id', 'not in', kept).execute();
}
