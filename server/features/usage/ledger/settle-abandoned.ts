import type { Clock } from '../../../ports/clock.ts';
import type { Liveness } from '../../../work/liveness.ts';
import { orphaned } from './outcome.ts';
import { kindOf } from '../reports/dimensions.ts';
import type { Settle } from './settle.ts';
import { tokensOf } from './spending.ts';
import type { LedgerStore } from '../store/ledger.ts';

/** Longest possible call; one open for longer has lost its process. */
export const longestCallMs = 3_600_000;
const pageSize = 500;

interface SettleAbandonedDeps {
  readonly store: LedgerStore;
  readonly clock: Clock;
  readonly liveness: Liveness;
  readonly settle: Settle;
}

/** Settles open calls of dead processes with estimates. Returns their number. */
export async function settleAbandoned({
  store,
  clock,
  liveness,
  settle,
}: SettleAbandonedDeps): Promise<number> {
  let settled = 0;
  for (let after = 0; ;) {
    const calls = await store.open(after, pageSize);
    for (const {
      id,
      day,
      startedAt,
      reservedCost,
      instance: owner,
      promised,
      type,
      model,
      scenario,
    } of calls) {
      after = id;
      if (clock.now() - startedAt <= longestCallMs && !(await liveness.isGone(owner, startedAt))) continue;
      const held = { id, day, startedAt, reserved: tokensOf(promised), reservedCost };
      // The call's progress is unknown, so its whole reservation counts.
      if ((await settle({ kind: kindOf(type), model, scenario }, held, orphaned, promised)) === 'done')
        settled += 1;
    }
    if (calls.length < pageSize) return settled;
  }
}
