import type { Content } from './content.ts';
import { pairsOf, type Evidence, type EvidenceSentence } from './evidence.ts';
import { compare, signalsOf, type Signals } from './signals.ts';

/** A choice of sentences with the signals of a statement. */
export interface Closest {
  readonly signals: Signals;
  readonly sentence: EvidenceSentence;
}

/** Choices that share as much with a statement as the best one, but for this much of its words. */
const margin = 0.05;

/**
 * The sentences that a statement is judged by: those that share most of its words. What they share decides alone: among all
 * sentences there is always one that does not contradict.
 */
export function closestOf(statement: Content, evidence: Evidence, asked: Content | undefined): Closest[] {
  const choices = candidatesOf(statement, evidence).map((chosen) => compare(statement, chosen, evidence));
  const most = Math.max(0, ...choices.map(({ shared }) => shared));
  return choices
    .filter(({ shared }) => shared >= most - margin)
    .flatMap((choice) => {
      const [sentence] = choice.chosen;
      return sentence ? [{ signals: signalsOf(choice, asked, evidence), sentence }] : [];
    });
}

/** Closest sentences that are compared word by word. */
const mostCompared = 5;

/** One sentence or two that a statement may rest on, the closest first. */
function candidatesOf(statement: Content, evidence: Evidence): (readonly EvidenceSentence[])[] {
  const points = new Map<number, number>();
  const add = (places: readonly number[] | undefined, weight: number) => {
    for (const place of places ?? []) points.set(place, (points.get(place) ?? 0) + weight);
  };
  for (const term of statement.terms) add(evidence.holding.get(term), evidence.weight(term));
  for (const pair of pairsOf(statement)) {
    const places = evidence.holdingPair.get(pair);
    if (places) add(places, Math.log(1 + evidence.sentences.length / places.length) / 2);
  }
  const closest = [...points]
    .toSorted(([one, first], [other, second]) => second - first || one - other)
    .slice(0, mostCompared)
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

/** The closest sentence with the one that has most of the words it lacks. */
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
