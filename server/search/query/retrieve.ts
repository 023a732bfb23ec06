import type {
  Hit,
  Retrieval,
  RetrieveQuery,
  RetrieverHit,
  RetrieverName,
  RetrieverResult,
  SubjectTerm,
  TermKey,
} from '../../ports/search-index.ts';
import { bm25Gain } from '../postings/bm25.ts';
import { joinRuns, searchVectors } from '../ranking/join-vectors.ts';
import { CANDIDATES, type LexicalSearch, type RetrieverRun } from './lexical.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { parseQuery, type ParsedQuery } from './parse-query.ts';
import { keyOf } from './question-terms.ts';
import { correctSpelling } from './spelling.ts';
import type { Admission } from './scoped.ts';
import type { Scored } from './top-k.ts';
import { FEW, type Translate } from './translate.ts';
import { wordKeys } from './word-keys.ts';

/**
 * Retrieval over an index: candidates of all retrievers in the order of the learned weights. With `inOtherLanguage` the question is
 * translated word by word first; nothing is found where the dictionary or the site does not allow that.
 */
export function createRetrieve(
  index: InvertedIndex,
  searchLexically: LexicalSearch,
  translate: Translate,
  admission: Admission,
): (query: RetrieveQuery) => Retrieval {
  const retrieve = (query: RetrieveQuery): Retrieval => {
    const topK = query.topK ?? DEFAULT_TOP_K;
    const { queryVector, mode, semanticWeight = BALANCED } = query;
    const semantic =
      queryVector === undefined || mode === 'keyword'
        ? undefined
        : searchVectors(index, queryVector, { count: Math.max(topK, CANDIDATES), admission });
    const keys = wordKeys(index, query.question);
    const { text, corrections } = correctSpelling(index, query.question, keys);
    const question = parseQuery(text, keys);
    const isByWords = semantic === undefined || mode !== 'vector';
    const words = searchLexically(question, topK);
    const joined = semantic && joinRuns(words, semantic, sharesOf(semanticWeight));
    const best = joined === undefined ? words.best : isByWords ? joined.best : (semantic?.best ?? []);
    const ranked = best.slice(0, topK);
    const retrievers = [
      ...(isByWords ? words.retrievers : []),
      ...(semantic === undefined ? [] : [semantic]),
    ];
    return {
      hits: nameHits(index, ranked, retrievers, topK).map((hit, at) => {
        const document = ranked[at]?.document ?? 0;
        return { ...hit, signals: joined?.signals(document) ?? words.signals(document) };
      }),
      retrievers: retrievers.map((retriever) => nameRetriever(index, retriever, topK)),
      subject: subjectOf(index, question, keys.language),
      corrections,
    };
  };
  return (query) => {
    if (!query.inOtherLanguage) return retrieve(query);
    const translation = translate(query.question);
    if (translation === undefined) return nothing;
    return { ...retrieve({ ...query, question: translation.text }), translation };
  };
}

const nothing: Retrieval = {
  hits: [],
  retrievers: [],
  subject: { language: 'en', terms: [], known: 0, articles: 0, siteLanguages: [] },
  corrections: [],
};

/** The terms that say what a question is about, each with what it tells on this site, and the share that the site knows. */
function subjectOf(
  { articles, terms, directory }: InvertedIndex,
  { subject, wordings }: ParsedQuery,
  language: string,
): Retrieval['subject'] {
  const isKnown = ({ high, low }: TermKey) => {
    const term = terms.find(high, low);
    return term >= 0 && articles.frequency(term) > 0;
  };
  const known = wordings.filter((wording) => wording.terms.every(isKnown));
  const byTerm = Map.groupBy(
    known.flatMap(({ terms: own, standsFor }) => Array.from(standsFor, (key) => ({ key, own }))),
    ({ key }) => key,
  );
  const weighed = subject.map((one): SubjectTerm => ({
    ...keyIn(one),
    gain: bm25Gain(articles, { term: terms.find(one.high, one.low), weight: one.weight }),
    wordings: (byTerm.get(keyOf(one)) ?? []).map(({ own }) => own.map(keyIn)),
  }));
  const sum = (some: typeof weighed) => some.reduce((total, { gain }) => total + gain, 0);
  const all = sum(weighed);
  return {
    language,
    terms: weighed,
    known: all === 0 ? 0 : sum(weighed.filter(isKnown)) / all,
    articles: articles.alive,
    siteLanguages: directory
      .languagesByFrequency()
      .filter((one) => directory.articlesIn(one) > articles.alive * FEW),
  };
}

const keyIn = ({ high, low }: TermKey): TermKey => ({ high, low });

const DEFAULT_TOP_K = 20;
/** At this weight, the default of the setting, words and meaning count as the ranker learned them; 0 and 1 silence one of them. */
const BALANCED = 0.7;

const sharesOf = (semanticWeight: number) => ({
  words: Math.min(1, (1 - semanticWeight) / (1 - BALANCED)),
  meaning: Math.min(1, semanticWeight / BALANCED),
});

const articleNumber = (index: InvertedIndex, retriever: RetrieverRun, found: Scored): number =>
  retriever.name === 'articles' ? found.document : (index.directory.articleOf[found.document] ?? 0);

function nameHits(
  index: InvertedIndex,
  ranked: readonly Scored[],
  retrievers: readonly RetrieverRun[],
  topK: number,
): Omit<Hit, 'signals'>[] {
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
