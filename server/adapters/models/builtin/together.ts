import type { Question } from './question.ts';
import type { Unit } from './units.ts';
import { sameBlock } from './weigh.ts';
import type { Weighed } from './weigh.ts';

/**
 * The places that have to be read with one: the sentence it leans on, the introduction of its list, the list or code it
 * introduces, and the whole list when that is what is asked for.
 */
export function together(
  weighed: readonly Weighed[],
  place: number,
  question: Question,
  brief: boolean,
): readonly number[] {
  const unit = weighed[place]?.unit;
  if (unit === undefined) return [];
  const before = weighed[place - 1]?.unit;
  const after = weighed[place + 1]?.unit;
  const longest = brief ? 6 : 15;
  if (unit.kind === 'item' && question.wantsList && (weighed[place]?.above ?? 0) >= LIST_IS_MEANT) {
    const [first, last] = listAround(weighed, place);
    if (last - first < longest) return introduced(weighed, first, last);
  }
  if (unit.kind === 'item') return introduced(weighed, place, place);
  if (unit.kind === 'code')
    return range(before?.kind === 'heading' || before?.passage !== unit.passage ? place : place - 1, place);
  if (INTRODUCES.test(unit.text) || (question.wantsList && after?.kind === 'code')) {
    return range(place, endOfIntroduced(weighed, place, longest));
  }
  const leans = LEANS_BACK.test(unit.text) && before?.kind === 'sentence' && sameBlock(unit, before);
  return range(leans ? place - 1 : place, place);
}

/** A sentence that announces what follows. */
export const INTRODUCES = /[:：]$/;

/** From this share of the question in title and headings on, a list below them is the answer as a whole. */
const LIST_IS_MEANT = 0.5;

/** Sentences that begin by pointing at the one before. */
const LEANS_BACK =
  /^(它|他|她|这|该|此|其|那|因此|所以|但|不过|然而|同时|另外|而且|并且|否则|(it|they|he|she|this|that|these|those|however|but|therefore|thus|also|otherwise|then|so|and|instead|such)\b)/i;

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, step) => first + step);

function listAround(weighed: readonly Weighed[], place: number): [number, number] {
  const unit = weighed[place]?.unit;
  const belongs = (at: number) => {
    const other = weighed[at]?.unit;
    return unit !== undefined && other?.kind === 'item' && sameBlock(unit, other);
  };
  let [first, last] = [place, place];
  while (belongs(first - 1)) first -= 1;
  while (belongs(last + 1)) last += 1;
  return [first, last];
}

/** Puts the introduction of a list or of code before it when it stands right there. */
function introduced(weighed: readonly Weighed[], first: number, last: number): readonly number[] {
  const [listStart] = listAround(weighed, first);
  const intro = weighed[listStart - 1]?.unit;
  const own: Unit | undefined = weighed[first]?.unit;
  const fits = intro?.kind === 'sentence' && intro.passage === own?.passage && INTRODUCES.test(intro.text);
  return fits ? [listStart - 1, ...range(first, last)] : range(first, last);
}

/** The last place of the list or code block after an introduction. */
function endOfIntroduced(weighed: readonly Weighed[], place: number, longest: number): number {
  const passage = weighed[place]?.unit.passage;
  let last = place;
  for (let next = place + 1; next <= place + longest; next += 1) {
    const unit = weighed[next]?.unit;
    if (unit?.passage !== passage || (unit?.kind !== 'item' && unit?.kind !== 'code')) break;
    last = next;
    if (unit.kind === 'code') break;
  }
  return last;
}
