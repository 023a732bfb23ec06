import type { AskedTerm } from '../../ports/candidates.ts';
import type { Translation } from '../../ports/search-index.ts';
import type { Dictionary } from '../../text/dictionary/dictionary.ts';
import { meaningsOfChinese, meaningsOfEnglish, type Meaning } from '../../text/dictionary/meanings.ts';
import { questionWords } from '../../text/dictionary/question-words.ts';
import { guessLanguage } from '../../text/language.ts';
import { foldText } from '../../text/text.ts';
import { B, K1, inverseFrequency } from '../postings/bm25.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { Postings } from '../postings/postings.ts';
import { collectTerms } from './question-terms.ts';
import { topScores, type Scored } from './top-k.ts';
import { wordKeysIn, type WordKeys } from './word-keys.ts';

/** Translates a question for a site; `undefined` when the site has nothing in the other language, or the question needs no translation: with `unlessWritten` also where the site is written in its language. */
export type Translate = (
  question: string,
  how?: { readonly unlessWritten: boolean },
) => Translation | undefined;

/**
 * Translates questions between Chinese and English, word by word. Of the translations that the dictionary has for each word, it takes
 * those that occur together in one article of the site: "plum" or the name Li, whichever that article mentions.
 */
export function createTranslate(index: InvertedIndex, dictionary: Dictionary): Translate {
  const { directory, articles } = index;
  return (question, { unlessWritten } = { unlessWritten: false }) => {
    const folded = foldText(question.slice(0, LONGEST));
    const from = guessLanguage(folded);
    if (from !== 'zh' && from !== 'en') return undefined;
    const to = from === 'zh' ? 'en' : 'zh';
    if (directory.articlesIn(to) === 0) return undefined;
    const isWritten = directory.articlesIn(from) > articles.alive * FEW;
    if (isWritten && unlessWritten) return undefined;
    const asked = questionWords(folded, to);
    const meanings = (from === 'zh' ? meaningsOfChinese : meaningsOfEnglish)(asked.rest, dictionary);
    // Without a word of the dictionary, the question consists of names, which need no translation.
    if (meanings.every(({ word, wordings }) => wordings.every((wording) => wording === word)))
      return undefined;
    const wordings = chooseWordings(index, meanings, wordKeysIn(index, to));
    const said = wordings.filter((wording) => wording !== '').join(' ');
    const text = `${asked.words} ${said}`.trim();
    const lengthOf = (some: readonly Meaning[]) => some.reduce((sum, { word }) => sum + word.length, 0);
    const share = lengthOf(meanings.filter((_, at) => wordings[at] !== '')) / lengthOf(meanings);
    return { text, language: to, certainty: share, isWritten };
  };
}

/** A site with at most this share of articles in a language is not written in it. */
export const FEW = 0.1;

/** Longer questions are cut: their subject is at the beginning. */
const LONGEST = 400;

/** A translation as terms of the index, the rarest first; empty when the site lacks one of them. */
interface Sense {
  readonly wording: string;
  readonly terms: readonly number[];
}

/** Chooses a translation for each word: the one in the article that matches most of the question, otherwise the first that the site contains. */
function chooseWordings(
  index: InvertedIndex,
  meanings: readonly Meaning[],
  keys: WordKeys,
): readonly string[] {
  const { articles, terms } = index;
  const senseOf = (wording: string): Sense => {
    const found = collectTerms(wording, keys).filter(({ telling }) => telling > 0);
    // Pairs of characters, and words that are not everyday words, if there are any.
    const ofWords = found.filter(({ word }) => word !== undefined);
    const numbers = (ofWords.length > 0 ? ofWords : found).map(({ high, low }) => terms.find(high, low));
    const isKnown = numbers.every((term) => term >= 0 && articles.frequency(term) > 0);
    return {
      wording,
      terms: isKnown ? numbers.toSorted((a, b) => articles.frequency(a) - articles.frequency(b)) : [],
    };
  };
  const senses = meanings.map(({ wordings }) => wordings.map(senseOf));
  const known = senses.map((own) => own.filter((sense) => sense.terms.length > 0));
  index.wanted?.({ articles: known.map((own) => own.map(rarestOf(index))) });
  const best = bestArticle(articles, known);
  return senses.map((own, at) => {
    const held = known[at] ?? [];
    const inBest = best < 0 ? undefined : commonestIn(articles, best, held);
    // A single character is ambiguous: it counts only if the article contains it.
    const isVague = meanings[at]?.word.length === 1;
    return (inBest ?? (isVague ? undefined : (held[0] ?? own[0])))?.wording ?? '';
  });
}

