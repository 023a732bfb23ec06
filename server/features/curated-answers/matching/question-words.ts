import { isCommonWord, isStopWord, stem, words } from '../../../text/text.ts';
import { cosine, type WordTable } from '../../../text/word-vectors/word-table.ts';

/** A word of a question. */
export interface QuestionWord {
  readonly stem: string;
  /** How much it counts: words that any question has count less. */
  readonly weight: number;
  readonly vector: Float32Array;
}

const stopWordWeight = 0.1;
const everydayWeight = 0.5;

/** The words of a question, each once. */
export function questionWords(question: string, table: Pick<WordTable, 'embed'>): QuestionWord[] {
  return [...new Set(words(question))].map((word) => ({
    stem: stem(word),
    weight: isStopWord(word) ? stopWordWeight : isCommonWord(word) ? everydayWeight : 1,
    vector: table.embed(word),
  }));
}

/**
 * How alike two questions are, 0 to 1: each word is compared with the word of the other question that comes nearest to it, by word
 * vectors; the mean of both directions, so that a word too many on either side counts.
 */
export function likenessOf(one: readonly QuestionWord[], other: readonly QuestionWord[]): number {
  const nearest = other.map(() => 0);
  let [sum, weights] = [0, 0];
  for (const word of one) {
    let best = 0;
    for (const [place, candidate] of other.entries()) {
      const like = word.stem === candidate.stem ? 1 : cosine(word.vector, candidate.vector);
      if (like > best) best = like;
      if (like > (nearest[place] ?? 0)) nearest[place] = like;
    }
    sum += word.weight * best;
    weights += word.weight;
  }
  const back = other.reduce((all, { weight }, place) => all + weight * (nearest[place] ?? 0), 0);
  const otherWeights = other.reduce((all, { weight }) => all + weight, 0);
  return weights === 0 || otherWeights === 0 ? 0 : (sum / weights + back / otherWeights) / 2;
}
