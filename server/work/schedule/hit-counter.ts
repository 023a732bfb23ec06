import type { HitTable, Hits } from '../../kit/records/hit-table.ts';
import type { Log } from '../../ports/log.ts';
import { createWriteLater } from './write-later.ts';

/** Delay of writing counts after the first one. */
const writeAfterMs = 5_000;

/** Counts the hits of each record of a list, without a write per question; `of` names the list in the log. */
export function createHitCounter(deps: {
  readonly store: HitTable;
  readonly now: () => number;
  readonly log: Log;
  readonly of: string;
}) {
  const { store, now, log, of } = deps;
  let counted = new Map<string, Hits>();

  const writing = createWriteLater(writeAfterMs, async () => {
    const taken = counted;
    if (taken.size === 0) return;
    counted = new Map();
    await store.addHits(taken).catch((error: unknown) => {
      for (const [id, { hits, lastAt }] of taken) add(id, hits, lastAt);
      log.warn({ err: String(error) }, `matches of ${of} could not be counted yet`);
    });
  });

  const add = (id: string, hits: number, lastAt: number) => {
    const known = counted.get(id);
    counted.set(id, { hits: (known?.hits ?? 0) + hits, lastAt: Math.max(known?.lastAt ?? 0, lastAt) });
    writing.changed();
  };

  return {
    /** Counts a hit of the record. */
    note: (id: string): void => add(id, 1, now()),
    /** Counts of all processes, including pending ones of this process. */
    async read(): Promise<ReadonlyMap<string, Hits>> {
      await writing.flush();
      return store.hits();
    },
    /** Deletes the counts of a deleted record. */
    async forget(id: string): Promise<void> {
      counted.delete(id);
      await store.forgetHits(id);
    },
    close: writing.close,
  };
}

export type HitCounts = ReturnType<typeof createHitCounter>;
