import { yieldToEventLoop } from '../../../work/event-loop.ts';
import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { Hit, Retrieval, Subject } from '../../../ports/search-index.ts';
import { guessLanguage } from '../../../text/language.ts';
import type { QueryVector } from './vectors/query-vector.ts';
import type { LiveIndex } from '../live-index.ts';
import { noEvidence, type Passage, type SourceName } from '../passage.ts';
import type { IndexedArticle, KnowledgeStore, StoredChunk } from '../store.ts';
import { coverageSignals, evidenceOf, nearby, READ } from './coverage.ts';
import { withoutCopies } from './merge-results.ts';
import { createMeaningSearch, isNear } from './meaning/meaning-search.ts';
import { COMPARED, type OrderByMeaning } from './meaning/passage-order.ts';
import type { SearchResult } from './search-result.ts';

type SearchSettings = Readonly<ConfigGroups['retrieval']>;

/** One wording of a question. */
export interface Wording {
  /** As it was asked. */
  readonly asked: string;
  /** Its words that are searched. */
  readonly searched: string;
}

export type HybridSearch = (
  wording: Wording,
  query: QueryVector | undefined,
  settings: SearchSettings,
  how: { readonly signal: AbortSignal; readonly within?: string | undefined },
) => Promise<SearchResult>;

/**
 * Searches the live index, fetches the texts of what was found, and judges whether they cover the question. What the words do not answer is
 * ordered by their meaning as well. What is not answered in the
 * question's own language is searched in the other one that the dictionary knows; where that joins nothing, by meaning: of the vectors and
 * of the words.
 */
export function createHybridSearch({
  live,
  store,
  orderByMeaning,
  sourceName,
}: {
  readonly live: LiveIndex;
  readonly store: Pick<KnowledgeStore, 'passages' | 'chunksOf'>;
  readonly orderByMeaning: OrderByMeaning;
  readonly sourceName: SourceName;
}): HybridSearch {
  const searchMeaning = createMeaningSearch({ live, store });
  const placed = (article: IndexedArticle, chunk: StoredChunk) => {
    const source = sourceName(article.id);
    return { ...passageOf(article, chunk), ...(source !== undefined && { source }) };
  };
  return async ({ asked: question, searched: wording }, query, settings, { signal, within }) => {
    const { index, generation, heads } = live;
    if (!generation) return { passages: [], articles: 0, evidence: noEvidence('no index') };
    // The index may have changed its model while the question was embedded: such vectors do not compare.
    const vector = query?.signature === generation.signature ? query.vector : undefined;
    const mode = vector ? settings.searchMode : 'keyword';
    const asked = {
      question: wording,
      mode,
      ...(vector && { queryVector: vector }),
      ...(within !== undefined && { within }),
      semanticWeight: settings.semanticWeight,
      topK: vector ? settings.topK : Math.max(settings.topK, COMPARED),
      ofEach: READ,
    };
    const look = async (inOtherLanguage: boolean): Promise<SearchResult & { readonly result: Retrieval }> => {
      const result = await index.retrieve({ ...asked, inOtherLanguage }, signal);
      const [texts, articles] = await Promise.all([
        store.passages(
          generation.generation,
          result.hits.map((hit) => ({ articleId: hit.articleId, identity: hit.chunkId })),
        ),
        heads.of(result.hits.map(({ articleId }) => articleId)),
      ]);
      const byKey = new Map(texts.map(({ articleId, chunk }) => [`${articleId} ${chunk.identity}`, chunk]));
      const read = result.hits.map((hit) => {
        const chunk = byKey.get(`${hit.articleId} ${hit.chunkId}`);
        const { headingPath = [], text = '', vectorKey } = chunk ?? {};
        const title = articles.get(hit.articleId)?.title ?? '';
        return { ...hit, chunk, title, headingPath, text, vectorKey };
      });
      const judged = evidenceOf(coverageSignals(result.subject, read, question), settings.caution, {
        certainty: result.translation?.certainty,
        articles: result.subject.articles,
      });
      const isByWords = vector !== undefined || judged.level === 'answers';
      const listed = read.slice(0, asked.topK);
      const ordered = isByWords ? listed : await orderByMeaning(question, listed);
      const found = keptHits(ordered.slice(0, settings.topK), mode, settings).flatMap(
        ({ articleId, chunk, score, signals }): Passage[] => {
          const article = articles.get(articleId);
          return article && chunk ? [{ ...placed(article, chunk), score, signals }] : [];
        },
      );
      const evidence = found.length === 0 ? noEvidence('no passage') : judged;
      const passages = withoutCopies(found);
      return {
        passages,
        articles: articlesOf(passages),
        evidence,
        corrections: result.corrections,
        translation: result.translation,
        result,
      };
    };
    const found = await look(false);
    if (found.evidence.level === 'answers') return found;
    await yieldToEventLoop();
    const other = await look(true);
    const best = isBetter(other, found) ? other : found;
    const language = guessLanguage(question);
    const isJoined =
      vector === undefined
        ? isReached(language, found.result.subject)
        : best.evidence.level !== 'not_covered' || guessLanguage(found.passages[0]?.text ?? '') === language;
    if (isJoined) return best;
    const near = await searchMeaning(question, found.result.hits.slice(0, asked.topK), { signal, within });
    if (!near.slice(0, 1).some(isNear)) return best;
    const articles = await heads.of(near.map(({ articleId }) => articleId));
    const passages = withoutCopies(
      near.slice(0, settings.topK).flatMap(({ articleId, chunk, score }): Passage[] => {
        const article = articles.get(articleId);
        return article ? [{ ...placed(article, chunk), score }] : [];
      }),
    );
    return { ...found, passages, articles: articlesOf(passages), evidence: nearby(found.evidence) };
  };
}

