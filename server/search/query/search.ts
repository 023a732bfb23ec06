import type { KeywordMatch, KeywordQuery, KeywordResult } from '../../ports/search-index.ts';
import { foldText, withinFolded } from '../../text/text.ts';
import { createKeywordReader, LONGEST_KEYWORD, type KeywordPart } from '../analysis/keyword-parts.ts';
import { joinRuns, searchVectors } from '../ranking/join-vectors.ts';
import { CANDIDATES, type LexicalSearch } from './lexical.ts';
import { createLookUp, type Found } from './look-up.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { withFurther } from './further-chunks.ts';
import { hasTerm } from './has-term.ts';
import { parseQuery } from './parse-query.ts';
import { collectTerms, wordingsOf } from './question-terms.ts';
import type { Admission } from './scoped.ts';
import { correctSpelling } from './spelling.ts';
import { byRank, createTop } from './top-k.ts';
import type { Translate } from './translate.ts';
import { wordKeys } from './word-keys.ts';

/**
 * Creates the search of the search box. One word is looked up as typed, as a prefix, corrected, and as a part of
 * words. Several words are ranked as retrieval ranks a question, with titles that contain all of them on top.
 */
export function createSearch(
  index: InvertedIndex,
  searchLexically: LexicalSearch,
  { translate, admission }: { readonly translate: Translate; readonly admission: Admission },
): (query: KeywordQuery) => KeywordResult {
  const search = createSearchOnce(index, searchLexically, admission);
  return (query) => {
    const found = search(query);
    const meant = translate(query.keyword, { unlessWritten: found.hits.length > 0 });
    if (meant === undefined) return found;
    const { text } = meant;
    const translated = search({ ...query, keyword: text });
    if (translated.hits.length === 0) return found;
    const typed = found.hits
      .filter(holdingAll(index, query.keyword))
      // They stay above the others.
      .map(({ signals: _signals, ...hit }) => hit);
    return {
      ...translated,
      hits: [...typed, ...below(typed, translated.hits)].slice(0, Math.max(query.limit, query.compared ?? 0)),
      words: [
        ...new Set([...(typed.length > 0 ? found.words : []), ...text.split(' '), ...translated.words]),
      ],
    };
  };
}

/** Finds the articles that have every word of a keyword as it was typed: a site in another language may well speak of "java". */
function holdingAll(index: InvertedIndex, keyword: string): (hit: KeywordMatch) => boolean {
  const { articles, directory } = index;
  const numbers = collectTerms(foldText(keyword), wordKeys(index, keyword))
    .filter(({ telling }) => telling > 0)
    .map(({ high, low }) => index.terms.find(high, low));
  if (numbers.length === 0 || numbers.some((term) => term < 0)) return () => false;
  return ({ articleId }) => {
    const article = directory.entry(articleId)?.article ?? -1;
    return numbers.every((term) => articles.holds(term, article));
  };
}

/** Further results, scored below all that are listed already and without their articles. */
function below(listed: readonly KeywordMatch[], further: readonly KeywordMatch[]): readonly KeywordMatch[] {
  const known = new Set(listed.map(({ articleId }) => articleId));
  const least = listed.at(-1)?.score ?? 1;
  return further
    .filter(({ articleId }) => !known.has(articleId))
    .map((hit) => ({ ...hit, score: hit.score * least }));
}

function createSearchOnce(
  index: InvertedIndex,
  searchLexically: LexicalSearch,
  admission: Admission,
): (query: KeywordQuery) => KeywordResult {
  const lookUp = createLookUp(index);
  const readKeyword = createKeywordReader(index);

  /** Articles in the order of retrieval; where a part is quoted and occurs literally, those that have it. */
  const ranked = (
    { keyword, queryVector, limit, compared = limit }: KeywordQuery,
    parts: readonly KeywordPart[],
    inTitle: ReadonlySet<number>,
  ): readonly KeywordMatch[] => {
    if (!queryVector && inTitle.size === 0 && !parts.some((part) => isKnown(index, part))) return [];
    const asked = withinFolded(keyword, LONGEST_KEYWORD);
    const keys = wordKeys(index, asked);
    const { text } = correctSpelling(index, asked, keys, { isTyping: true });
    const question = parseQuery(text, keys);
    const isQuoted = QUOTED.test(keyword.trim());
    if (isQuoted) index.wanted?.({ passages: question.pairs.map((pair) => [pair]) });
    const most = Math.max(limit, compared);
    const run = searchLexically(question, 1, { articles: [...inTitle].slice(0, most), byWords: limit });
    const exact = isQuoted ? run.phrased() : [];
    const near = queryVector && searchVectors(index, queryVector, { count: CANDIDATES, admission });
    const isByWords = exact.length === 0 && !near;
    const found = exact.length > 0 ? exact : near ? joinRuns(run, near).best : run.best;
    const floor = (found[0]?.score ?? 0) * LEAST_OF_BEST;
    const told = found.map(({ document }) => run.told(index.directory.articleOf[document] ?? 0));
    const least = Math.max(...told, 0) * LEAST_OF_BEST;
    const matches = new Map<number, KeywordMatch>();
    for (const [at, { document, score: own }] of found.entries()) {
      const article = index.directory.articleOf[document] ?? 0;
      const titleHit = inTitle.has(article);
      const isLess = own < floor && (told[at] ?? 0) <= least;
      if ((isLess && !titleHit) || matches.has(article)) continue;
      const score = Math.min(1, own);
      matches.set(article, {
        articleId: index.directory.articleId(article),
        chunkId: index.directory.chunkId(document),
        score: titleHit ? (2 + score) / 3 : (2 * score) / 3,
        titleHit,
        ...(isByWords && !titleHit && { signals: run.signals(document) }),
      });
    }
    const best = [...matches.values()].toSorted((a, b) => b.score - a.score).slice(0, most);
    const above = found.filter(({ score }) => score >= floor).map(({ document }) => document);
    return withFurther(index, best, above);
  };

  const find = (query: KeywordQuery, parts: readonly KeywordPart[]): readonly KeywordMatch[] => {
    const inTitle = titleHits({ index, admission }, parts);
    const [first, ...others] = parts;
    if (first === undefined) return [];
    return others.length > 0
      ? ranked(query, parts, inTitle)
      : bestOfArticles({ index, admission }, lookUp(first), inTitle, query.limit);
  };

  return (query) => {
    const { keyword } = query;
    const typed = readKeyword(keyword, 'typed');
    const hits = find(query, typed);
    const relaxed = typed.some((part) => part.corrected) ? 'corrected' : 'none';
    if (hits.length > 0 || typed.length === 0)
      return { hits, words: typed.flatMap(({ words }) => words), relaxed };

    const keys = wordKeys(index, keyword);
    const spelt = correctSpelling(index, withinFolded(keyword, LONGEST_KEYWORD), keys);
    const wordings = wordingsOf(spelt.text, keys).filter(({ terms }) =>
      terms.every((term) => hasTerm(index, term)),
    );
    const meant = [spelt.text, ...wordings.map(({ text }) => text)].join(' ');
    const parts = spelt.corrections.length + wordings.length > 0 ? readKeyword(meant, 'typed') : [];
    const read = find({ ...query, keyword: meant }, parts);
    if (read.length > 0) return { hits: read, words: parts.map(({ text }) => text), relaxed: 'corrected' };

    const loose = readKeyword(keyword, 'parts');
    const partly = find(query, loose);
    return {
      hits: partly,
      words: partly.length > 0 ? loose.flatMap(({ words }) => words) : [],
      relaxed: 'parts',
    };
  };
}

