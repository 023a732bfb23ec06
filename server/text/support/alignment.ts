import { commonWords } from '../word-lists/common-words.ts';
import type { Content } from './content.ts';
import type { Evidence } from './evidence.ts';
import type { View } from './held-words.ts';
import type { Token } from './tokens.ts';

/** A content word of a statement with the strength of its match in the sentences and its weight. */
interface Aligned {
  readonly token: Token;
  /** 1 for the word itself, less for a synonym, a part of it or a word of the headings, 0 without a match. */
  readonly strength: number;
  /** From 0 to 1: the rarer the word in the article, the higher; reduced for the most common words of the language. */
  readonly weight: number;
  /** Position of the word in the first sentence. */
  readonly place: number | undefined;
}

const strengths = { sentence: 1, near: 0.7, context: 0.7, no: 0 } as const;

/** Weight of a common word of the language relative to a rare one. */
const usual = 0.35;

function align(statement: Content, contents: readonly Content[], view: View, evidence: Evidence): Aligned[] {
  const [main] = contents;
  const places = new Map<string, number>();
  main?.words.forEach(({ term }, index) => places.set(term, places.get(term) ?? index));
  const terms = contents.flatMap(({ words }) =>
    words.filter(({ isDense }) => !isDense).map(({ word }) => word),
  );
  const signs = new Set(
    contents.flatMap(({ tokens }) =>
      tokens.filter(({ isDense, isContent }) => isDense && isContent).flatMap(({ word }) => Array.from(word)),
    ),
  );
  const most = Math.log(2 + evidence.sentences.length);
  const known = new Map<string, number>();
  return statement.words.map((token) => {
    const found = view.find(token);
    let strength: number = strengths[found];
    if (found === 'no' || found === 'near') {
      const key = token.word;
      const part =
        known.get(key) ??
        (token.isDense
          ? shareOfSigns(token.word, signs)
          : Math.max(0, ...terms.map((term) => likeness(token.word, term))));
      known.set(key, part);
      strength =
        token.isDense && found === 'near'
          ? Math.max(0.8 * part, view.isSynonym(token) ? 0.8 : 0)
          : Math.max(strength, 0.8 * part);
    }
    const weight =
      Math.min(1, evidence.weight(token.term) / most) * (commonWords.has(token.word) ? usual : 1);
    return { token, strength, weight, place: places.get(token.term) };
  });
}

const shareOfSigns = (word: string, signs: ReadonlySet<string>): number => {
  const own = Array.from(word);
  return own.length === 0 ? 0 : own.filter((sign) => signs.has(sign)).length / own.length;
};

/** Similarity of two words by their common prefix; words of less than four letters must be equal. */
function likeness(one: string, other: string): number {
  const least = Math.min(one.length, other.length);
  let same = 0;
  while (same < least && one[same] === other[same]) same++;
  return same < 4 ? 0 : same / Math.max(one.length, other.length);
}

/** How well the sentences match the words of a statement: as a whole, by clause, in order, and which words it adds. */
export function alignmentSignals(
  statement: Content,
  contents: readonly Content[],
  view: View,
  evidence: Evidence,
) {
  const aligned = align(statement, contents, view, evidence);
  const [main] = contents;
  const held = (some: readonly Aligned[]) => {
    const sum = some.reduce((all, { weight }) => all + weight, 0);
    return sum === 0 ? 1 : some.reduce((all, { weight, strength }) => all + weight * strength, 0) / sum;
  };
  const clauses = new Map<number, Aligned[]>();
  for (const one of aligned) clauses.set(one.token.clause, [...(clauses.get(one.token.clause) ?? []), one]);
  const lacking = aligned.map(({ weight, strength }) => weight * (1 - strength));
  const firm = aligned.map(({ weight, strength }) => (strength < 0.5 ? weight : 0));
  const places = aligned.flatMap(({ place }) => (place === undefined ? [] : [place]));
  const turns = places.slice(1).filter((place, index) => place < (places[index] ?? 0)).length;
  // Words in the place of a different word of the sentence.
  let replaced = 0;
  let inOrder = 0;
  aligned.forEach(({ strength, place, weight }, index) => {
    const before = aligned[index - 1]?.place;
    if (before !== undefined && place === before + 1) inOrder++;
    if (place !== undefined || strength > 0.75) return;
    const after = aligned[index + 1]?.place;
    if (before !== undefined && after !== undefined && after - before === 2) replaced += weight;
    else if (
      (before !== undefined && index === aligned.length - 1 && main && before < main.words.length - 1) ||
      (after !== undefined && index === 0 && after > 0)
    )
      replaced += weight / 2;
  });
  const said = new Set(statement.words.map(({ term }) => term));
  const mainWords = main?.words ?? [];
  const touched = new Set(mainWords.filter(({ term }) => said.has(term)).map(({ clause }) => clause));
  const around = mainWords.filter(({ clause }) => touched.has(clause));
  return {
    softHeld: held(aligned),
    leastClause: Math.min(1, ...Array.from(clauses.values(), (some) => held(some))),
    addedMost: Math.max(0, ...lacking),
    addedFirm: Math.max(0, ...firm),
    addedSum:
      Math.min(
        4,
        lacking.reduce((sum, value) => sum + value, 0),
      ) / 4,
    addedShare:
      aligned.length === 0 ? 0 : aligned.filter(({ strength }) => strength < 0.5).length / aligned.length,
    turned: Math.min(4, turns) / 4,
    turnedTwice: Math.min(3, Math.max(0, turns - 1)) / 3,
    inOrder: aligned.length < 2 ? 0 : inOrder / (aligned.length - 1),
    replaced: Math.min(2, replaced) / 2,
    covered: around.length === 0 ? 0 : around.filter(({ term }) => said.has(term)).length / around.length,
    scattered: scattered(aligned, contents),
    words: Math.min(20, aligned.length) / 20,
    clauses: Math.min(4, clauses.size) / 4,
  };
}

/** The largest share of a clause that is matched only by several sentences together, so that none of them says it. */
function scattered(aligned: readonly Aligned[], contents: readonly Content[]): number {
  if (contents.length < 2) return 0;
  const sums = new Map<number, { all: number; each: number[] }>();
  for (const { token, weight, strength } of aligned) {
    const sum = sums.get(token.clause) ?? { all: 0, each: contents.map(() => 0) };
    sums.set(token.clause, sum);
    const places = contents.map(({ tokens, folded }) =>
      token.isDense ? folded.includes(token.word) : tokens.some(({ term }) => term === token.term),
    );
    if (strength < 0.5 || !places.includes(true)) continue;
    sum.all += weight;
    places.forEach((has, index) => (sum.each[index] = (sum.each[index] ?? 0) + (has ? weight : 0)));
  }
  return Math.max(
    0,
    ...Array.from(sums.values(), ({ all, each }) => (all === 0 ? 0 : 1 - Math.max(...each) / all)),
  );
}
