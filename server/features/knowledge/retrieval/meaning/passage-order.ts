import { LRUCache } from 'lru-cache';
import type { RankSignals } from '../../../../ports/search-index.ts';
import { scoreWithTable } from '../../../../search/ranking/ranker.ts';
import { withinFolded } from '../../../../text/text.ts';
import { shippedWords, type OpenWords } from '../../../../text/word-vectors/shipped-words.ts';
import { cosine, type WordTable } from '../../../../text/word-vectors/word-table.ts';
import { createYieldEvery } from '../../../../work/event-loop.ts';
import { embeddedText } from '../../cutting/cut-article.ts';

/** A passage that the ranking found by words. */
export interface FoundPassage {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  /** Hash of title, headings and text; without one its vector is not kept. */
  readonly vectorKey?: string | undefined;
  readonly signals: RankSignals;
}

/** Puts passages that words found, best first, in the order of words and meaning. */
export type OrderByMeaning = <T extends FoundPassage & { readonly score: number }>(
  question: string,
  found: readonly T[],
) => Promise<readonly T[]>;

/** Passages whose meaning is compared, the best by words; 40 instead of 20 put the right article first no more often. */
export const COMPARED = 20;

/**
 * Creates the order of the weights that were learned with the meaning: the cosine by the table of words, in standard deviations from the
 * mean of the passages compared; one that is not compared counts as the least. Without the table, or of a question without a word that it knows, the order
 * stays. Vectors are made when they are first needed; the last of them are kept.
 */
export function createPassageOrder({
  words = shippedWords,
}: { readonly words?: OpenWords } = {}): OrderByMeaning {
  const kept = new LRUCache<string, Int8Array>({ max: MOST_KEPT });
  const vectorOf = (table: WordTable, passage: FoundPassage): Int8Array => {
    const { vectorKey = '' } = passage;
    const known = kept.get(vectorKey);
    if (known !== undefined) return known;
    const vector = Int8Array.from(passageVector(table, passage), (value) => Math.round(value * UNIT));
    if (vectorKey !== '') kept.set(vectorKey, vector);
    return vector;
  };
  return async (question, found) => {
    if (found.length < 2) return found;
    const table = await words(createYieldEvery(TURN_MS));
    const asked = table?.embed(withinFolded(question, LONGEST_QUESTION));
    if (!table || !asked?.some((value) => value !== 0)) return found;
    const compared = found.slice(0, COMPARED);
    const meanings = standardised(compared.map((one) => cosine(asked, vectorOf(table, one))));
    const rest = Math.min(...meanings);
    return found
      .map((one, at) => ({ ...one, score: scoreWithTable(one.signals, meanings[at] ?? rest) }))
      .toSorted((a, b) => b.score - a.score);
  };
}

/** Vector of the headings and the first words of a passage: long texts are alike in the mean of their words. */
export const passageVector = (
  table: WordTable,
  { title, headingPath, text }: Pick<FoundPassage, 'title' | 'headingPath' | 'text'>,
): Float32Array => table.embed(embeddedText(title, headingPath, text), MOST_WORDS);

/** Values in standard deviations from their mean; all 0 where they are alike. */
export function standardised(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (deviation === 0 ? 0 : (value - mean) / deviation));
}

/** Words of a passage that its vector is made of. */
const MOST_WORDS = 48;
/** A vector takes 0.4 KB with its key. */
const MOST_KEPT = 40_000;
const UNIT = 127;
const LONGEST_QUESTION = 400;
/** The longest stretch of work without a yield to the event loop, while the table is opened. */
const TURN_MS = 8;
