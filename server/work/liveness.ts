import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Database, Migration } from '../kit/database.ts';

type Tables = { processes: { id: string; seen_at: number } };

export const livenessMigrations: readonly Migration[] = [
  {
    name: 'liveness/1',
    up: async (db) => {
      await db.schema
        .createTable('processes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

/** A process shows itself this often where a missing mark alone is no proof. */
const beatMs = 1_000;
/** A process without its mark is dead when it has not shown itself for so long either. */
const unmarkedMs = 3_000;
/** A process that keeps its mark (its host is gone, and the connection not yet given up) is dead after so long. */
const silentMs = 40_000;
const forgetMs = 24 * 60 * 60_000;
/** Dead processes that are remembered, so that the database is not asked again. */
const rememberedDead = 1_000;

/** Judges which processes of the service live: leases, jobs and reservations of a dead one are free at once. */
export interface Liveness {
  /** This process, as it signs what it holds. */
  readonly self: string;
  /** True when a process is dead for certain. One that cannot be judged counts as living. */
  isGone(id: string): Promise<boolean>;
}

/**
 * One judgement for all that processes hold. On SQLite a lock of the operating system tells; on PostgreSQL the lock of
 * a session together with a row that is written each second, so that a short loss of the connection costs nothing and a
 * host that vanished is known after {@link silentMs}.
 */
export function createLiveness(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** New at each start. */
  readonly self: string;
}) {
  const { clock, log, self } = deps;
  const { presence } = deps.db;
  const db = deps.db.query.withTables<Tables>();
  const dead = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();

  const beat = async () => {
    const seen_at = clock.now();
    await db
      .insertInto('processes')
      .values({ id: self, seen_at })
      .onConflict((on) => on.column('id').doUpdateSet({ seen_at }))
      .execute();
  };
  const silenceOf = async (id: string): Promise<number> => {
    const row = await db.selectFrom('processes').select('seen_at').where('id', '=', id).executeTakeFirst();
    return row ? clock.now() - row.seen_at : Infinity;
  };
  const judge = async (id: string): Promise<boolean> => {
    if (presence.isCertain) return !(await presence.isMarked(id));
    const silence = await silenceOf(id);
    return silence > silentMs || (silence > unmarkedMs && !(await presence.isMarked(id)));
  };

  return {
    self,

    async isGone(id: string): Promise<boolean> {
      if (id === self) return false;
      if (dead.has(id)) return true;
      if (!(await judge(id))) return false;
      if (dead.size >= rememberedDead) dead.clear();
      dead.add(id);
      return true;
    },

    /** Shows this process to the others; before it takes anything that it signs. */
    async start(): Promise<void> {
      await presence.enter(self);
      if (presence.isCertain || timer) return;
      await db
        .deleteFrom('processes')
        .where('seen_at', '<', clock.now() - forgetMs)
        .execute();
      await beat();
      let busy = false;
      timer = setInterval(() => {
        if (busy) return;
        busy = true;
        beating = beat()
          .catch((error: unknown) => log.debug({ err: String(error) }, 'this process could not show itself'))
          .finally(() => (busy = false));
      }, beatMs);
      timer.unref();
    },

    /** To be called when nothing is held any more. */
    async close(): Promise<void> {
      clearInterval(timer);
      await beating;
      if (!presence.isCertain) await db.deleteFrom('processes').where('id', '=', self).execute();
      await presence.leave(self);
    },
  };
}
