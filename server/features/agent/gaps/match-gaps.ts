import { newId } from '../../../kit/ids.ts';
import type { FoundGap } from './find-gaps.ts';
import { questionsKept, type KnownGap } from './known-gap.ts';
import type { Nearest } from './nearest-article.ts';
import { priorityOf, typeOf } from './priority.ts';

/** A gap of this window with the nearest article. */
export interface PlacedGap {
  readonly found: FoundGap;
  readonly nearest: Nearest;
}

/** A gap of this window with its stored counterpart. */
export interface MatchedGap extends PlacedGap {
  readonly known: KnownGap;
}

/**
 * Matches gaps of this window with stored ones on the same topic; the others are new. Counts of this window replace
 * earlier ones. A closed gap that is asked again is reopened.
 */
export function matchGaps(
  known: readonly KnownGap[],
  placed: readonly PlacedGap[],
  sameAs: (questions: readonly string[]) => number | undefined,
): MatchedGap[] {
  const earlier = new Map<number, KnownGap>();
  for (const gap of known) {
    const place = sameAs(gap.questions.map(({ question }) => question));
    if (place !== undefined && !earlier.has(place)) earlier.set(place, gap);
  }
  return placed.map((gap, place) => ({ ...gap, known: merged(earlier.get(place), gap) }));
}

function merged(before: KnownGap | undefined, { found, nearest }: PlacedGap): KnownGap {
  const isBack = before?.status === 'closed' && found.lastSeen > before.closedAt;
  return {
    gapId: before?.gapId ?? `gap-${newId()}`,
    status: isBack ? 'still_open' : (before?.status ?? 'open'),
    title: before?.title || (found.questions[0]?.question ?? ''),
    priority: priorityOf(found.points),
    type: typeOf({ ...found, covered: nearest.covered, near: nearest.article !== undefined }),
    questions: found.questions.slice(0, questionsKept).map(({ question, asks }) => ({ question, asks })),
    asks: found.asks,
    visitors: found.visitors,
    answered: found.answered,
    points: found.points,
    reasons: { ...found.reasons },
    trend: found.trend,
    ...(nearest.article && { article: nearest.article }),
    firstSeen: Math.min(before?.firstSeen ?? found.firstSeen, found.firstSeen),
    lastSeen: Math.max(before?.lastSeen ?? 0, found.lastSeen),
    closedAt: isBack ? 0 : (before?.closedAt ?? 0),
    checkedSite: isBack ? '' : (before?.checkedSite ?? ''),
    checks: before?.checks ?? [],
  };
}
