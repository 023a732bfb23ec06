import { areAkin } from '../akin.ts';
import type { Content } from '../content.ts';
import type { Evidence, EvidenceSentence } from '../evidence.ts';
import { commonOf } from '../substitutions.ts';
import type { Token } from '../tokens.ts';

/** How a word came from the sentences into the statement, or did not. */
const kinds = ['kept', 'inflected', 'akin', 'likened', 'added', 'dropped'] as const;

/** One step from the sentences of the page to the statement, in the order of the statement. */
export interface Edit {
  readonly kind: (typeof kinds)[number];
  /** The word of the statement; `undefined` where one of the sentences was dropped. */
  readonly here: Token | undefined;
  /** The word of the sentences; `undefined` where one was added. */
  readonly there: Token | undefined;
  readonly hasValue: boolean;
  /** Rarity of the word in the article. */
  readonly weight: number;
  /** A clause of the statement begins here. */
  readonly startsClause: boolean;
  /** Words of the sentences from the one that came before to this one, or from their beginning; `undefined` where there is none. */
  readonly step: number | undefined;
  /** The first word that came from the sentences. */
  readonly isFirst: boolean;
  /** The word before came from another clause. */
  readonly fromOtherClause: boolean;
  /** Title or headings have a word that the sentences lack. */
  readonly isInContext: boolean;
}

interface Piece {
  readonly token: Token;
  readonly key: string;
  readonly hasValue: boolean;
  readonly clause: number;
}

/** Maximum of words of a statement, of a sentence and of all sentences that are read, of dropped words in a row, and of edits. */
const limits = { statement: 44, sentence: 60, sentences: 90, dropped: 8, edits: 56 } as const;

/** Reads a statement as an edited copy of its sentences. Takes time linear in its length, of which `limits` counts. */
export function editsOf(
  statement: Content,
  contents: readonly Content[],
  { contextText }: Pick<EvidenceSentence, 'contextText'>,
  { weight }: Pick<Evidence, 'weight'>,
): Edit[] {
  const said = piecesOf(statement, limits.statement, 0);
  const found: Piece[] = [];
  for (const content of contents)
    found.push(...piecesOf(content, limits.sentence, (found.at(-1)?.clause ?? -1) + 1));
  found.length = Math.min(found.length, limits.sentences);
  const placeOf = align(said, found);
  const hereOf = new Map(Array.from(placeOf, ([here, there]) => [there, here]));
  const dropped = droppedAfter(found, hereOf);
  const inContext = contextOf(contextText);

  const edits: Edit[] = [];
  const blank = {
    startsClause: false,
    step: undefined,
    isFirst: false,
    fromOtherClause: false,
    isInContext: false,
  } as const;
  const drop = (here: number) => {
    for (const { token, hasValue } of (dropped.get(here) ?? []).slice(0, limits.dropped))
      edits.push({
        ...blank,
        kind: 'dropped',
        here: undefined,
        there: token,
        hasValue,
        weight: weight(token.term),
      });
  };
  drop(-1);
  let before: number | undefined;
  for (const [here, { token, key, hasValue, clause }] of said.entries()) {
    if (edits.length >= limits.edits) break;
    const place = placeOf.get(here);
    const there = place === undefined ? undefined : found[place];
    const startsClause = here > 0 && clause !== said[here - 1]?.clause;
    const base = { here: token, hasValue, weight: weight(token.term), startsClause };
    if (place === undefined || there === undefined)
      edits.push({ ...blank, ...base, kind: 'added', there: undefined, isInContext: inContext(token.term) });
    else {
      edits.push({
        ...base,
        kind: kindOf({ token, key, hasValue }, there),
        there: there.token,
        step: place - (before ?? -1),
        isFirst: before === undefined,
        fromOtherClause: before !== undefined && found[before]?.clause !== there.clause,
        isInContext: false,
      });
      before = place;
    }
    drop(here);
  }
  return edits.slice(0, limits.edits);
}

/** How a word of the statement came from one of the sentences. */
function kindOf(said: Omit<Piece, 'clause'>, { token, key, hasValue }: Piece): Edit['kind'] {
  if (said.token.word === token.word) return 'kept';
  const isSame = said.token.term === token.term || (said.hasValue && hasValue && said.key === key);
  if (isSame) return 'inflected';
  return areAkin(said.token, token) ? 'akin' : 'likened';
}

function piecesOf({ tokens, quantities }: Content, most: number, firstClause: number): Piece[] {
  return tokens.slice(0, most).map((token) => {
    const quantity = quantities.find((one) => token.start < one.end && token.end > one.start);
    return {
      token,
      key: quantity ? `#${quantity.value}` : token.term,
      hasValue: quantity !== undefined,
      clause: token.clause + firstClause,
    };
  });
}

