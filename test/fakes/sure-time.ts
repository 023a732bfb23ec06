import type { Clock } from '../../server/ports/clock.ts';
import type { LookAtSureTime } from '../../server/work/schedule/sure-time.ts';

/** A clock that nobody doubts. */
export const surely =
  (clock: Pick<Clock, 'now'>): LookAtSureTime =>
  async () => ({ now: clock.now(), isSure: true });
