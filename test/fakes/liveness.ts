import type { Database } from '../../server/kit/database.ts';
import { createLiveness, livenessMigrations, type Liveness } from '../../server/work/liveness.ts';
import type { Clock } from '../../server/ports/clock.ts';
import type { LookAtSureTime } from '../../server/work/schedule/sure-time.ts';
import { createTestLog } from './log.ts';

/** A process by name that takes every other one for living, but those in `dead`, which may grow. */
export const fakeLiveness = (self: string, dead: ReadonlySet<string> = new Set()): Liveness => ({
  self,
  isGone: async (id) => id !== self && dead.has(id),
  hold: () => () => undefined,
});

/** The real judgement for the process `self` on a database. */
export async function startedLiveness(db: Database, self: string) {
  await db.migrate(livenessMigrations);
  const liveness = createLiveness({ db, clock: { now: Date.now }, log: createTestLog(), self });
  await liveness.start();
  return liveness;
}

/** A clock that nobody doubts. */
export const surely =
  (clock: Pick<Clock, 'now'>): LookAtSureTime =>
  async () => ({ now: clock.now(), isSure: true });
