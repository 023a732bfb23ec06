import { scriptRuns, type ScriptRun } from '../../../kit/scripts.ts';
import { foldText, isStopWord, plainWord, runWords } from '../../../kit/text.ts';
import { spacedKeys } from './analyze.ts';
import { B, inverseFrequency, K1 } from './bm25.ts';
import { addNgramSimilarity } from './character-ngrams.ts';
import { cleared, numbered } from './lexical.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { parseQuery } from './parse-query.ts';
import { characterHigh, pairHigh } from './term.ts';
import { topScores } from './top-k.ts';

export interface KeywordQuery {
  readonly keyword: string;
  /** Articles wanted. */
  readonly limit: number;
}

export interface KeywordMatch {
  readonly articleId: string;
  /** The article's best chunk for the keyword. */
  readonly chunkId: string;
  /** 0 … 1: a third each for the whole keyword in the title, the share of it in the chunk, and the BM25 against the best. */
  readonly score: number;
  readonly titleHit: boolean;
}

export interface KeywordResult {
  readonly hits: readonly KeywordMatch[];
  /** Words of the site that were searched for what was typed, completed or corrected: to be highlighted too. */
  readonly words: readonly string[];
  /** `none`: all as typed or completed; `corrected`: a misspelt word; `parts`: only parts or likeness were found. */
  readonly relaxed: 'none' | 'corrected' | 'parts';
}

/** The search box over an index: whole words, beginnings, misspellings, two-character words, then parts. */
export function createSearch(index: InvertedIndex): (query: KeywordQuery) => KeywordResult {
  let totals = new Float32Array(0);
  let cover = new Float32Array(0);
  let unitScores = new Float32Array(0);
  let likeness = new Float32Array(0);

  /** Adds a part of the keyword to the scores: of its readings, each chunk counts the best. Returns its weight. */
  const addPart = (part: KeywordPart): number => {
    const { chunks } = index;
    const touched: number[] = [];
    const fixed = K1 * (1 - B);
    const perLength = (K1 * B) / chunks.averageLength;
    for (const { high, low, weight } of part.readings) {
      const term = index.terms.find(high, low);
      if (term < 0) continue;
      for (const { packed, from, to } of chunks.slices(term)) {
        for (let i = from; i < to; i++) {
          const chunk = (packed[i] ?? 0) >>> 8;
          const count = (packed[i] ?? 0) & 255;
          const share = (weight * count) / (count + fixed + perLength * (chunks.lengths[chunk] ?? 0));
          if (unitScores[chunk] === 0) touched.push(chunk);
          if (share > (unitScores[chunk] ?? 0)) unitScores[chunk] = share;
        }
      }
    }
    const weight = inverseFrequency(chunks.total, touched.length);
    for (const chunk of touched) {
      totals[chunk] = (totals[chunk] ?? 0) + weight * (unitScores[chunk] ?? 0);
      cover[chunk] = (cover[chunk] ?? 0) + weight;
      unitScores[chunk] = 0;
    }
    return weight;
  };

  const searchParts = (parts: readonly KeywordPart[], limit: number): KeywordMatch[] => {
    const { chunks } = index;
    totals = cleared(totals, chunks.limit);
    cover = cleared(cover, chunks.limit);
    unitScores = cleared(unitScores, chunks.limit);
    let most = 0;
    for (const part of parts) most += addPart(part);
    const [best] = topScores(totals, chunks.limit, 1, chunks.isAlive);
    const widest = topScores(cover, chunks.limit, 1, chunks.isAlive)[0]?.score ?? 0;
    for (let chunk = 0; chunk < chunks.limit; chunk++) {
      const covered = cover[chunk] ?? 0;
      // Chunks with clearly less of the keyword than the best would only dilute the list.
      if (covered < ENOUGH_OF_WIDEST * widest) totals[chunk] = 0;
      else if (best !== undefined) totals[chunk] = (covered / most + (totals[chunk] ?? 0) / best.score) / 3;
    }
    return bestOfArticles(index, totals, titleHits(index, parts), limit);
  };

  return ({ keyword, limit }) => {
    const typed = readKeyword(index, keyword, 'typed');
    if (typed.length === 0) return { hits: [], words: [], relaxed: 'none' };
    const hits = searchParts(typed, limit);
    const relaxed = typed.some((part) => part.corrected) ? 'corrected' : 'none';
    if (hits.length > 0) return { hits, words: typed.flatMap(({ words }) => words), relaxed };

    const loose = readKeyword(index, keyword, 'parts');
    const partly = searchParts(loose, limit);
    if (partly.length > 0)
      return { hits: partly, words: loose.flatMap(({ words }) => words), relaxed: 'parts' };

    likeness = cleared(likeness, index.chunks.limit);
    addNgramSimilarity(index.chunks, numbered(index, parseQuery(keyword).grams), likeness);
    for (let chunk = 0; chunk < index.chunks.limit; chunk++) {
      likeness[chunk] = (likeness[chunk] ?? 0) < LEAST_LIKENESS ? 0 : Math.min(1, likeness[chunk] ?? 0) / 3;
    }
    return { hits: bestOfArticles(index, likeness, new Set(), limit), words: [], relaxed: 'parts' };
  };
}

