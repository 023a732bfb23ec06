import type { ContentGap } from '../../../../contract/agent.ts';
import { reasonNames, reasonPoints, type Reason } from '../reasons.ts';

type Priority = ContentGap['priority'];
export type GapType = ContentGap['type'];
export type Trend = 'rising' | 'steady' | 'falling';

/** Asks from which a direction in time is told at all. */
const trendFrom = 3;
/** How much more a rising gap weighs. */
const risingFactor = 1.5;
/** Points from which a gap is of high and of medium priority. */
const priorityFrom = { high: 12, medium: 5 } as const;

/** Rising when at least two thirds of the asks fall into the newer half of the window, falling when at most one third. */
export function trendOf(asks: number, recent: number): Trend {
  if (asks < trendFrom) return 'steady';
  if (recent * 3 >= asks * 2) return 'rising';
  return recent * 3 <= asks ? 'falling' : 'steady';
}

/**
 * The points of a gap: 3 for each ask that was disliked or not covered, 2 for each that was answered in part or without
 * a source, 1 for each search without result; half as much again when the gap is rising.
 */
export function pointsOf(reasons: Readonly<Record<Reason, number>>, trend: Trend): number {
  const sum = reasonNames.reduce((points, name) => points + reasons[name] * reasonPoints[name], 0);
  return trend === 'rising' ? sum * risingFactor : sum;
}

export function priorityOf(points: number): Priority {
  if (points >= priorityFrom.high) return 'high';
  return points >= priorityFrom.medium ? 'medium' : 'low';
}

/** What is known about the nearest article when the kind of work is decided. */
interface Situation {
  readonly asks: number;
  readonly reasons: Readonly<Record<Reason, number>>;
  /** The site speaks of the question, as far as retrieval can tell. */
  readonly covered: boolean;
  /** There is an article that comes near it at all. */
  readonly near: boolean;
}

/** A gap that was asked so seldom is a line in a list of questions, not an article. */
const faqBelow = 3;

/** What kind of work closes a gap; the first line that fits counts. */
const kinds: readonly (readonly [GapType, (gap: Situation) => boolean])[] = [
  // The site has it, but searching visitors use other words: name and link it where they look.
  ['internal_link', ({ covered, asks, reasons }) => covered && reasons.empty_search * 2 > asks],
  ['update_article', ({ covered }) => covered],
  ['faq', ({ near, asks }) => near && asks < faqBelow],
  ['new_article', () => true],
];

export const typeOf = (gap: Situation): GapType => kinds.find(([, fits]) => fits(gap))?.[0] ?? 'new_article';
