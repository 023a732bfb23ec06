import { isTypingError, SHORTEST_MISSPELT } from '../../../text/edit-distance.ts';
import { guessLanguage, type Language } from '../../../text/language.ts';
import { stemLanguage } from '../../../text/morphology/stem.ts';
import { isCommonWord, isStopWord, stem, words } from '../../../text/text.ts';
import { isGrammarWord } from '../../../text/word-lists/grammar-words.ts';
import { cosine, type WordTable } from '../../../text/word-vectors/word-table.ts';

/** A word of a question. */
export interface QuestionWord {
  /** Folded, as it is written. */
  readonly word: string;
  readonly stem: string;
  /** How much it counts: words that any question has count less. */
  readonly weight: number;
  readonly vector: Float32Array;
  /** The table of words has it as it is written; what it has in pieces only may be misspelt. */
  readonly isKnown: boolean;
}

const stopWordWeight = 0.1;
const everydayWeight = 0.5;

/** Words that were read before, by their language, so that questions share them. */
export type Vocabulary = Map<string, QuestionWord>;

type Table = Pick<WordTable, 'embed' | 'wordsOf'>;

/** The words of a question, each once; those of `known` are taken from there, and new ones put into it if `learns`. */
export function questionWords(
  question: string,
  table: Table,
  { known, learns }: { readonly known: Vocabulary; readonly learns: boolean },
): QuestionWord[] {
  const language = guessLanguage(question);
  return [...new Set(words(question))].map((word) => {
    const key = `${language} ${word}`;
    const read = known.get(key) ?? wordOf(word, language, table);
    if (learns) known.set(key, read);
    return read;
  });
}

function wordOf(word: string, language: Language, table: Table): QuestionWord {
  const stemmed = stemLanguage(language);
  const isStop = isStopWord(word) || isGrammarWord(word, language);
  return {
    word,
    stem: stem(word, stemmed),
    weight: isStop ? stopWordWeight : isCommonWord(word, stemmed) ? everydayWeight : 1,
    vector: table.embed(word),
    isKnown: table.wordsOf(word).length === 1,
  };
}

/** How much of a question another text has, and the other way round, 0 to 1 by the weight of words. */
export interface Alignment {
  /** Each word of the question by the likeness of the word that comes nearest to it, by word vectors. */
  readonly asked: number;
  /** The same for each word of the text. */
  readonly kept: number;
  /** Share of the question's words that the text has. */
  readonly askedSame: number;
  /** Share of the text's words that the question has. */
  readonly keptSame: number;
  /** How near any word of the text comes to each word of the question. */
  readonly nearest: Float32Array;
  /** Of the word of the text that is farthest from the question: how far, by its weight. */
  readonly lost: number;
}

/** Compares other texts with a question, by their words. */
export function createAlignment(own: readonly QuestionWord[]): (other: readonly QuestionWord[]) => Alignment {
  const rows = new Map<QuestionWord, Float32Array>();
  const rowOf = (word: QuestionWord): Float32Array => {
    const row = rows.get(word) ?? Float32Array.from(own, (one) => likeOf(one, word));
    rows.set(word, row);
    return row;
  };
  const ownWeight = own.reduce((all, { weight }) => all + weight, 0);
  return (other) => {
    const best = new Float32Array(own.length);
    let [back, backSame, otherWeight, lost] = [0, 0, 0, 0];
    for (const word of other) {
      const row = rowOf(word);
      let nearest = 0;
      for (let place = 0; place < row.length; place++) {
        const like = row[place] ?? 0;
        if (like > nearest) nearest = like;
        if (like > (best[place] ?? 0)) best[place] = like;
      }
      back += word.weight * nearest;
      lost = Math.max(lost, word.weight * (1 - nearest));
      if (nearest >= same) backSame += word.weight;
      otherWeight += word.weight;
    }
    let [there, thereSame] = [0, 0];
    for (const [place, { weight }] of own.entries()) {
      const like = best[place] ?? 0;
      there += weight * like;
      if (like >= same) thereSame += weight;
    }
    if (ownWeight === 0 || otherWeight === 0) return nothingAlike;
    return {
      asked: there / ownWeight,
      kept: back / otherWeight,
      askedSame: thereSame / ownWeight,
      keptSame: backSame / otherWeight,
      nearest: best,
      lost,
    };
  };
}

function likeOf(asked: QuestionWord, word: QuestionWord): number {
  if (asked.stem === word.stem || isMisspelt(asked, word)) return 1;
  return isNumber(asked) || isNumber(word) ? 0 : cosine(asked.vector, word.vector);
}

/** Whether a word that nobody knows is another one with a typing error; names with numbers differ in a sign. */
const isMisspelt = ({ word, isKnown }: QuestionWord, { word: meant }: QuestionWord) =>
  !isKnown && word.length >= SHORTEST_MISSPELT && /^\p{L}+$/u.test(word) && isTypingError(word, meant);

/** Another number, or name with a number, is another thing, however near their vectors are. */
const isNumber = ({ stem }: QuestionWord) => /\p{N}/u.test(stem);

/** The likeness of a word with itself, but for rounding. */
const same = 0.9999;

const nothingAlike: Alignment = {
  asked: 0,
  kept: 0,
  askedSame: 0,
  keptSame: 0,
  nearest: new Float32Array(0),
  lost: 0,
};

/** One number of both directions, so that a word too many on either side counts. */
export const likenessOf = ({ asked, kept }: Alignment): number => (asked + kept) / 2;
