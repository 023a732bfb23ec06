import { dayAt } from '../../../kit/calendar.ts';
import { truncate } from '../../../text/text.ts';
import { createWriteLater } from '../../../work/schedule/write-later.ts';
import type { Log } from '../../../ports/log.ts';
import type { AgentStore } from '../store.ts';

/** Keywords are cut to this length; longer ones are pasted texts. */
const keywordLength = 200;
/** Bounds of pending counts and of the memory of today's visitors; beyond them counts are lost. */
const waitingMost = 1000;
const seenMost = 20_000;
const writeAfterMs = 3_000;

/**
 * Counts searches without results by day and keyword, and stores nothing else about them. A visitor's repetitions on
 * one day count once. Counts are written after some seconds, so that a search causes no write.
 */
export function createEmptySearches(deps: {
  readonly searches: AgentStore['searches'];
  readonly mask: (text: string) => string;
  readonly now: () => number;
  readonly log: Log;
}) {
  /** Pending counts by day and keyword. */
  const waiting = new Map<number, Map<string, number>>();
  const seen = new Set<string>();
  let day = dayAt(deps.now());

  const writing = createWriteLater(writeAfterMs, async () => {
    const taken = [...waiting];
    waiting.clear();
    for (const [ofDay, counts] of taken)
      await deps.searches
        .add(ofDay, counts)
        .catch((error: unknown) => deps.log.warn({ err: String(error) }, 'counts of searches were lost'));
  });

  return {
    /** Records a search; never throws and never waits. */
    note(keyword: string, visitor: string): void {
      const today = dayAt(deps.now());
      if (today !== day) {
        seen.clear();
        day = today;
      }
      const masked = deps.mask(truncate(keyword.trim(), keywordLength)).replaceAll('\0', '').toLowerCase();
      const search = `${visitor} ${masked}`;
      if (masked.length < 2 || seen.has(search) || seen.size >= seenMost) return;
      seen.add(search);
      const counts = waiting.get(today) ?? new Map<string, number>();
      if (!counts.has(masked) && counts.size >= waitingMost) return;
      waiting.set(today, counts.set(masked, (counts.get(masked) ?? 0) + 1));
      writing.changed();
    },

    /** Writes pending counts. */
    write: writing.flush,
  };
}

/**
 * A day's searches without intermediate ones: search boxes search while people type, so each keyword loses the count of
 * the longer keywords that begin with it.
 */
export function finishedKeywords<S extends { readonly keyword: string; readonly searches: number }>(
  counts: readonly S[],
): S[] {
  const sorted = counts.toSorted((a, b) => (a.keyword < b.keyword ? -1 : 1));
  const prefixes: S[] = [];
  const taken = new Map<S, number>();
  for (const count of sorted) {
    while (!count.keyword.startsWith(prefixes.at(-1)?.keyword ?? '')) prefixes.pop();
    const prefix = prefixes.at(-1);
    if (prefix) taken.set(prefix, (taken.get(prefix) ?? 0) + count.searches);
    if (count.keyword !== '') prefixes.push(count);
  }
  return sorted
    .map((count) => ({ ...count, searches: count.searches - (taken.get(count) ?? 0) }))
    .filter(({ keyword, searches }) => keyword !== '' && searches > 0);
}
