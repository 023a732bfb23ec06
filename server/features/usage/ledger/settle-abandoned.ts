import type { Clock } from '../../../ports/clock.ts';
import type { Liveness } from '../../../work/liveness.ts';
import { orphaned } from './outcome.ts';
import { kindOf } from '../reports/dimensions.ts';
import type { Settle } from './settle.ts';
import { tokensOf } from './spending.ts';
import type { LedgerStore } from '../store/ledger.ts';

/** No call lasts longer; one that is open for this long has lost the process that made it. */
export const longestCallMs = 3_600_000;
const pageSize = 500;

interface SettleAbandonedDeps {
  readonly store: LedgerStore;
  readonly clock: Clock;
  readonly liveness: Liveness;
  readonly settle: Settle;
}

/** Settles, as estimates, the open calls of processes that are gone. Returns how many. */
export async function settleAbandoned({
  store,
  clock,
  liveness,
  settle,
}: SettleAbandonedDeps): Promise<number> {
  let settled = 0;
  for (let after = 0; ;) {
    const calls = await store.open(after, pageSize);
    for (const { id, day, startedAt, instance: owner, promised, type, model, scenario } of calls) {
      after = id;
      if (clock.now() - startedAt <= longestCallMs && !(await liveness.isGone(owner))) continue;
      const held = { id, day, startedAt, reserved: tokensOf(promised) };
      // Nobody knows how far the call came, so all it might have used counts.
      if (await settle({ kind: kindOf(type), model, scenario }, held, orphaned, promised)) settled += 1;
    }
    if (calls.length < pageSize) return settled;
  }
}