/** Whether words of a language reach articles of the site, as they are or through the dictionary; of an unknown language that is taken for granted. */
const isReached = (language: string, { siteLanguages }: Subject): boolean =>
  language === 'other' ||
  siteLanguages.includes(language) ||
  (isInDictionary(language) && siteLanguages.some(isInDictionary));

const isInDictionary = (language: string): boolean => language === 'zh' || language === 'en';

const articlesOf = (passages: readonly Passage[]): number =>
  new Set(passages.map(({ articleId }) => articleId)).size;

/** On a site that is written in the question's language, only an answer is worth leaving it. */
function isBetter(other: SearchResult, found: SearchResult): boolean {
  if (other.translation === undefined) return false;
  const { level, score } = other.evidence;
  return other.translation.isWritten
    ? found.evidence.level === 'not_covered' && level === 'answers'
    : score > found.evidence.score;
}

/** In vector mode the threshold is a similarity, (1 + cosine) / 2; otherwise a share of the best score. */
function keptHits<T extends Pick<Hit, 'score'>>(
  hits: readonly T[],
  mode: SearchSettings['searchMode'],
  { similarityThreshold }: SearchSettings,
): readonly T[] {
  if (mode === 'vector') return hits.filter(({ score }) => score >= 2 * similarityThreshold - 1);
  const floor = similarityThreshold * (hits[0]?.score ?? 0);
  return hits.filter(({ score }) => score >= floor);
}

function passageOf(article: IndexedArticle, chunk: StoredChunk): Omit<Passage, 'score'> {
  const { identity, anchor, headingPath, text, index } = chunk;
  const { id, title, url } = article;
  return {
    articleId: id,
    identity,
    title,
    url,
    anchor,
    headingPath,
    ...daysOf(article),
    text,
    chunkIndex: index,
  };
}

/** Hosts write times as they like; only the day of an ISO time is taken. */
const dayIn = (time: string): string => /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(time)?.[0] ?? '';

function daysOf({ publishedAt, modifiedAt }: Pick<IndexedArticle, 'publishedAt' | 'modifiedAt'>) {
  const [published, changed] = [dayIn(publishedAt), dayIn(modifiedAt)];
  return { ...(published && { published }), ...(changed > published && { changed }) };
}