const ENOUGH_OF_WIDEST = 0.5;

/** Below, two texts share nothing but common letters. */
const LEAST_LIKENESS = 0.15;

/** One piece of a keyword that should be found, with the terms it may be read as. */
interface KeywordPart {
  /** As it must stand in a folded title. */
  readonly text: string;
  readonly readings: readonly Reading[];
  /** Further words of the site it was read as. */
  readonly words: readonly string[];
  readonly corrected: boolean;
}

interface Reading {
  readonly high: number;
  readonly low: number;
  readonly weight: number;
}

/** Stop words are left out as long as anything else was typed. */
function readKeyword(index: InvertedIndex, keyword: string, how: 'typed' | 'parts'): KeywordPart[] {
  const folded = foldText(keyword.slice(0, LONGEST_KEYWORD));
  const all: { part: KeywordPart; stop: boolean }[] = [];
  for (const run of scriptRuns(folded)) {
    if (run.script === 'spaced') {
      const word = plainWord(run.text);
      all.push({ part: readSpaced(index, word, how), stop: isStopWord(word) });
    } else all.push(...readDense(run, how));
  }
  const telling = all.filter(({ stop }) => !stop);
  return (telling.length > 0 ? telling : all).slice(0, MOST_PARTS).map(({ part }) => part);
}

/** A keyword is a few words; more than this is a text that somebody pasted. */
const LONGEST_KEYWORD = 200;
const MOST_PARTS = 32;

/** What a reading counts against the word as typed. */
const STEM_WEIGHT = 0.9;
const COMPLETION_WEIGHT = 0.6;
const CORRECTION_WEIGHT = 0.5;
const CONTAINING_WEIGHT = 0.4;

/** Completions used of all that the site has: the most frequent ones. */
const MOST_WORDS = 24;

function readSpaced(
  { vocabulary, terms, chunks }: InvertedIndex,
  word: string,
  how: 'typed' | 'parts',
): KeywordPart {
  const [stemHigh = 0, stemLow = 0, wordHigh = 0, wordLow = 0] = spacedKeys(word);
  const asTyped: Reading[] = [
    { high: wordHigh, low: wordLow, weight: 1 },
    { high: stemHigh, low: stemLow, weight: STEM_WEIGHT },
  ];
  const frequency = ({ high, low }: Reading) => {
    const term = terms.find(high, low);
    return term < 0 ? 0 : chunks.frequency(term);
  };
  const frequent = (words: readonly string[], weight: number) =>
    words
      .map((text) => ({ text, reading: readingOf(text, weight) }))
      .map((entry) => ({ ...entry, documents: frequency(entry.reading) }))
      .filter(({ documents }) => documents > 0)
      .toSorted((a, b) => b.documents - a.documents)
      .slice(0, MOST_WORDS);

  const completed = frequent(vocabulary.completions(word), COMPLETION_WEIGHT);
  const isKnown = completed.length > 0 || asTyped.some((reading) => frequency(reading) > 0);
  const corrected = isKnown ? [] : frequent(vocabulary.similar(word), CORRECTION_WEIGHT);
  const containing = how === 'parts' ? frequent(vocabulary.containing(word), CONTAINING_WEIGHT) : [];
  const further = [...completed, ...corrected, ...containing];
  return {
    text: word,
    readings: [...asTyped, ...further.map(({ reading }) => reading)],
    words: further.map(({ text }) => text),
    corrected: corrected.length > 0,
  };
}