/** The place in the sentences of each word of the statement: in the same order as far as possible, then near its neighbour, then by likeness. */
function align(said: readonly Piece[], found: readonly Piece[]): Map<number, number> {
  const placeOf = new Map(commonOf(said, found));
  const taken = new Set(placeOf.values());
  const nearest = (wanted: number, places: readonly number[]) =>
    places.reduce<number | undefined>(
      (best, place) =>
        best === undefined || Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best,
      undefined,
    );
  const take = (here: number, place: number | undefined) => {
    if (place === undefined) return;
    placeOf.set(here, place);
    taken.add(place);
  };
  const free = Map.groupBy(
    [...found.keys()].filter((place) => !taken.has(place)),
    (place) => found[place]?.key,
  );
  for (const [here, { key }] of said.entries()) {
    const places = placeOf.has(here) ? undefined : free.get(key)?.filter((place) => !taken.has(place));
    if (places) take(here, nearest((placeOf.get(here - 1) ?? placeOf.get(here + 1) ?? -1) + 1, places));
  }
  for (const [here, { token, hasValue }] of said.entries()) {
    if (placeOf.has(here) || !token.isContent || hasValue) continue;
    const places = [...found.entries()].flatMap(([place, other]) =>
      !taken.has(place) && other.token.isContent && !other.hasValue && areAkin(token, other.token)
        ? [place]
        : [],
    );
    take(here, nearest((placeOf.get(here - 1) ?? -99) + 1, places));
  }
  for (const [here, { token }] of said.entries()) {
    if (placeOf.has(here) || !token.isContent) continue;
    let [most, places]: [number, number[]] = [leastLikeness, []];
    for (const [place, other] of found.entries()) {
      const alike = taken.has(place) || !other.token.isContent ? 0 : likeness(token, other.token);
      if (alike > most) [most, places] = [alike, [place]];
      else if (alike === most) places.push(place);
    }
    take(here, nearest((placeOf.get(here - 1) ?? -99) + 1, places));
  }
  return placeOf;
}

const leastLikeness = 0.34;

/** Share of characters of a script without blanks, or of a common beginning. */
function likeness(one: Token, other: Token): number {
  if (one.isDense !== other.isDense) return 0;
  if (one.isDense) {
    const signs = Array.from(one.word);
    return signs.filter((sign) => other.word.includes(sign)).length / signs.length;
  }
  let same = 0;
  while (same < one.word.length && one.word[same] === other.word[same]) same++;
  return same < 4 ? 0 : same / Math.max(one.word.length, other.word.length);
}

/** The words of the clauses in use that the statement lacks, by the word of the statement whose counterpart stands before them. */
function droppedAfter(found: readonly Piece[], hereOf: ReadonlyMap<number, number>) {
  const touched = new Set(found.filter((_, place) => hereOf.has(place)).map(({ clause }) => clause));
  const dropped = new Map<number, Piece[]>();
  let last = -1;
  for (const [place, piece] of found.entries()) {
    const here = hereOf.get(place);
    if (here !== undefined) last = here;
    else if (touched.has(piece.clause)) dropped.set(last, [...(dropped.get(last) ?? []), piece]);
  }
  return dropped;
}

function contextOf(contextText: string): (term: string) => boolean {
  const words = new Set(contextText.toLowerCase().match(/[a-z]+/g));
  return (term) => words.has(term) || (term.length === 2 && contextText.includes(term));
}

/** The words that an edit is known by: that of the statement, and that of the sentences where it is another; `''` for none. */
export const wordsOf = ({ kind, here, there }: Edit): { readonly here: string; readonly there: string } => ({
  here: here?.word ?? '',
  there: kind === 'kept' ? '' : (there?.word ?? ''),
});

/** What an edit is, beside its words, as numbers of 0 to 1. */
export function traitsOf(edit: Edit): number[] {
  const { kind, here, there, hasValue, weight, startsClause, step, isFirst, fromOtherClause, isInContext } =
    edit;
  const { word, isContent, isDense } = here ?? there ?? { word: '', isContent: false, isDense: false };
  const steps =
    step === undefined
      ? [false, false, false, false, false]
      : [step > 1 && step <= 3, step > 3 && step <= 8, step > 8, step < 0 && step >= -4, step < -4];
  return [
    ...kinds.map((one) => one === kind),
    isContent,
    isDense,
    hasValue,
    Math.min(5, weight) / 5,
    startsClause,
    isFirst || step === 1,
    ...steps,
    fromOtherClause,
    isInContext || (startsClause && (fromOtherClause || isFirst)),
    Math.min(8, word.length) / 8,
    /^[!-~]/.test(word) && /[\d_.@-]/.test(word),
  ].map(Number);
}
