import type { ContentGap } from '../../../../contract/agent.ts';
import { reasonNames, reasonPoints, type Reason } from '../reasons.ts';

type Priority = ContentGap['priority'];
export type GapType = ContentGap['type'];
export type Trend = 'rising' | 'steady' | 'falling';

/** Minimum of occurrences for a trend. */
const trendFrom = 3;
/** Score factor of a rising gap. */
const risingFactor = 1.5;
/** Minimum scores of high and medium priority. */
const priorityFrom = { high: 12, medium: 5 } as const;

/**
 * Rising when at least two thirds of the occurrences are in the newer half of the window, falling when at most one
 * third.
 */
export function trendOf(asks: number, recent: number): Trend {
  if (asks < trendFrom) return 'steady';
  if (recent * 3 >= asks * 2) return 'rising';
  return recent * 3 <= asks ? 'falling' : 'steady';
}

/**
 * Score of a gap: 3 for each occurrence that was disliked or not covered, 2 for one answered in part or without a
 * source, 1 for a search without results; times 1.5 when rising.
 */
export function pointsOf(reasons: Readonly<Record<Reason, number>>, trend: Trend): number {
  const sum = reasonNames.reduce((points, name) => points + reasons[name] * reasonPoints[name], 0);
  return trend === 'rising' ? sum * risingFactor : sum;
}

export function priorityOf(points: number): Priority {
  if (points >= priorityFrom.high) return 'high';
  return points >= priorityFrom.medium ? 'medium' : 'low';
}

/** Facts that decide the recommended kind of work. */
interface Situation {
  readonly asks: number;
  readonly reasons: Readonly<Record<Reason, number>>;
  /** True when retrieval finds that the site covers the question. */
  readonly covered: boolean;
  /** True when some article is near the question. */
  readonly near: boolean;
}

/** A gap with fewer occurrences becomes an entry of an FAQ, not an article. */
const faqBelow = 3;

/** Kinds of work that close a gap; the first match counts. */
const kinds: readonly (readonly [GapType, (gap: Situation) => boolean])[] = [
  // The site covers it, but visitors search with other words: mention those and link the article.
  ['internal_link', ({ covered, asks, reasons }) => covered && reasons.empty_search * 2 > asks],
  ['update_article', ({ covered }) => covered],
  ['faq', ({ near, asks }) => near && asks < faqBelow],
  ['new_article', () => true],
];

export const typeOf = (gap: Situation): GapType => kinds.find(([, fits]) => fits(gap))?.[0] ?? 'new_article';