function readingOf(word: string, weight: number): Reading {
  const [, , high = 0, low = 0] = spacedKeys(word);
  return { high, low, weight };
}

/** A dense run is read as its pairs, those of stop words marked; a single character, or one of `parts`, as itself. */
function readDense(run: ScriptRun, how: 'typed' | 'parts'): { part: KeywordPart; stop: boolean }[] {
  const stops = runWords(run).flatMap((word) => Array.from({ length: word.length }, () => isStopWord(word)));
  const { text } = run;
  const part = (piece: string, high: number, low: number): KeywordPart => ({
    text: piece,
    readings: [{ high, low, weight: 1 }],
    words: [],
    corrected: false,
  });
  const characters = Array.from({ length: text.length }, (_, i) => ({
    part: part(text.charAt(i), characterHigh, text.charCodeAt(i)),
    stop: stops[i] ?? false,
  }));
  if (text.length === 1 || how === 'parts') return characters;
  return characters.slice(1).map((_, i) => ({
    part: part(text.slice(i, i + 2), pairHigh, ((text.charCodeAt(i) << 16) | text.charCodeAt(i + 1)) >>> 0),
    stop: (stops[i] ?? false) || (stops[i + 1] ?? false),
  }));
}

/** Articles whose title holds every part of the keyword, or the word that a part was corrected to. */
function titleHits(index: InvertedIndex, parts: readonly KeywordPart[]): Set<number> {
  const found = new Set<number>();
  index.titles.forEach((title, article) => {
    if (title === '' || !index.articles.isAlive(article)) return;
    const holds = (part: KeywordPart) =>
      title.includes(part.text) || (part.corrected && part.words.some((word) => title.includes(word)));
    if (parts.every(holds)) found.add(article);
  });
  return found;
}

/** The best chunk of each article, titles first. An article with a title hit is listed even without a scored chunk. */
function bestOfArticles(
  index: InvertedIndex,
  scores: Float32Array,
  inTitle: ReadonlySet<number>,
  limit: number,
): KeywordMatch[] {
  const { chunks, articleOf } = index;
  const best = new Map<number, { chunk: number; score: number }>();
  for (let chunk = 0; chunk < chunks.limit; chunk++) {
    const score = scores[chunk] ?? 0;
    if (score <= 0 || !chunks.isAlive(chunk)) continue;
    const article = articleOf[chunk] ?? 0;
    if (score > (best.get(article)?.score ?? 0)) best.set(article, { chunk, score });
  }
  for (const article of inTitle) {
    const [chunk] = index.chunksOf(article);
    const found = best.get(article) ?? (chunk === undefined ? undefined : { chunk, score: 0 });
    if (found !== undefined) best.set(article, { ...found, score: found.score + TITLE_SHARE });
  }
  return Array.from(best, ([article, { chunk, score }]) => ({ article, chunk, score }))
    .toSorted((a, b) => b.score - a.score || a.article - b.article)
    .slice(0, limit)
    .map(({ article, chunk, score }) => ({
      articleId: index.articleId(article),
      chunkId: index.chunkId(chunk),
      score: Math.min(1, score),
      titleHit: inTitle.has(article),
    }));
}

/** With a third for the title, an article with the keyword in its title is never below one without. */
const TITLE_SHARE = 1 / 3;
