import type { FoundGaps } from './find-gaps.ts';
import type { KnownGap } from './known-gap.ts';
import { dueGaps, recheck, type RecheckDeps } from './recheck.ts';
import { matchGaps, type PlacedGap, type MatchedGap } from './match-gaps.ts';
import type { SiteState } from '../site-state.ts';
import type { AgentStore } from '../store.ts';
import type { ReportSummary } from '../summary-schema.ts';

export interface KnownGapDeps extends RecheckDeps {
  readonly store: Pick<AgentStore, 'gaps'>;
}

/** Finds the nearest article of each gap, matches gaps of earlier tasks, and stores all of them. */
export async function matchKnownGaps(
  deps: KnownGapDeps,
  found: FoundGaps,
  signal: AbortSignal,
): Promise<MatchedGap[]> {
  const placed: PlacedGap[] = [];
  for (const gap of found.gaps) {
    signal.throwIfAborted();
    placed.push({ found: gap, nearest: await deps.nearest(gap.questions[0]?.question ?? '', signal) });
  }
  const matched: MatchedGap[] = [];
  await deps.store.gaps.update((known) => {
    matched.splice(0, matched.length, ...matchGaps(known, placed, found.sameAs));
    return matched.map((gap) => gap.known);
  });
  return matched;
}

/** Rechecks due gaps, of this window and of earlier ones; each result is saved at once. */
export async function recheckDueGaps(deps: KnownGapDeps, site: SiteState | undefined, signal: AbortSignal) {
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

/** Gaps of this window that are open after the rechecks, as stored. */
export function stillOpen(matched: readonly MatchedGap[], known: readonly KnownGap[]): MatchedGap[] {
  const byId = new Map(known.map((gap) => [gap.gapId, gap]));
  return matched
    .map((gap) => ({ ...gap, known: byId.get(gap.known.gapId) ?? gap.known }))
    .filter(({ known: { status } }) => status !== 'closed');
}

/** Gives stored gaps the titles written by the model. */
export async function renameGaps(
  { store }: KnownGapDeps,
  shown: readonly MatchedGap[],
  words: ReportSummary | undefined,
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
