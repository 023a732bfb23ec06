import type { Retrieval, RetrieveQuery, SubjectTerm, TermKey } from '../../ports/search-index.ts';
import { bm25Gain } from '../postings/bm25.ts';
import { joinRuns, searchVectors } from '../ranking/join-vectors.ts';
import { CANDIDATES, type LexicalSearch } from './lexical.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import { parseQuery, type ParsedQuery } from './parse-query.ts';
import { collectTerms, keyOf } from './question-terms.ts';
import { correctSpelling } from './spelling.ts';
import type { Admission } from './scoped.ts';
import { byRank, type Scored } from './top-k.ts';
import { FEW, type Translate } from './translate.ts';
import { wordKeys, type WordKeys } from './word-keys.ts';

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
    const words = searchLexically(question, topK);
    const joined = semantic && joinRuns(words, semantic, sharesOf(semanticWeight));
    const { best } = (mode === 'vector' ? semantic : joined) ?? words;
    const { signals } = joined ?? words;
    return {
      hits: kept(best, query, index.directory).map(({ document, score }) => ({
        chunkId: index.directory.chunkId(document),
        articleId: index.directory.articleId(index.directory.articleOf[document] ?? 0),
        score,
        signals: signals(document),
      })),
      subject: subjectOf(index, question, keys),
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

/** The first `topK`, and behind them what these lack of `ofEach` chunks of the first article and of others. */
function kept(
  best: readonly Scored[],
  { topK = DEFAULT_TOP_K, ofEach = 0 }: RetrieveQuery,
  { articleOf }: InvertedIndex['directory'],
): readonly Scored[] {
  const first = best[0] && articleOf[best[0].document];
  const isOwn = ({ document }: Scored) => articleOf[document] === first;
  const own = best.filter(isOwn).slice(0, ofEach);
  const others = best.filter((one) => !isOwn(one)).slice(0, ofEach);
  return [...new Set([...best.slice(0, topK), ...own, ...others])].toSorted(byRank);
}

const nothing: Retrieval = {
  hits: [],
  subject: { language: 'en', terms: [], known: 0, articles: 0, siteLanguages: [] },
  corrections: [],
};

/** The terms that say what a question is about, each with what it tells on this site, and the share that the site knows. */
function subjectOf(
  { articles, terms, directory }: InvertedIndex,
  { subject, wordings }: ParsedQuery,
  keys: WordKeys,
): Retrieval['subject'] {
  const isKnown = ({ high, low }: TermKey) => {
    const term = terms.find(high, low);
    return term >= 0 && articles.frequency(term) > 0;
  };
  const known = wordings.filter((wording) => wording.terms.every(isKnown));
  const byTerm = Map.groupBy(
    known.flatMap(({ terms: own, phrases }) => {
      const standsFor = new Set(phrases.flatMap((phrase) => collectTerms(phrase, keys).map(keyOf)));
      return Array.from(standsFor, (key) => ({ key, own }));
    }),
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
    language: keys.language,
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
