import { isKana, katakanaWords } from '../../text/morphology/katakana.ts';
import { scriptRuns, type ScriptRun } from '../../text/scripts.ts';
import { rewordingsOf } from '../../text/synonyms/rewordings.ts';
import type { StemLanguage } from '../../text/morphology/stem.ts';
import type { TermKey } from '../../ports/search-index.ts';
import { isCommonWord, isStopWord, plainWord, runWords } from '../../text/text.ts';
import { wholeWordKey } from '../analysis/spaced-keys.ts';
import { characterHigh, pairHigh } from '../analysis/term.ts';
import type { WordKeys } from './word-keys.ts';

/** A question term as a key, with its weight for a retriever. */
export interface KeyedTerm extends TermKey {
  readonly weight: number;
}

/**
 * Weight, relative to a subject word, of what tells less: an everyday word; a synonym; each of the characters and pairs of a word in a script without
 * blanks, since it counts by both; and, once more, a pair across the border of two words, which an answer may have in another order, and one
 * inside a word in katakana, which stands in many other words.
 */
export const WEAK = 0.5;

export interface FoundTerm extends KeyedTerm {
  /** Share of its weight that belongs to the subject, 0 to 1. */
  readonly telling: number;
  /** Position in the question of its word, when that is neither a stop word nor an everyday one. */
  readonly word?: number;
}

/** Role of a word in a question. */
interface WordRole {
  readonly strength: number;
  readonly telling: number;
}

function roleOf(word: string, language: StemLanguage): WordRole {
  if (isStopWord(word)) return { telling: 0, strength: 1 };
  return { telling: 1, strength: isCommonWord(word, language) ? WEAK : 1 };
}

/** The terms of a folded question for BM25, each once. */
export function collectTerms(folded: string, keys: WordKeys): FoundTerm[] {
  const found = new Map<string, FoundTerm>();
  const put: Put = (high, low, { strength, telling }, { share = 1, word }) => {
    const key = keyOf({ high, low });
    const weight = strength * share;
    const place = strength === 1 && telling > 0 && word !== undefined ? { word } : {};
    if (weight > (found.get(key)?.weight ?? 0)) found.set(key, { high, low, weight, telling, ...place });
  };
  for (const run of scriptRuns(folded)) {
    if (run.script === 'dense') collectDense(run, put);
    else {
      const [high = 0, low = 0] = keys.of(run.text);
      put(high, low, roleOf(plainWord(run.text), keys.language), { word: run.start });
    }
  }
  return [...found.values()];
}

/** Another wording of some of a question's words: a synonym, or two of them written as one. */
export interface Wording {
  readonly text: string;
  readonly terms: readonly FoundTerm[];
  /** Number of its words. */
  readonly words: number;
  /** The words of the question that it stands for. */
  readonly phrases: readonly string[];
}

/** The other wordings of a folded question's words and phrases. */
export function wordingsOf(folded: string, keys: WordKeys): Wording[] {
  const words = scriptRuns(folded).flatMap(runWords);
  const byWording = Map.groupBy(rewordingsOf(words, keys.language), ({ wording }) => wording);
  return Array.from(byWording, ([wording, own]) => ({
    text: wording,
    terms: collectTerms(wording, keys),
    words: scriptRuns(wording).length,
    phrases: own.map(({ phrase }) => phrase),
  }));
}

/** The terms of other wordings, each once, without the question's own terms. */
export function alternativesIn(wordings: readonly Wording[], own: readonly KeyedTerm[]): KeyedTerm[] {
  const asked = new Set(own.map(keyOf));
  const found = new Map<string, KeyedTerm>();
  for (const { terms, words } of wordings) {
    const share = WEAK / words;
    for (const { high, low, weight } of terms.filter(({ telling }) => telling > 0)) {
      const key = keyOf({ high, low });
      if (!asked.has(key) && weight * share > (found.get(key)?.weight ?? 0))
        found.set(key, { high, low, weight: weight * share });
    }
  }
  return [...found.values()];
}

/** A term as one string. */
export const keyOf = ({ high, low }: TermKey): string => `${high}:${low}`;

type Put = (
  high: number,
  low: number,
  standing: WordRole,
  as: { readonly share?: number; readonly word?: number | undefined },
) => void;

/**
 * The characters and pairs of a dense run. A character has the weight of its dictionary word, a pair that of its
 * lower part. A word in katakana counts as a whole, a single letter of kana says nothing.
 */
function collectDense(run: ScriptRun, put: Put): void {
  let start = run.start;
  const letters = runWords(run).flatMap((word) => {
    const standing = roleOf(word, 'en');
    const at = start;
    start += word.length;
    const isLone = word.length === 1;
    return Array.from({ length: word.length }, (_, place) => ({
      standing,
      opensWord: place === 0,
      at,
      isLone,
    }));
  });
  const inKatakana = new Set<number>();
  for (const { key, start: from, length } of katakanaWords(run.text)) {
    for (let i = from; i < from + length; i++) inKatakana.add(i);
    wholeWordKey(key, (high, low) => put(high, low, SUBJECT, { word: run.start + from }));
  }
  let before: WordRole | undefined;
  for (const [i, { standing, opensWord, at, isLone }] of letters.entries()) {
    const code = run.text.charCodeAt(i);
    if (isKana(code)) put(characterHigh, code, FUNCTION_WORD, { share: WEAK });
    else put(characterHigh, code, standing, { share: WEAK, word: isLone ? at : undefined });
    if (before !== undefined) {
      const pair = ((run.text.charCodeAt(i - 1) << 16) | code) >>> 0;
      const isPart = inKatakana.has(i - 1) && inKatakana.has(i);
      const strength = Math.min(before.strength, standing.strength);
      const share = isPart || opensWord ? WEAK : 1;
      const telling = Math.min(before.telling, standing.telling) * share;
      const word = opensWord || isPart ? undefined : at;
      put(pairHigh, pair, { strength, telling }, { share: WEAK, word });
    }
    before = standing;
  }
}

const SUBJECT: WordRole = { strength: 1, telling: 1 };
const FUNCTION_WORD: WordRole = { strength: 1, telling: 0 };
