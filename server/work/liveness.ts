import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { dayMs } from '../kit/calendar.ts';
import type { Database, Migration } from '../kit/database.ts';
import { repeat, type Repetition } from './schedule/repeat.ts';

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

/** Interval of heartbeats while a process holds something, where a missing mark does not prove death. */
const beatMs = 1_000;
/** The same of one that holds nothing, of which nobody asks whether it lives; less than {@link silentMs}, so that it may hold something at any moment. */
const restMs = 30_000;
/** A process without a mark is dead after this time without a heartbeat. */
const unmarkedMs = 3_000;
/**
 * A process with a mark is dead after this time without a heartbeat: its host is gone and the server still holds the
 * connection.
 */
const silentMs = 40_000;
/** Maximum number of other processes in each cache. */
const rememberedDead = 1_000;

/** Knows which processes of the service are alive. Leases, jobs and reservations of a dead one are free at once. */
export interface Liveness {
  /** Id of this process, stored with everything it holds. */
  readonly self: string;
  /**
   * True when a process is certainly dead; undecided ones count as alive. `shownAt` is another sign of its life, such as its last
   * renewal of a lease.
   */
  isGone(id: string, shownAt?: number): Promise<boolean>;
  /** Shows from now on that this process lives, until the returned function is called. To be called for everything it holds. */
  hold(): () => void;
}

/**
 * Liveness for leases, jobs and reservations alike. On SQLite the lock of a file decides. On PostgreSQL it takes a
 * session's advisory lock and a row with a heartbeat, so that a short loss of the connection costs nothing and a
 * vanished host is known after {@link silentMs}.
 */
export function createLiveness(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** A new id at each start. */
  readonly self: string;
}) {
  const { clock, log, self } = deps;
  const { presence } = deps.db;
  const db = deps.db.query.withTables<Tables>();
  const dead = new Set<string>();
  const ahead = new Map<string, { readonly seenAt: number; readonly since: number }>();
  let beating: Repetition | undefined;
  let isStarted = false;
  let holding = 0;
  let beatAt = -Infinity;

  const beat = async () => {
    beatAt = performance.now();
    const seen_at = clock.now();
    await db
      .insertInto('processes')
      .values({ id: self, seen_at })
      .onConflict((on) => on.column('id').doUpdateSet({ seen_at }))
      .execute();
  };
  const beatQuietly = () =>
    beat().catch((error: unknown) =>
      log.debug({ err: String(error) }, 'the heartbeat of this process could not be written'),
    );
  const beatOn = () => {
    if (presence.isCertain || beating) return;
    beating = repeat(beatMs, async () => {
      if (holding > 0 || performance.now() - beatAt >= restMs) await beatQuietly();
    });
    beating.unref();
  };
  const silenceOf = async (id: string): Promise<number> => {
    const row = await db.selectFrom('processes').select('seen_at').where('id', '=', id).executeTakeFirst();
    if (!row) return Infinity;
    const silence = clock.now() - row.seen_at;
    return silence < 0 ? unchangedFor(id, row.seen_at) : silence;
  };
  /**
   * Time for which a heartbeat has not changed. Used for heartbeats in the future: their clock was ahead and has been
   * corrected, so the difference to now is meaningless.
   */
  const unchangedFor = (id: string, seenAt: number): number => {
    const now = performance.now();
    const known = ahead.get(id);
    if (known?.seenAt === seenAt) return now - known.since;
    if (ahead.size >= rememberedDead) ahead.clear();
    ahead.set(id, { seenAt, since: now });
    return 0;
  };
  const judge = async (id: string): Promise<boolean> => {
    if (presence.isCertain) return !(await presence.isMarked(id));
    const silence = await silenceOf(id);
    return silence > silentMs || (silence > unmarkedMs && !(await presence.isMarked(id)));
  };

  return {
    self,

    async isGone(id: string, shownAt = -Infinity): Promise<boolean> {
      if (id === self) return false;
      if (dead.has(id)) return true;
      const since = clock.now() - shownAt;
      if (!presence.isCertain && since >= 0 && since < unmarkedMs) return false;
      if (!(await judge(id))) return false;
      if (dead.size >= rememberedDead) dead.clear();
      dead.add(id);
      return true;
    },

    hold() {
      holding += 1;
      if (!presence.isCertain && performance.now() - beatAt >= beatMs) void beatQuietly();
      beatOn();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holding -= 1;
        if (holding > 0 || isStarted) return;
        void beating?.stop();
        beating = undefined;
      };
    },

    /** Registers this process. Must be called before it acquires anything. */
    async start(): Promise<void> {
      await presence.enter(self);
      if (presence.isCertain) return;
      await db
        .deleteFrom('processes')
        .where('seen_at', '<', clock.now() - dayMs)
        .execute();
      await beat();
      isStarted = true;
      beatOn();
    },

    /** Must be called after everything was released. */
    async close(): Promise<void> {
      await beating?.stop();
      if (!presence.isCertain) await db.deleteFrom('processes').where('id', '=', self).execute();
      await presence.leave(self);
    },
  };
}
