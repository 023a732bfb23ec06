import { B, inverseFrequency, K1 } from '../postings/bm25.ts';
import { likenessGains } from '../analysis/character-ngrams.ts';
import { LONGEST_KEYWORD, readKeyword, type KeywordPart } from '../analysis/keyword-parts.ts';
import { CANDIDATES, cleared, numbered, type LexicalSearch } from './lexical.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { parseQuery } from './parse-query.ts';
import type { Postings } from '../postings/postings.ts';
import { addTerm, bestOf, LANES, lanes, type Scores } from './scores.ts';
import { correctSpelling } from './spelling.ts';
import { byRank, createTop } from './top-k.ts';

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
  let found: Looked = { totals: new Float32Array(0), cover: new Float32Array(0), part: new Float32Array(0) };
  let likeness: Scores = new Float32Array(0);

  const searchParts = (parts: readonly KeywordPart[], limit: number): KeywordMatch[] => {
    const { chunks } = index;
    found = {
      totals: cleared(found.totals, chunks.limit),
      cover: cleared(found.cover, chunks.limit),
      part: cleared(found.part, chunks.limit),
    };
    let most = 0;
    for (const part of parts) most += addPart(index, part, found);
    weighParts(chunks, found, most);
    return bestOfArticles(index, found.totals, titleHits(index, parts), limit);
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

    likeness = cleared(likeness, LANES * index.chunks.limit);
    found = { ...found, totals: cleared(found.totals, index.chunks.limit) };
    addLikeness(index, keyword, likeness, found.totals);
    return { hits: bestOfArticles(index, found.totals, new Set(), limit), words: [], relaxed: 'parts' };
  };
}

/** What looking up has found so far, by chunk; kept from keyword to keyword. */
interface Looked {
  /** Sum of the parts' scores. */
  readonly totals: Scores;
  /** Sum of the weights of the parts that the chunk holds. */
  readonly cover: Scores;
  /** The part that is being looked up; zeros in between. */
  readonly part: Scores;
}

/** Adds a part of the keyword to the scores: of its readings, each chunk counts the best. Returns its weight. */
function addPart({ chunks, terms }: InvertedIndex, { readings }: KeywordPart, found: Looked): number {
  const { totals, cover, part } = found;
  const { lengths } = chunks;
  const fixed = K1 * (1 - B);
  const perLength = (K1 * B) / chunks.averageLength;
  const known = readings
    .map(({ high, low, weight }) => ({ term: terms.find(high, low), weight }))
    .filter(({ term }) => term >= 0);
  let documents = 0;
  for (const { term, weight } of known) {
    for (const { packed, from, to } of chunks.slices(term)) {
      for (let i = from; i < to; i++) {
        const posting = packed[i] ?? 0;
        const chunk = posting >>> 8;
        const count = posting & 255;
        const share = (weight * count) / (count + fixed + perLength * (lengths[chunk] ?? 0));
        const before = part[chunk] ?? 0;
        if (before === 0) documents++;
        if (share > before) part[chunk] = share;
      }
    }
  }
  const weight = inverseFrequency(chunks.total, documents);
  // Once more over the same postings: each chunk counts once, and its place is cleared.
  for (const { term } of known) {
    for (const { packed, from, to } of chunks.slices(term)) {
      for (let i = from; i < to; i++) {
        const chunk = (packed[i] ?? 0) >>> 8;
        const score = part[chunk] ?? 0;
        if (score === 0) continue;
        totals[chunk] = (totals[chunk] ?? 0) + weight * score;
        cover[chunk] = (cover[chunk] ?? 0) + weight;
        part[chunk] = 0;
      }
    }
  }
  return weight;
}

/** Makes one score of 0 … ⅔ of both; `most` is the weight of all parts. */
function weighParts({ limit, isAlive }: Postings, { totals, cover }: Looked, most: number): void {
  let best = 0;
  let widest = 0;
  for (let chunk = 0; chunk < limit; chunk++) {
    const total = totals[chunk] ?? 0;
    const covered = cover[chunk] ?? 0;
    if ((total <= best && covered <= widest) || !isAlive(chunk)) continue;
    if (total > best) best = total;
    if (covered > widest) widest = covered;
  }
  const least = ENOUGH_OF_WIDEST * widest;
  for (let chunk = 0; chunk < limit; chunk++) {
    const covered = cover[chunk] ?? 0;
    if (covered === 0) continue;
    // Chunks with clearly less of the keyword than the best would only dilute the list.
    totals[chunk] = covered < least || best === 0 ? 0 : (covered / most + (totals[chunk] ?? 0) / best) / 3;
  }
}

