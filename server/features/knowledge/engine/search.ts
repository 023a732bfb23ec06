import { B, inverseFrequency, K1 } from './bm25.ts';
import { addNgramSimilarity } from './character-ngrams.ts';
import { LONGEST_KEYWORD, readKeyword, type KeywordPart } from './keyword-parts.ts';
import { CANDIDATES, cleared, numbered, type LexicalSearch } from './lexical.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { parseQuery } from './parse-query.ts';
import { correctSpelling } from './spelling.ts';
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

/**
 * The search box over an index. One word is looked up: as typed, as a beginning, misspelt, as a part. Several
 * words are ranked as retrieval ranks a question, with titles that hold all of them on top; what only looking up
 * finds follows.
 */
export function createSearch(
  index: InvertedIndex,
  searchLexically: LexicalSearch,
): (query: KeywordQuery) => KeywordResult {
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

  /** The articles in the order of retrieval, then those that only looking up has found. */
  const ranked = (
    keyword: string,
    parts: readonly KeywordPart[],
    lookedUp: readonly KeywordMatch[],
  ): KeywordMatch[] => {
    const { text } = correctSpelling(index, keyword.slice(0, LONGEST_KEYWORD), { completeLast: true });
    const run = searchLexically(parseQuery(text), CANDIDATES);
    const exact = QUOTED.test(keyword.trim())
      ? run.best.filter(({ document }) => run.signals(document).phrase > WHOLE_PHRASE)
      : [];
    const found = exact.length > 0 ? exact : run.best;
    const floor = (found[0]?.score ?? 0) * LEAST_OF_BEST;
    const inTitle = titleHits(index, parts);
    const matches = new Map<number, KeywordMatch>();
    for (const { document, score } of found) {
      const article = index.directory.articleOf[document] ?? 0;
      if (score < floor || matches.has(article)) continue;
      const titleHit = inTitle.has(article);
      matches.set(article, {
        articleId: index.directory.articleId(article),
        chunkId: index.directory.chunkId(document),
        score: titleHit ? (2 + score) / 3 : (2 * score) / 3,
        titleHit,
      });
    }
    const listed = [...matches.values()].toSorted((a, b) => b.score - a.score);
    if (exact.length > 0) return listed;
    const known = new Set(listed.map(({ articleId }) => articleId));
    const least = listed.at(-1)?.score ?? 1;
    const rest = lookedUp.filter(({ articleId }) => !known.has(articleId));
    const [titled, others] = [rest.filter((hit) => hit.titleHit), rest.filter((hit) => !hit.titleHit)];
    const below = others.map((hit) => ({ ...hit, score: hit.score * least }));
    return [...titled, ...listed, ...below].toSorted((a, b) => b.score - a.score);
  };

  return ({ keyword, limit }) => {
    const typed = readKeyword(index, keyword, 'typed');
    if (typed.length === 0) return { hits: [], words: [], relaxed: 'none' };
    const lookedUp = searchParts(typed, limit);
    const hits =
      typed.length > 1 && lookedUp.length > 0 ? ranked(keyword, typed, lookedUp).slice(0, limit) : lookedUp;
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

/** Articles with less than this share of the best score have only small words in common with the keyword. */
const LEAST_OF_BEST = 0.35;

const QUOTED = /^["“„«「『].+["”“»」』]$/u;
const WHOLE_PHRASE = 0.999;

/** Below, two texts share nothing but common letters. */
const LEAST_LIKENESS = 0.15;

/** Articles whose title holds every part of the keyword, or the word that a part was corrected to. */
function titleHits(index: InvertedIndex, parts: readonly KeywordPart[]): Set<number> {
  const found = new Set<number>();
  index.directory.titles.forEach((title, article) => {
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
  const { chunks } = index;
  const { articleOf } = index.directory;
  const best = new Map<number, { chunk: number; score: number }>();
  for (let chunk = 0; chunk < chunks.limit; chunk++) {
    const score = scores[chunk] ?? 0;
    if (score <= 0 || !chunks.isAlive(chunk)) continue;
    const article = articleOf[chunk] ?? 0;
    if (score > (best.get(article)?.score ?? 0)) best.set(article, { chunk, score });
  }
  for (const article of inTitle) {
    const [chunk] = index.directory.chunksOf(article);
    const found = best.get(article) ?? (chunk === undefined ? undefined : { chunk, score: 0 });
    if (found !== undefined) best.set(article, { ...found, score: found.score + TITLE_SHARE });
  }
  return Array.from(best, ([article, { chunk, score }]) => ({ article, chunk, score }))
    .toSorted((a, b) => b.score - a.score || a.article - b.article)
    .slice(0, limit)
    .map(({ article, chunk, score }) => ({
      articleId: index.directory.articleId(article),
      chunkId: index.directory.chunkId(chunk),
      score: Math.min(1, score),
      titleHit: inTitle.has(article),
    }));
}

/** With a third for the title, an article with the keyword in its title is never below one without. */
const TITLE_SHARE = 1 / 3;
