import type { RankSignals } from '../../../../ports/search-index.ts';
import { scoreWithTable } from '../../../../search/ranking/ranker.ts';
import { standardised } from '../../../../search/ranking/standardised.ts';
import type { OpenWords } from '../../../../text/word-vectors/shipped-words.ts';
import type { WordTable } from '../../../../text/word-vectors/word-table.ts';
import { embeddedText } from '../../cutting/cut-article.ts';
import { createWordMeaning } from './word-meaning.ts';

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
export function createPassageOrder({ words }: { readonly words?: OpenWords } = {}): OrderByMeaning {
  const meaningOf = createWordMeaning(MOST_KEPT, words);
  return async (question, found) => {
    if (found.length < 2) return found;
    const nearness = await meaningOf(question);
    if (nearness === undefined) return found;
    const meanings = standardised(
      found
        .slice(0, COMPARED)
        .map((one) => nearness(one.vectorKey ?? '', (table) => passageVector(table, one))),
    );
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

/** Words of a passage that its vector is made of. */
const MOST_WORDS = 48;
const MOST_KEPT = 40_000;
