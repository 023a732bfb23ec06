import type { LiveIndex } from '../live-index.ts';
import { snippet } from '../engine/query/highlight.ts';
import { readableText } from '../indexing/readable-text.ts';
import type { KnowledgeStore, StoredChunk } from '../store.ts';

export interface KeywordHit {
  readonly postId: string;
  readonly title: string;
  readonly url: string;
  /** Escaped text with `<mark>` as its only tag. */
  readonly snippet: string;
  readonly score: number;
  /** Heading above the place that matched, its fragment, and the headings above it, outermost first. */
  readonly heading?: string;
  readonly anchor?: string;
  readonly breadcrumbs?: string[];
}

export type KeywordSearch = (
  keyword: string,
  limit: number,
  signal?: AbortSignal,
) => Promise<readonly KeywordHit[]>;

/** The search box: the best passage of each article, title hits first. */
export function createKeywordSearch({
  live,
  store,
}: {
  readonly live: LiveIndex;
  readonly store: Pick<KnowledgeStore, 'passages' | 'chunksOf'>;
}): KeywordSearch {
  return async (keyword, limit, signal) => {
    const { index, generation, articles } = live;
    if (!generation || keyword === '') return [];
    const { hits, words } = await index.search({ keyword, limit }, signal);
    const texts = await store.passages(
      generation.generation,
      hits.map((hit) => ({ articleId: hit.articleId, identity: hit.chunkId })),
    );
    const places = new Map(texts.map(({ articleId, chunk }) => [articleId, placeOf(chunk, keyword, words)]));
    // An article found by its title may say the word elsewhere than in its best passage.
    const unmarked = hits.map(({ articleId }) => articleId).filter((id) => !isMarked(places.get(id)));
    for (const [articleId, chunks] of await store.chunksOf(generation.generation, unmarked)) {
      const telling = chunks.map((chunk) => placeOf(chunk, keyword, words)).find(isMarked);
      if (telling !== undefined) places.set(articleId, telling);
    }
    return hits.flatMap((hit): KeywordHit[] => {
      const article = articles.get(hit.articleId);
      if (!article) return [];
      const { id, title, url } = article;
      const place = places.get(hit.articleId) ?? { snippet: '' };
      return [{ postId: id, title, url, ...place, score: Math.round(hit.score * 100) / 100 }];
    });
  };
}

type Place = Pick<KeywordHit, 'snippet' | 'heading' | 'anchor' | 'breadcrumbs'>;

/** The place of a passage that matched, in prose where prose has it, and the headings it stands under. */
function placeOf(
  { text, headingPath, anchor }: Pick<StoredChunk, 'text' | 'headingPath' | 'anchor'>,
  keyword: string,
  alsoWords: readonly string[],
): Place {
  const { prose, whole } = readableText(text);
  const inProse = snippet(prose, keyword, { alsoWords });
  const shown = isMarked({ snippet: inProse }) ? inProse : snippet(whole, keyword, { alsoWords });
  const heading = headingPath.at(-1);
  return {
    snippet: isMarked({ snippet: shown }) || prose === '' ? shown : inProse,
    ...(heading !== undefined && { heading, breadcrumbs: headingPath.slice(0, -1) }),
    ...(anchor !== '' && { anchor }),
  };
}

const isMarked = (place: Pick<KeywordHit, 'snippet'> | undefined): boolean =>
  place?.snippet.includes('<mark>') ?? false;
