import type { Clock } from '../ports/clock.ts';
import type { Database, Migration } from '../kit/database.ts';
import { explained } from '../kit/explained.ts';
import { Fault } from '../kit/fault.ts';
import type { Liveness } from './liveness.ts';
import { repeat } from './schedule/repeat.ts';

type Tables = {
  leases: { name: string; owner: string; until: number; note: string; cancel_requested: number };
};

export const lockMigrations: readonly Migration[] = [
  {
    name: 'lock/1',
    up: async (db) => {
      await db.schema
        .createTable('leases')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('cancel_requested', 'integer', (column) => column.notNull())
        .execute();
    },
  },
];

/** Life of a lease without renewal: a holder that hangs loses it then, a dead one at once. */
export const leaseMs = 15_000;
/** Renewals within that life: one a second, so that a note is never older than that. */
const renewals = 15;

/** A lease that renews itself until it is disposed of. */
export interface Lease extends AsyncDisposable {
  /** Aborts when the lease is lost (process or database hung for longer than its life) or cancelled. */
  readonly signal: AbortSignal;
  /** Cancellation was requested by {@link Locks.requestCancel}; the lease is still held. */
  readonly isCancelled: boolean;
  /** Sets the note that others read, from the next renewal on. It outlives the lease; `''` clears it. */
  setNote(note: string): void;
}

/** State of a lease as any process sees it. */
export interface LeaseView {
  /** True when a living process holds it. */
  readonly held: boolean;
  /** Note of the current or last holder. */
  readonly note: string;
}

/** Names that another process once held: this one then looks before it tries. */
function createRefused() {
  const names = new Set<string>();
  return {
    has: (name: string): boolean => names.has(name),
    add(name: string): void {
      if (names.size >= MOST_REFUSED) names.clear();
      names.add(name);
    },
  };
}

const MOST_REFUSED = 1_000;

/** Leases in the database: at most one process holds a name, and every process can read its note. */
export function createLocks(database: Database, clock: Clock, liveness: Liveness, lifeMs = leaseMs) {
  const db = database.query.withTables<Tables>();
  const owner = liveness.self;
  /** Names that this process holds, since `acquire` succeeds for its own leases. */
  const taken = new Set<string>();
  const refused = createRefused();

  /** Acquires or renews the lease; false when another living process holds it. */
  const acquire = async (name: string, note = ''): Promise<boolean> => {
    const now = clock.now();
    const row = await db
      .insertInto('leases')
      .values({ name, owner, until: now + lifeMs, note, cancel_requested: 0 })
      .onConflict((on) =>
        on
          .column('name')
          .doUpdateSet({ owner, until: now + lifeMs, note, cancel_requested: 0 })
          .where((eb) => eb.or([eb('leases.until', '<', now), eb('leases.owner', '=', owner)])),
      )
      .returning('owner')
      .executeTakeFirst();
    return row?.owner === owner || inherit(name, note);
  };

  /** Takes over the lease of a dead process. When several processes try at once, only one succeeds. */
  const inherit = async (name: string, note: string): Promise<boolean> => {
    const held = await read(name);
    if (!held || !(await isLeft(held))) return false;
    const row = await db
      .updateTable('leases')
      .set({ owner, until: clock.now() + lifeMs, note, cancel_requested: 0 })
      .where('name', '=', name)
      .where('owner', '=', held.owner)
      .returning('owner')
      .executeTakeFirst();
    return row !== undefined;
  };

  /** The lease of a dead process; renewals are a sign of life. */
  const isLeft = ({ owner: holder, until }: { readonly owner: string; readonly until: number }) =>
    liveness.isGone(holder, until - lifeMs);

  const isHeldByOther = async (name: string): Promise<boolean> => {
    const held = await read(name);
    return held !== undefined && held.owner !== owner && held.until >= clock.now() && !(await isLeft(held));
  };

  const read = (name: string) =>
    db.selectFrom('leases').select(['owner', 'until', 'note']).where('name', '=', name).executeTakeFirst();

  /** Renews the lease and saves the note. `lost` when another process has taken it over. */
  const renew = async (name: string, note: string): Promise<'held' | 'cancelled' | 'lost'> => {
    const row = await db
      .updateTable('leases')
      .set({ until: clock.now() + lifeMs, note })
      .where('name', '=', name)
      .where('owner', '=', owner)
      .returning('cancel_requested')
      .executeTakeFirst();
    if (!row) return 'lost';
    return row.cancel_requested === 1 ? 'cancelled' : 'held';
  };

  const operations = { acquire, renew, release };

  return {
    ...operations,
    /** Life of a lease without renewal, in milliseconds. */
    lifeMs,

    /** Acquires a free lease and keeps renewing it; `undefined` when any process, this one included, holds it. */
    async tryAcquire(name: string, note = ''): Promise<Lease | undefined> {
      if (taken.has(name)) return undefined;
      taken.add(name);
      let rest = () => {};
      const forget = () => {
        taken.delete(name);
        rest();
      };
      try {
        if (!(refused.has(name) && (await isHeldByOther(name)))) {
          rest = liveness.hold();
          if (await acquire(name, note)) return keep(operations, { name, note, lifeMs, forget });
        }
      } catch (error) {
        forget();
        throw error;
      }
      forget();
      refused.add(name);
      return undefined;
    },

    /** State and note of the lease. */
    async inspect(name: string): Promise<LeaseView> {
      const row = await read(name);
      const isKept = row !== undefined && row.until >= clock.now();
      return { held: isKept && !(await isLeft(row)), note: row?.note ?? '' };
    },

    /** Requests cancellation; the holder, in any process, stops at its next step. */
    async requestCancel(name: string): Promise<void> {
      await db.updateTable('leases').set({ cancel_requested: 1 }).where('name', '=', name).execute();
    },
  };

  /** Releases the lease; a last note stays readable. */
  async function release(name: string, note = ''): Promise<void> {
    if (note === '')
      await db.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute();
    else {
      const end = { until: 0, note };
      await db.updateTable('leases').set(end).where('name', '=', name).where('owner', '=', owner).execute();
    }
  }
}

export type Locks = ReturnType<typeof createLocks>;

/** Renews an acquired lease until it is disposed of. */
function keep(
  locks: Pick<Locks, 'renew' | 'release'>,
  lease: {
    readonly name: string;
    readonly note: string;
    readonly lifeMs: number;
    readonly forget: () => void;
  },
): Lease {
  const { name, lifeMs } = lease;
  const ending = new AbortController();
  let { note } = lease;
  let renewedAt = performance.now();
  let isCancelled = false;

  const once = async () => {
    const begunAt = performance.now();
    const state = await locks.renew(name, note);
    renewedAt = begunAt;
    if (state === 'lost') ending.abort(new Fault('conflict', explained('taken_over')));
    if (state !== 'cancelled') return;
    isCancelled = true;
    ending.abort(new Fault('conflict', explained('cancelled')));
  };
  // While the database is away, no other process can take the lease over before it expires.
  const unreachable = () => {
    if (performance.now() - renewedAt > lifeMs)
      ending.abort(new Fault('unavailable', explained('database_away_long')));
  };
  const renewing = repeat(lifeMs / renewals, () => once().catch(unreachable));

  return {
    signal: ending.signal,
    get isCancelled() {
      return isCancelled;
    },
    setNote: (text) => void (note = text),
    async [Symbol.asyncDispose]() {
      await renewing.stop();
      try {
        await locks.release(name, note);
      } finally {
        lease.forget();
      }
    },
  };
}
