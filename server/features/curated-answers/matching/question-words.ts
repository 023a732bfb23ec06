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

/** Words that were read before, so that questions share them. */
export type Vocabulary = Map<string, QuestionWord>;

/** The words of a question, each once; those of `known` are taken from there, and new ones put into it if `learns`. */
export function questionWords(
  question: string,
  table: Pick<WordTable, 'embed'>,
  { known, learns }: { readonly known: Vocabulary; readonly learns: boolean },
): QuestionWord[] {
  return [...new Set(words(question))].map((word) => {
    const read = known.get(word) ?? wordOf(word, table);
    if (learns) known.set(word, read);
    return read;
  });
}

const wordOf = (word: string, table: Pick<WordTable, 'embed'>): QuestionWord => ({
  stem: stem(word),
  weight: isStopWord(word) ? stopWordWeight : isCommonWord(word) ? everydayWeight : 1,
  vector: table.embed(word),
});

/**
 * How alike other questions are to this one, 0 to 1: each word is compared with the word of the other question that comes nearest to it,
 * by word vectors; the mean of both directions, so that a word too many on either side counts.
 */
export function createLikeness(own: readonly QuestionWord[]): (other: readonly QuestionWord[]) => number {
  const rows = new Map<QuestionWord, Float32Array>();
  const rowOf = (word: QuestionWord): Float32Array => {
    const row =
      rows.get(word) ??
      Float32Array.from(own, (one) => (one.stem === word.stem ? 1 : cosine(one.vector, word.vector)));
    rows.set(word, row);
    return row;
  };
  const ownWeight = own.reduce((all, { weight }) => all + weight, 0);
  return (other) => {
    const best = new Float32Array(own.length);
    let [back, otherWeight] = [0, 0];
    for (const word of other) {
      const row = rowOf(word);
      let nearest = 0;
      for (let place = 0; place < row.length; place++) {
        const like = row[place] ?? 0;
        if (like > nearest) nearest = like;
        if (like > (best[place] ?? 0)) best[place] = like;
      }
      back += word.weight * nearest;
      otherWeight += word.weight;
    }
    const there = own.reduce((all, { weight }, place) => all + weight * (best[place] ?? 0), 0);
    return ownWeight === 0 || otherWeight === 0 ? 0 : (there / ownWeight + back / otherWeight) / 2;
  };
}