/** Scores chunks by their likeness in writing to the keyword, 0 … ⅓. */
function addLikeness(index: InvertedIndex, keyword: string, scores: Scores, totals: Scores): void {
  const { chunks } = index;
  const { terms, scale } = likenessGains(chunks, numbered(index, parseQuery(keyword).grams));
  for (const { term, gain } of terms)
    addTerm(chunks, term, { bm25: 0, support: 0, ngrams: gain, presence: 0 }, scores);
  bestOf(chunks, scores, 1, scale);
  for (let chunk = 0; chunk < chunks.limit; chunk++) {
    const alike = scores[LANES * chunk + lanes.ngrams] ?? 0;
    totals[chunk] = alike < LEAST_LIKENESS ? 0 : Math.min(1, alike) / 3;
  }
}

const ENOUGH_OF_WIDEST = 0.5;

/** Articles with less than this share of the best score have only small words in common with the keyword. */
const LEAST_OF_BEST = 0.35;

const QUOTED = /^["“„«「『].+["”“»」』]$/u;
const WHOLE_PHRASE = 0.999;

/** Below, two texts share nothing but common letters. */
const LEAST_LIKENESS = 0.15;

/** Articles whose title holds every part of the keyword, or the word that a part was corrected to. */
function titleHits({ directory }: InvertedIndex, parts: readonly KeywordPart[]): Set<number> {
  const wordings = parts
    .map((part) => (part.corrected ? [part.text, ...part.words] : [part.text]))
    .toSorted((a, b) => a.length - b.length);
  const [first = [], ...rest] = wordings;
  const found = new Set<number>();
  for (const wording of first) {
    for (const article of directory.titled(wording)) {
      const title = directory.titles[article] ?? '';
      if (rest.every((others) => others.some((other) => title.includes(other)))) found.add(article);
    }
  }
  return found;
}

/** The best chunk of each article, titles first. An article with a title hit is listed even without a scored chunk. */
function bestOfArticles(
  { chunks, articles, directory }: InvertedIndex,
  scores: Float32Array,
  inTitle: ReadonlySet<number>,
  limit: number,
): KeywordMatch[] {
  const bestChunk = bestChunks(chunks, directory.articleOf, scores, articles.limit);
  const scoreOf = (article: number) => scores[(bestChunk[article] ?? 0) - 1] ?? 0;
  const best = createTop(limit);
  for (let article = 0; article < bestChunk.length; article++) {
    if (bestChunk[article] === 0 || inTitle.has(article)) continue;
    const score = scoreOf(article);
    if (score > best.floor) best.offer(article, score);
  }
  const titled = Array.from(inTitle, (article) => ({
    document: article,
    score: scoreOf(article) + TITLE_SHARE,
  }));
  return [...best.ranked(), ...titled]
    .toSorted(byRank)
    .slice(0, limit)
    .map(({ document: article, score }) => ({
      articleId: directory.articleId(article),
      chunkId: directory.chunkId(
        (bestChunk[article] ?? 0) > 0 ? (bestChunk[article] ?? 0) - 1 : (directory.chunksOf(article)[0] ?? 0),
      ),
      score: Math.min(1, score),
      titleHit: inTitle.has(article),
    }));
}

/** One more than the number of the best chunk for each article, 0 where none has a score. */
function bestChunks(
  { limit, isAlive }: Postings,
  articleOf: Uint32Array,
  scores: Float32Array,
  articles: number,
): Uint32Array {
  const best = new Uint32Array(articles);
  for (let chunk = 0; chunk < limit; chunk++) {
    const score = scores[chunk] ?? 0;
    if (score <= 0) continue;
    const article = articleOf[chunk] ?? 0;
    const before = best[article] ?? 0;
    if ((before === 0 || score > (scores[before - 1] ?? 0)) && isAlive(chunk)) best[article] = chunk + 1;
  }
  return best;
}

/** With a third for the title, an article with the keyword in its title is never below one without. */
const TITLE_SHARE = 1 / 3;
