import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { Hit } from '../../../ports/search-index.ts';
import type { QueryVector } from './embed-query.ts';
import type { LiveIndex } from '../live-index.ts';
import { noEvidence, type Passage } from '../passage.ts';
import { withoutNearDuplicates } from './near-duplicates.ts';
import { isAboutNew, newerFirst } from './recency.ts';
import { releaseNotesLater } from './release-notes.ts';
import type { IndexedArticle, KnowledgeStore } from '../store.ts';
import type { SearchResult } from './search-result.ts';

interface SearchSettings extends Readonly<ConfigGroups['retrieval']> {
  /** True where the wording is a list of words of which any one will do: none of them is missed where it is not. */
  readonly anyWord?: boolean;
}

export type HybridSearch = (
  wording: string,
  query: QueryVector | undefined,
  settings: SearchSettings,
  signal: AbortSignal,
) => Promise<SearchResult>;

/** Number of passages of each retriever that survive the similarity threshold whatever their fused score. */
const alwaysKept = 3;

/** Without vectors, an article that speaks of less than this share of the question's subject is not even near it. */
const leastCoverage = 0.2;

/** Unless something is near and the passage scores this share of it: it may say the same in other words. */
const nearShare = 0.6;

/** Searches the live index and fetches the texts of what was found. */
export function createHybridSearch({
  live,
  store,
}: {
  readonly live: LiveIndex;
  readonly store: Pick<KnowledgeStore, 'passages'>;
}): HybridSearch {
  return async (wording, query, settings, signal) => {
    const { index, generation, articles } = live;
    if (!generation) return { passages: [], articles: 0, evidence: noEvidence('no index') };
    // The index may have changed its model while the question was embedded: such vectors do not compare.
    const vector = query?.signature === generation.signature ? query.vector : undefined;
    const mode = vector ? settings.searchMode : 'keyword';
    const asked = {
      question: wording,
      mode,
      ...(vector && { queryVector: vector }),
      semanticWeight: settings.semanticWeight,
      topK: settings.topK,
    };
    const result = await index.retrieve(asked, signal);
    // In vector mode the threshold is a similarity, (1 + cosine) / 2; otherwise a share of the best score, and a leg's best always pass.
    const best = result.hits[0]?.score ?? 0;
    const isNear = ({ score }: Hit) => result.evidence.level !== 'not_covered' && score >= nearShare * best;
    const floor =
      mode === 'vector'
        ? 2 * settings.similarityThreshold - 1
        : best * (settings.anyWord ? 0 : settings.similarityThreshold);
    const hits = result.hits
      .filter(
        (hit) =>
          hit.score >= floor ||
          (mode !== 'vector' && Object.values(hit.ranks).some((rank) => rank <= alwaysKept)),
      )
      .filter(
        (hit) => vector !== undefined || settings.anyWord || hit.coverage >= leastCoverage || isNear(hit),
      );
    const texts = await store.passages(
      generation.generation,
      hits.map((hit) => ({ articleId: hit.articleId, identity: hit.chunkId })),
    );
    const byKey = new Map(texts.map(({ articleId, chunk }) => [`${articleId} ${chunk.identity}`, chunk]));
    const found = hits.flatMap((hit): Passage[] => {
      const article = articles.get(hit.articleId);
      const chunk = byKey.get(`${hit.articleId} ${hit.chunkId}`);
      if (!article || !chunk) return [];
      const { identity, anchor, headingPath, text, index } = chunk;
      const { title, url } = article;
      return [
        {
          articleId: article.id,
          identity,
          title,
          url,
          anchor,
          headingPath,
          ...daysOf(article),
          text,
          chunkIndex: index,
          score: hit.score,
        },
      ];
    });
    const dated = isAboutNew(wording)
      ? newerFirst(found, ({ articleId }) => articles.get(articleId)?.createdAt ?? '')
      : releaseNotesLater(found, wording);
    const passages = withoutNearDuplicates(dated);
    return {
      passages,
      articles: new Set(passages.map((passage) => passage.articleId)).size,
      evidence: result.evidence,
      corrections: result.corrections,
      translation: result.translation,
    };
  };
}

/** Hosts write times as they like; only the day of an ISO time is taken. */
const dayIn = (time: string): string => /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(time)?.[0] ?? '';

function daysOf({ publishedAt, modifiedAt }: Pick<IndexedArticle, 'publishedAt' | 'modifiedAt'>) {
  const [published, changed] = [dayIn(publishedAt), dayIn(modifiedAt)];
  return { ...(published && { published }), ...(changed > published && { changed }) };
}
