import type { Clock } from '../../ports/clock.ts';
import { isGone } from './instance.ts';
import { orphaned } from './outcome.ts';
import { kindOf } from './series-key.ts';
import type { Settle } from './settle.ts';
import { tokensOf } from './spending.ts';
import type { LedgerStore } from './store/ledger.ts';

const pageSize = 500;

interface SweepDeps {
  readonly store: LedgerStore;
  readonly clock: Clock;
  /** This process, by `createInstance`. */
  readonly instance: string;
  readonly settle: Settle;
}

/** Settles, as estimates, the open calls of processes that are gone. Returns how many. */
export async function sweep({ store, clock, instance, settle }: SweepDeps): Promise<number> {
  let settled = 0;
  for (let after = 0; ;) {
    const calls = await store.open(after, pageSize);
    for (const { id, day, startedAt, instance: owner, promised, type, model, scenario } of calls) {
      after = id;
      if (!isGone(owner, instance, startedAt, clock.now())) continue;
      const held = { id, day, startedAt, reserved: tokensOf(promised) };
      // Nobody knows how far the call came, so all it might have used counts.
      if (await settle({ kind: kindOf(type), model, scenario }, held, orphaned, promised)) settled += 1;
    }
    if (calls.length < pageSize) return settled;
  }
}
