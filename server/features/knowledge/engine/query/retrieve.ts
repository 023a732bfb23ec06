import type {
  Hit,
  Retrieval,
  RetrieveQuery,
  RetrieverHit,
  RetrieverName,
  RetrieverResult,
} from '../../../../ports/search-index.ts';
import { namesIn } from '../../../../text/question/names.ts';
import { weighEvidence } from './evidence.ts';
import { retrieverShares, spreadOf, standardScore, vectorTrust } from './fuse.ts';
import {
  CANDIDATES,
  numberOf,
  timed,
  type LexicalSearch,
  type RetrieverRun,
  type LexicalRun,
} from './lexical.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { parseQuery } from './parse-query.ts';
import { correctSpelling } from './spelling.ts';
import { byRank, type Scored } from './top-k.ts';
import type { Translate } from './translate.ts';
import { wordKeys } from './word-keys.ts';
import type { Neighbours } from '../vectors/vectors.ts';

/**
 * Retrieval over an index; `answersFrom` replaces the threshold of the evidence. A question in Chinese or English that the site does
 * not answer in that language is translated word by word and searched again.
 */
export function createRetrieve(
  index: InvertedIndex,
  searchLexically: LexicalSearch,
  { answersFrom, translate }: { readonly answersFrom?: number | undefined; readonly translate: Translate },
): (query: RetrieveQuery) => Retrieval {
  const retrieve = createRetrieveOnce(index, searchLexically, answersFrom);
  return (query) => {
    const semantic = searchMeaning(index, query);
    const found = retrieve(query, semantic);
    if (found.evidence.level === 'answers') return found;
    const meant = translate(query.question, found.evidence.level);
    if (meant === undefined) return found;
    const { translation, mustAnswer } = meant;
    const translated = retrieve({ ...query, question: translation.text }, semantic, translation.certainty);
    const { level, score } = translated.evidence;
    const isBetter = mustAnswer ? level === 'answers' : score > found.evidence.score;
    return isBetter ? { ...translated, translation } : found;
  };
}

function createRetrieveOnce(
  index: InvertedIndex,
  searchLexically: LexicalSearch,
  answersFrom: number | undefined,
): (query: RetrieveQuery, semantic: SemanticRun | undefined, certainty?: number) => Retrieval {
  return (query, semantic, certainty) => {
    const topK = query.topK ?? DEFAULT_TOP_K;
    const keys = wordKeys(index, query.question);
    const { text, corrections } = correctSpelling(index, query.question, keys);
    const question = parseQuery(text, namesIn(query.question), keys);
    // Evidence uses words in every mode; they affect the ranking only in modes that search by words.
    const words = searchLexically(question, topK);
    const lexical = semantic !== undefined && query.mode === 'vector' ? undefined : words;
    const ranked = rank(index, {
      topK,
      lexical,
      semantic,
      semanticWeight: query.semanticWeight ?? DEFAULT_SEMANTIC_WEIGHT,
    });
    const retrievers = [
      ...(lexical?.retrievers ?? []),
      ...(semantic === undefined ? [] : [semantic.retriever]),
    ];
    const evidence = weighEvidence(
      {
        passages: index.chunks,
        articles: index.articles,
        subject: question.subject.map((term) => numberOf(index, term)),
        reached: words.reached,
        signals: ranked[0] === undefined ? undefined : words.signals(ranked[0].document),
        agreement: agreement(index, ranked[0], retrievers),
        words: question.words.map((terms) => terms.map((term) => numberOf(index, term))),
        asksWhether: question.asksWhether,
        certainty,
        ...(semantic === undefined ? {} : { vectors: semantic.standing }),
      },
      answersFrom,
    );
    return {
      hits: nameHits(index, ranked, retrievers, topK).map((hit, at) => ({
        ...hit,
        coverage: words.signals(ranked[at]?.document ?? 0).coverage,
      })),
      retrievers: retrievers.map((retriever) => nameRetriever(index, retriever, topK)),
      evidence,
      corrections,
    };
  };
}

const DEFAULT_TOP_K = 20;
const DEFAULT_SEMANTIC_WEIGHT = 0.7;

interface SemanticRun {
  readonly vector: Float32Array;
  readonly retriever: RetrieverRun;
  readonly neighbours: Neighbours;
  /** Standard score of the nearest vector, and the number of vectors. */
  readonly standing: { readonly best: number; readonly size: number };
}

/** The nearest vectors, once for a question and its translation; `undefined` where words alone are searched. */
function searchMeaning(
  { vectors }: InvertedIndex,
  { queryVector: vector, mode, topK = DEFAULT_TOP_K }: RetrieveQuery,
): SemanticRun | undefined {
  if (vector === undefined || vectors.size === 0 || mode === 'keyword') return undefined;
  let neighbours: Neighbours = { nearest: [], mean: 0, deviation: 0 };
  const retriever = timed('vectors', () => {
    neighbours = vectors.nearest(vector, Math.max(topK, CANDIDATES));
    return neighbours.nearest.map(({ document, cosine }) => ({ document, score: cosine }));
  });
  const [nearest] = neighbours.nearest;
  const best = nearest === undefined ? 0 : standardScore(nearest.cosine, neighbours);
  return { vector, retriever, neighbours, standing: { best, size: vectors.size } };
}