/** The rarest term of a sense as a key. */
const rarestOf =
  ({ terms }: InvertedIndex) =>
  ({ terms: [rarest = -1] }: Sense, place: number): AskedTerm => ({
    high: terms.high(rarest),
    low: terms.low(rarest),
    weight: 1 / (1 + place),
  });

/** The sense that occurs most often in an article; among equals the first of the dictionary; `undefined` when none occurs. */
function commonestIn(articles: Postings, article: number, senses: readonly Sense[]): Sense | undefined {
  let best: { readonly sense: Sense; readonly weight: number } | undefined;
  for (const [place, sense] of senses.entries()) {
    if (!sense.terms.every((term) => articles.holds(term, article))) continue;
    const count = Math.min(...sense.terms.map((term) => countIn(articles, article, term)));
    const weight = count / (1 + place);
    if (weight > (best?.weight ?? 0)) best = { sense, weight };
  }
  return best?.sense;
}

function countIn(articles: Postings, article: number, term: number): number {
  for (const { packed, from, to } of articles.slices(term))
    for (let at = from; at < to; at++)
      if ((packed[at] ?? 0) >>> 8 === article) return (packed[at] ?? 0) & 255;
  return 0;
}

/**
 * Number of the article with the highest sum over the words of the BM25 of each word's best sense; -1 without any. The senses of a word share
 * one document frequency, that of all of them, like synonyms (Pirkola, SIGIR 1998); otherwise a rare wrong sense would win. The
 * second sense of the dictionary counts half as much as the first, the third a third: they are less common.
 */
function bestArticle(articles: Postings, words: readonly (readonly Sense[])[]): number {
  const total = new Float32Array(articles.limit);
  const ofWord = new Float32Array(articles.limit);
  for (const senses of words) {
    ofWord.fill(0);
    const frequency = senses.reduce((sum, { terms: [rarest = -1] }) => sum + articles.frequency(rarest), 0);
    const idf = inverseFrequency(articles.total, Math.min(articles.total, frequency));
    for (const [place, { terms }] of senses.entries()) raise(ofWord, articles, terms, idf / (1 + place));
    for (let article = 0; article < total.length; article++)
      total[article] = (total[article] ?? 0) + (ofWord[article] ?? 0);
  }
  const [best] = topScores(total, total.length, 1, articles.isAlive);
  return best?.document ?? -1;
}

/** Raises the scores of the articles that have all terms of a sense to its BM25; the count of the rarest one stands for all. */
function raise(scores: Float32Array, articles: Postings, terms: Sense['terms'], idf: number): void {
  const [rarest, ...others] = terms;
  if (rarest === undefined) return;
  const { lengths, averageLength } = articles;
  const better: Scored[] = [];
  for (const { packed, from, to } of articles.slices(rarest)) {
    for (let at = from; at < to; at++) {
      const posting = packed[at] ?? 0;
      const [document, count] = [posting >>> 8, posting & 255];
      const length = 1 - B + (B * (lengths[document] ?? 0)) / averageLength;
      const score = (idf * count * (K1 + 1)) / (count + K1 * length);
      if (score > (scores[document] ?? 0)) better.push({ document, score });
    }
  }
  // Applied at the end, since a slice is only valid until other postings are read.
  for (const { document, score } of better)
    if (others.every((term) => articles.holds(term, document))) scores[document] = score;
}
