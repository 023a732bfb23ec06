import type { Content } from './content.ts';
import { pairsOf, valuesOf, type Evidence, type EvidenceSentence } from './evidence.ts';
import { compare, signalsOf, type Signals } from './signals.ts';

/** One or two sentences with the signals of their comparison with a statement. */
export interface Closest {
  readonly signals: Signals;
  readonly sentence: EvidenceSentence;
  readonly contents: readonly Content[];
}

/**
 * The sentences that a statement is judged by: those that share most of its words, `undefined` without any. Only shared words decide the
 * choice, since among all sentences there is always one that does not contradict the statement.
 */
export function closestTo(
  statement: Content,
  evidence: Evidence,
  asked: Content | undefined,
): Closest | undefined {
  const [top] = candidatesOf(statement, evidence)
    .map((chosen) => compare(statement, chosen, evidence))
    .toSorted((one, other) => other.shared - one.shared);
  const [sentence] = top?.chosen ?? [];
  return top && sentence
    ? { signals: signalsOf(top, asked, evidence), sentence, contents: top.contents }
    : undefined;
}

/** Maximum of closest sentences that are compared word by word. */
const maxCompared = 5;

/** Candidates for the support of a statement, one or two sentences each, the closest first. */
function candidatesOf(statement: Content, evidence: Evidence): (readonly EvidenceSentence[])[] {
  const points = new Map<number, number>();
  const add = (places: readonly number[] | undefined, weight: number) => {
    for (const place of places ?? []) points.set(place, (points.get(place) ?? 0) + weight);
  };
  for (const term of statement.terms) add(evidence.holding.get(term), evidence.weight(term));
  for (const value of valuesOf(statement)) add(evidence.holding.get(value), evidence.weight(value));
  for (const pair of pairsOf(statement)) {
    const places = evidence.holdingPair.get(pair);
    if (places) add(places, Math.log(1 + evidence.sentences.length / places.length) / 2);
  }
  const closest = [...points]
    .toSorted(([one, first], [other, second]) => second - first || one - other)
    .slice(0, maxCompared)
    .flatMap(([index]) => evidence.sentences[index] ?? []);
  const [first, second] = closest;
  if (first === undefined) return [];
  const singles = closest.map((sentence) => [sentence]);
  const pairs = closest.slice(0, 2).flatMap((sentence) => {
    const besides = [sentence.leadIn, sentence.index - 1, sentence.index + 1].flatMap((index) =>
      index === undefined ? [] : (evidence.sentences[index] ?? []),
    );
    return besides.filter(({ passage }) => passage === sentence.passage).map((other) => [sentence, other]);
  });
  return [...singles, ...pairs, ...(second ? [[first, second]] : []), ...complement(statement, closest)];
}

/** Pairs of a closest sentence and the one with most of the statement's words that it lacks. */
function complement(statement: Content, closest: readonly EvidenceSentence[]): EvidenceSentence[][] {
  const [first, ...others] = closest;
  if (first === undefined) return [];
  const lacking = [...statement.terms].filter((term) => !first.content().terms.has(term));
  const ranked = others
    .slice(1)
    .map((other) => ({ other, hits: lacking.filter((term) => other.content().terms.has(term)).length }))
    .toSorted((one, two) => two.hits - one.hits);
  return ranked[0] && ranked[0].hits > 0 ? [[first, ranked[0].other]] : [];
}
