import { stem } from '../text.ts';
import type { StemLanguage } from '../morphology/stem.ts';
import { synonymsOf } from '../synonyms/synonyms.ts';
import type { Content } from './content.ts';
import type { Evidence, EvidenceSentence } from './evidence.ts';
import type { Token } from './tokens.ts';

/** Where a term of a statement is found. */
export type Held = 'sentence' | 'near' | 'context' | 'no';

export interface View {
  find(token: Token): Held;
  /** True when the sentences contain a synonym of the word. */
  isSynonym(token: Token): boolean;
  hasName(name: string): boolean;
  /** Title and headings of the chosen sentences, in lower case. */
  readonly contextText: string;
  /** For each sentence, the clauses that contain words of the statement. */
  touchedClauses(words: readonly Token[]): readonly ReadonlySet<number>[];
  /** The words of the chosen sentences that match a word of the statement. */
  tokensOf(token: Token): readonly Token[];
}

export function createView(
  chosen: readonly EvidenceSentence[],
  contents: readonly Content[],
  language: StemLanguage,
): View {
  const byTerm = new Map<string, Token[]>();
  for (const content of contents)
    for (const token of content.tokens) {
      const known = byTerm.get(token.term);
      if (known) known.push(token);
      else byTerm.set(token.term, [token]);
    }
  const folded = contents.map((content) => content.folded);
  const contextText = chosen
    .map((one) => one.contextText)
    .join('\n')
    .toLowerCase();
  const others = (token: Token) =>
    synonymsOf(token.word, language).map((word) => (token.isDense ? word : stem(word, language)));

  const isSynonym = (token: Token): boolean =>
    others(token).some(
      (term) => byTerm.has(term) || (token.isDense && folded.some((text) => text.includes(term))),
    );

  const inText = (token: Token): Held | undefined => {
    if (byTerm.has(token.term)) return 'sentence';
    if (token.isDense && token.word.length > 1 && folded.some((text) => text.includes(token.word)))
      return 'sentence';
    if (
      !token.isDense &&
      token.term.length >= 5 &&
      [...byTerm.keys()].some((term) => sharesStem(term, token.term))
    )
      return 'sentence';
    if (isSynonym(token)) return 'near';
    if (
      token.isDense &&
      token.word.length > 1 &&
      Array.from(token.word).some((sign) => folded.some((text) => text.includes(sign)))
    )
      return 'near';
    return undefined;
  };
  return {
    isSynonym,
    find(token) {
      const own = inText(token);
      if (own === 'sentence') return own;
      if (
        chosen.some(({ context }) => context.has(token.term)) ||
        (token.isDense && token.word.length > 1 && contextText.includes(token.word))
      )
        return 'context';
      if (own) return own;
      return 'no';
    },
    contextText,
    hasName: (name) => folded.some((text) => text.includes(name)) || contextText.includes(name),
    touchedClauses: (words) =>
      contents.map((content) => {
        const wanted = new Set(words.map(({ term }) => term));
        const touched = new Set(
          content.tokens
            .filter(({ term, isContent }) => isContent && wanted.has(term))
            .map(({ clause }) => clause),
        );
        return touched;
      }),
    tokensOf: (token) => byTerm.get(token.term) ?? [],
  };
}

/** True for two stems that belong together although the stemmer keeps them apart: `configur` and `configurat`. */
const sharesStem = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length);
  return (
    shorter >= 5 &&
    Math.abs(one.length - other.length) <= 4 &&
    one.slice(0, Math.max(5, shorter - 1)) === other.slice(0, Math.max(5, shorter - 1))
  );
};

/** Weighted share of the words that are found in this way. */
export function weighted(
  words: readonly Token[],
  held: ReadonlyMap<string, Held>,
  kind: Held,
  evidence: Evidence,
): number {
  let sum = 0;
  let hit = 0;
  for (const { term } of words) {
    const weight = evidence.weight(term);
    sum += weight;
    if (held.get(term) === kind) hit += weight;
  }
  return sum === 0 ? 0 : hit / sum;
}