function rank(
  { chunks, directory, vectors }: InvertedIndex,
  {
    topK,
    lexical,
    semantic,
    semanticWeight,
  }: {
    readonly topK: number;
    readonly lexical: LexicalRun | undefined;
    readonly semantic: SemanticRun | undefined;
    readonly semanticWeight: number;
  },
): readonly Scored[] {
  const first = (best: readonly Scored[]) => ofSeveralArticles(best, topK, directory.articleOf);
  if (lexical === undefined) return first(semantic?.retriever.best ?? []);
  if (semantic === undefined) return first(lexical.best);

  const shares = retrieverShares(semanticWeight);
  const trust = vectorTrust(semantic.standing.best, semantic.standing.size);
  const spread = spreadOf(lexical.blended, chunks.limit);
  const cosines = new Map(semantic.retriever.best.map(({ document, score }) => [document, score]));
  const candidates = new Set([...lexical.best.map(({ document }) => document), ...cosines.keys()]);
  const scored = Array.from(candidates, (document) => {
    // A chunk without a vector has unknown meaning: it gets the score of unrelated ones.
    const cosine =
      cosines.get(document) ?? vectors.cosine(document, semantic.vector) ?? semantic.neighbours.mean;
    const meaning = trust * standardScore(cosine, semantic.neighbours);
    return {
      document,
      score: shares.lexical * standardScore(lexical.blended[document] ?? 0, spread) + shares.vector * meaning,
    };
  });
  return first(scored.toSorted(byRank));
}

/**
 * The best chunks, of one article only a part of them while others follow: a book on one page would leave no place for any other article.
 */
function ofSeveralArticles(
  best: readonly Scored[],
  topK: number,
  articleOf: { readonly [chunk: number]: number },
): readonly Scored[] {
  const most = Math.ceil(MOST_OF_ONE_ARTICLE * topK);
  const taken = new Map<number, number>();
  const spread = best.filter(({ document }) => {
    const article = articleOf[document] ?? 0;
    const before = taken.get(article) ?? 0;
    taken.set(article, before + 1);
    return before < most;
  });
  if (spread.length >= topK) return spread.slice(0, topK);
  const isTaken = new Set(spread);
  const rest = best.filter((one) => !isTaken.has(one)).slice(0, topK - spread.length);
  return [...spread, ...rest].toSorted(byRank);
}

/** Share of the chunks that one article may have. */
const MOST_OF_ONE_ARTICLE = 0.4;

const articleNumber = (index: InvertedIndex, retriever: RetrieverRun, found: Scored): number =>
  retriever.name === 'articles' ? found.document : (index.directory.articleOf[found.document] ?? 0);

/** Share of the retrievers whose best article is that of the best hit. */
function agreement(
  index: InvertedIndex,
  top: Scored | undefined,
  retrievers: readonly RetrieverRun[],
): number {
  if (top === undefined || retrievers.length === 0) return 0;
  const article = index.directory.articleOf[top.document] ?? 0;
  const agreeing = retrievers.filter(
    (retriever) =>
      retriever.best[0] !== undefined && articleNumber(index, retriever, retriever.best[0]) === article,
  );
  return agreeing.length / retrievers.length;
}

function nameHits(
  index: InvertedIndex,
  ranked: readonly Scored[],
  retrievers: readonly RetrieverRun[],
  topK: number,
): Omit<Hit, 'coverage'>[] {
  const ranksOf = retrievers.map((retriever) => ({
    name: retriever.name,
    ranks: new Map(retriever.best.slice(0, topK).map(({ document }, at) => [document, at + 1])),
  }));
  return ranked.map(({ document, score }) => {
    const article = index.directory.articleOf[document] ?? 0;
    const ranks: Partial<Record<RetrieverName, number>> = {};
    for (const retriever of ranksOf) {
      const at = retriever.ranks.get(retriever.name === 'articles' ? article : document);
      if (at !== undefined) ranks[retriever.name] = at;
    }
    return {
      chunkId: index.directory.chunkId(document),
      articleId: index.directory.articleId(article),
      score,
      ranks,
    };
  });
}

function nameRetriever(index: InvertedIndex, retriever: RetrieverRun, topK: number): RetrieverResult {
  const hits = retriever.best.slice(0, topK).map((found): RetrieverHit => {
    const articleId = index.directory.articleId(articleNumber(index, retriever, found));
    if (retriever.name === 'articles') return { articleId, score: found.score };
    return { chunkId: index.directory.chunkId(found.document), articleId, score: found.score };
  });
  return { name: retriever.name, tookMs: retriever.tookMs, hits };
}
