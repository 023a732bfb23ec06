import { isCrossReference } from '../../../../text/cross-reference.ts';
import { isLone, termsOf } from '../terms.ts';
import type { Question } from './question.ts';
import type { Segment } from './segments.ts';

/** A segment with its score for a question. */
export interface ScoredSegment {
  readonly segment: Segment;
  /** From 0 to 1. */
  readonly score: number;
}

/**
 * Scores segments by the mean of three signals: the share of the question that a segment covers, the share that it covers together with its
 * title, headings and column names, and how nearly its heading is the question; shares are weighted by inverse document frequency over the
 * segments (after Robertson and Spärck Jones).
 */
export function scoreSegments(segments: readonly Segment[], question: Question): readonly ScoredSegment[] {
  const termsIn = (text: string): ReadonlySet<string> => new Set(termsOf(text, question.language));
  const own = segments.map(({ text }) => termsIn(text));
  const above = new Map(Array.from(new Set(segments.map(nameOf)), (name) => [name, termsIn(name)]));
  const weights = weightsOf(question, own);
  const all = weights.values().reduce((sum, weight) => sum + weight, 0) || 1;
  const headed = new Map(
    Array.from(new Set(segments.map(headingOf)), (heading) => [
      heading,
      likeness(weights, termsIn(heading), all),
    ]),
  );
  return segments.map((segment, place) => {
    const held = own[place] ?? new Set<string>();
    const named = above.get(nameOf(segment));
    const alone = gainOf(weights, held) / all;
    const together = gainOf(weights, named ? held.union(named) : held) / all;
    const score = (alone + together + (headed.get(headingOf(segment)) ?? 0)) / 3;
    return { segment, score: isCrossReference(segment.text) ? 0 : score };
  });
}

/** The share of the question that a heading names, times the share of its own words that the question has. */
function likeness(weights: ReadonlyMap<string, number>, heading: ReadonlySet<string>, all: number): number {
  const asked = [...heading].filter((term) => weights.has(term)).length;
  return heading.size === 0 ? 0 : ((asked / heading.size) * gainOf(weights, heading)) / all;
}

/** The heading that a segment stands under, the title where there is none. */
const headingOf = ({ context }: Segment): string => context.split(' › ').at(-1) ?? '';

const nameOf = ({ context, columns = '' }: Segment): string => `${context}\n${columns}`;

/** Weight of each term by its idf over the segments. A single character of a dense script and an everyday word count half. */
function weightsOf(
  { terms, everyday }: Question,
  segments: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const segment of segments) for (const term of segment) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map(
    terms.map((term) => {
      const holding = counts.get(term) ?? 0;
      const idf = Math.log(1 + (segments.length - holding + 0.5) / (holding + 0.5));
      return [term, (1 + idf) * (isLone(term) ? 0.5 : 1) * (everyday.has(term) ? 0.5 : 1)];
    }),
  );
}

/** Sum of the weights of the terms that are held. */
const gainOf = (weights: ReadonlyMap<string, number>, held: ReadonlySet<string>): number =>
  held.values().reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