/** Of several words, what has less than this share of the best score, and of what words of the keyword tell that one article has, shares only short words with the keyword. */
const LEAST_OF_BEST = 0.5;

/** True when any chunk contains the part. */
const isKnown = (index: InvertedIndex, { readings }: KeywordPart): boolean =>
  readings.some((reading) => hasTerm(index, reading));

const QUOTED = /^["“„«「『].+["”“»」』]$/u;

/** An index, and what of it a query may find. */
interface Scope {
  readonly index: InvertedIndex;
  readonly admission: Admission;
}

/** Articles whose title contains every part of the keyword, or the word that a part was corrected to. */
function titleHits({ index: { directory }, admission }: Scope, parts: readonly KeywordPart[]): Set<number> {
  const wordings = parts
    .map((part) => (part.corrected ? [part.text, ...part.words] : [part.text]))
    .toSorted((a, b) => a.length - b.length);
  const [first = [], ...rest] = wordings;
  const found = new Set<number>();
  for (const wording of first) {
    for (const article of directory.titled(wording)) {
      if (!admission.admits(article)) continue;
      const title = directory.titles[article] ?? '';
      if (rest.every((others) => others.some((other) => title.includes(other)))) found.add(article);
    }
  }
  return found;
}

/** The best chunk of each article, titles first. An article with a title hit is listed even without a scored chunk. */
function bestOfArticles(
  { index, admission }: Scope,
  found: Found,
  inTitle: ReadonlySet<number>,
  limit: number,
): readonly KeywordMatch[] {
  const { directory } = index;
  const bestChunk = bestChunks(index, found);
  const scoreOf = (article: number) => found.scores[(bestChunk[article] ?? 0) - 1] ?? 0;
  const best = createTop(limit);
  for (let article = 0; article < bestChunk.length; article++) {
    if (bestChunk[article] === 0 || inTitle.has(article) || !admission.admits(article)) continue;
    const score = scoreOf(article);
    if (score > best.floor) best.offer(article, score);
  }
  const titled = Array.from(inTitle, (article) => ({
    document: article,
    score: scoreOf(article) + TITLE_SHARE,
  }));
  const hits = [...best.ranked(), ...titled]
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
  return withFurther(index, hits, chunksIn(index, found, hits));
}

/** The chunks with a score of the listed articles, the best first. */
function chunksIn(
  { chunks: { isAlive }, directory }: InvertedIndex,
  { scores, chunks }: Found,
  hits: readonly KeywordMatch[],
): number[] {
  const listed = new Set(hits.map(({ articleId }) => directory.entry(articleId)?.article));
  const own: number[] = [];
  for (const chunk of chunks)
    if ((scores[chunk] ?? 0) > 0 && listed.has(directory.articleOf[chunk] ?? -1) && isAlive(chunk))
      own.push(chunk);
  return own.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

/** One more than the number of the best chunk for each article, 0 where none has a score. */
function bestChunks(
  { chunks: { isAlive }, articles, directory }: InvertedIndex,
  { scores, chunks }: Found,
): Uint32Array {
  const best = new Uint32Array(articles.limit);
  const { articleOf } = directory;
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i] ?? 0;
    const score = scores[chunk] ?? 0;
    if (score <= 0) continue;
    const article = articleOf[chunk] ?? 0;
    const before = best[article] ?? 0;
    const above = before === 0 ? 1 : score - (scores[before - 1] ?? 0);
    const isBetter = above > 0 || (above === 0 && chunk < before - 1);
    if (isBetter && isAlive(chunk)) best[article] = chunk + 1;
  }
  return best;
}

/** With a third for the title, an article with the keyword in its title is never below one without. */
const TITLE_SHARE = 1 / 3;
