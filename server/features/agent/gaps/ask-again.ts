import type { FoundGaps } from './find-gaps.ts';
import type { KnownGap } from './known-gap.ts';
import { dueGaps, recheck, type RecheckDeps } from './recheck.ts';
import { recall, type PlacedGap, type RecalledGap } from './match-known-gaps.ts';
import type { SiteState } from '../site-state.ts';
import type { AgentStore } from '../store.ts';
import type { Words } from '../summary-schema.ts';

export interface MemoryDeps extends RecheckDeps {
  readonly store: Pick<AgentStore, 'gaps'>;
}

/** Looks the gaps up on the site, recognises those of earlier tasks, and writes all of them down. */
export async function placeAndRecall(
  deps: MemoryDeps,
  found: FoundGaps,
  signal: AbortSignal,
): Promise<RecalledGap[]> {
  const placed: PlacedGap[] = [];
  for (const gap of found.gaps) {
    signal.throwIfAborted();
    placed.push({ found: gap, nearest: await deps.nearest(gap.questions[0]?.question ?? '', signal) });
  }
  const recalled: RecalledGap[] = [];
  await deps.store.gaps.update((known) => {
    recalled.splice(0, recalled.length, ...recall(known, placed, found.sameAs));
    return recalled.map((gap) => gap.known);
  });
  return recalled;
}

/** Asks the questions of due gaps again, of this window and of earlier ones; each result is kept at once. */
export async function askAgain(deps: MemoryDeps, site: SiteState | undefined, signal: AbortSignal) {
  let known: readonly KnownGap[] = await deps.store.gaps.all();
  const counts = { checked: 0, closed: 0, stopped: false };
  if (!site) return { ...counts, known };
  for (const gap of dueGaps(known, site)) {
    const after = await recheck(deps, gap, site, signal);
    if (!after) return { ...counts, known, stopped: true };
    counts.checked += 1;
    if (after.status === 'closed') counts.closed += 1;
    const isThere = ({ gapId }: KnownGap) => gapId === gap.gapId;
    known = await deps.store.gaps.update((now) => (now.some(isThere) ? [after] : []));
  }
  return { ...counts, known };
}

/** The gaps of this window that are open after all, as they are remembered now. */
export function openNow(recalled: readonly RecalledGap[], known: readonly KnownGap[]): RecalledGap[] {
  const byId = new Map(known.map((gap) => [gap.gapId, gap]));
  return recalled
    .map((gap) => ({ ...gap, known: byId.get(gap.known.gapId) ?? gap.known }))
    .filter(({ known: { status } }) => status !== 'closed');
}

/** Gives remembered gaps the titles that the model has found for them. */
export async function rename(
  { store }: MemoryDeps,
  shown: readonly RecalledGap[],
  words: Words | undefined,
): Promise<void> {
  const titles = new Map(
    (words?.gaps ?? []).flatMap(({ id, title }): [string, string][] => {
      const gap = shown[id - 1];
      return gap && title !== '' ? [[gap.known.gapId, title]] : [];
    }),
  );
  if (titles.size === 0) return;
  await store.gaps.update((known) =>
    known.flatMap((gap) => {
      const title = titles.get(gap.gapId);
      return title === undefined ? [] : [{ ...gap, title }];
    }),
  );
}
