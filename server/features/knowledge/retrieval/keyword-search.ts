import type { LiveIndex } from '../live-index.ts';
import type { QueryVector } from './vectors/query-vector.ts';
import { snippet } from '../../../search/query/highlight.ts';
import { sourceOf } from '../../../kit/records/source-ids.ts';
import { readableText } from '../../../markup/readable-text.ts';
import type { KeywordMatch } from '../../../ports/search-index.ts';
import type { SourceName } from '../passage.ts';
import { turnOf, type SourceTurns } from '../scopes/turns.ts';
import type { Scope, Scopes } from '../scopes/scopes.ts';
import type { KnowledgeStore, StoredChunk } from '../store.ts';
import { COMPARED, type FoundPassage, type OrderByMeaning } from './meaning/passage-order.ts';

export interface KeywordHit {
  readonly postId: string;
  readonly title: string;
  readonly url: string;
  /** Name of the source where it is not the site itself. */
  readonly source?: string;
  /** Escaped text with `<mark>` as its only tag. */
  readonly snippet: string;
  readonly score: number;
  /** Heading above the place that matched, its fragment, and the headings above it, outermost first. */
  readonly heading?: string;
  readonly anchor?: string;
  readonly breadcrumbs?: string[];
  /** Further sections of the article that match. */
  readonly sections?: Section[];
}

type Section = Pick<KeywordHit, 'snippet' | 'heading' | 'anchor' | 'breadcrumbs'>;

/** Sections are shown of the first results only, so that the others stay in sight. */
const mostGrouped = 5;
const mostSections = 3;

export type KeywordSearch = (
  keyword: string,
  limit: number,
  signal?: AbortSignal,
  scope?: Scope,
) => Promise<readonly KeywordHit[]>;

/** Passages of an article that are read for a better place: a longer article would hold up other requests. */
const mostRead = 100;

/** The search box: the best passage of each article, title hits first. */
export function createKeywordSearch({
  live,
  store,
  orderByMeaning,
  scopes,
  sourceName,
  turns,
  vectorOf,
}: {
  readonly turns: SourceTurns;
  readonly sourceName: SourceName;
  readonly scopes: Pick<Scopes, 'idsOf'>;
  readonly live: LiveIndex;
  readonly store: Pick<KnowledgeStore, 'passages' | 'chunksOf'>;
  readonly orderByMeaning: OrderByMeaning;
  readonly vectorOf: (keyword: string, signal?: AbortSignal) => Promise<QueryVector | undefined>;
}): KeywordSearch {
  return async (keyword, limit, signal, scope) => {
    if (keyword === '') return [];
    const query = await vectorOf(keyword, signal);
    const { index, generation, heads } = live;
    if (!generation) return [];
    const queryVector = query?.signature === generation.signature ? query.vector : undefined;
    const within = await scopes.idsOf(scope);
    const { hits: found, words } = await index.search(
      {
        keyword,
        ...(within !== undefined && { within }),
        limit,
        compared: COMPARED,
        ...(queryVector && { queryVector }),
      },
      signal,
    );
    const [texts, articles] = await Promise.all([
      store.passages(
        generation.generation,
        found.map((hit) => ({ articleId: hit.articleId, identity: hit.chunkId })),
      ),
      heads.of(found.map(({ articleId }) => articleId)),
    ]);
    const chunks = new Map(texts.map(({ articleId, chunk }) => [articleId, chunk]));
    const read = found.map((hit) => {
      const { headingPath = [], text = '', vectorKey } = chunks.get(hit.articleId) ?? {};
      return { ...hit, title: articles.get(hit.articleId)?.title ?? '', headingPath, text, vectorKey };
    });
    const turn = turns();
    const hits = (await inOrder(keyword, read, orderByMeaning))
      .slice(0, limit)
      .toSorted((a, b) => turnOf(turn, sourceOf(a.articleId)) - turnOf(turn, sourceOf(b.articleId)));
    const places = new Map(
      hits.flatMap(({ articleId }) => {
        const chunk = chunks.get(articleId);
        return chunk ? [[articleId, placeOf(chunk, keyword, words)] as const] : [];
      }),
    );
    // An article found by its title, or by code, may say the word in prose elsewhere than in its best passage.
    const silent = hits.map(({ articleId }) => articleId).filter((id) => !tells(places.get(id)));
    for (const [articleId, chunks] of await store.chunksOf(generation.generation, silent)) {
      const best = places.get(articleId);
      const all: Place[] = [];
      for (const chunk of chunks.slice(0, mostRead)) {
        const place = placeOf(chunk, keyword, words);
        all.push(place);
        if (tells(place)) break;
      }
      const place = all.find(tells) ?? (best && !best.isProse ? introduced(best, all) : undefined);
      if (place !== undefined) places.set(articleId, place);
    }
    const grouped = hits.slice(0, mostGrouped);
    const others = await store.passages(
      generation.generation,
      grouped.flatMap(({ articleId, further = [] }) => further.map((identity) => ({ articleId, identity }))),
    );
    const sectionsOf = (articleId: string): Section[] =>
      furtherSections(
        others
          .filter((each) => each.articleId === articleId)
          .map(({ chunk }) => placeOf(chunk, keyword, words)),
        places.get(articleId),
      );
    return hits.flatMap((hit): KeywordHit[] => {
      const article = articles.get(hit.articleId);
      if (!article) return [];
      const { id, title, url } = article;
      const { isProse: _, ...place } = places.get(hit.articleId) ?? { snippet: '', isProse: false };
      const sections = sectionsOf(hit.articleId);
      const score = Math.round(hit.score * 100) / 100;
      const source = sourceName(id);
      const named = { postId: id, title, url, ...(source !== undefined && { source }) };
      return [{ ...named, ...place, score, ...(sections.length > 0 && { sections }) }];
    });
  };
}

/** Puts the results that are ranked by their signals in the order of words and meaning; each place keeps its score. */
async function inOrder(
  keyword: string,
  found: readonly (Omit<FoundPassage, 'signals'> & KeywordMatch)[],
  orderByMeaning: OrderByMeaning,
): Promise<readonly KeywordMatch[]> {
  const ranked = found.flatMap((hit) => (hit.signals ? [{ ...hit, signals: hit.signals }] : []));
  const ordered = (await orderByMeaning(keyword, ranked)).values();
  return found.map((hit) => (hit.signals ? { ...(ordered.next().value ?? hit), score: hit.score } : hit));
}

const sectionOf = ({ snippet, heading, anchor, breadcrumbs }: Place): Section => ({
  snippet,
  ...(heading !== undefined && { heading }),
  ...(anchor !== undefined && { anchor }),
  ...(breadcrumbs && { breadcrumbs }),
});

/** Each section once, that of the best place never, and none that shows no word of the search. */
function furtherSections(found: readonly Place[], best: Place | undefined): Section[] {
  const met = new Set([best?.anchor]);
  return found
    .filter((place) => {
      const isNew = place.anchor !== undefined && !met.has(place.anchor) && tells(place);
      if (isNew) met.add(place.anchor);
      return isNew;
    })
    .slice(0, mostSections)
    .map(sectionOf);
}

interface Place extends Pick<KeywordHit, 'snippet' | 'heading' | 'anchor' | 'breadcrumbs'> {
  /** False when the passage is nothing but code. */
  readonly isProse: boolean;
}

/** The place of a passage that matched, with its prose where it has some, and the headings it stands under. */
function placeOf(
  { text, headingPath, anchor }: Pick<StoredChunk, 'text' | 'headingPath' | 'anchor'>,
  keyword: string,
  alsoWords: readonly string[],
): Place {
  const { prose, whole } = readableText(text);
  const isProse = prose !== '';
  const heading = headingPath.at(-1);
  return {
    isProse,
    snippet: snippet(isProse ? prose : whole, keyword, { alsoWords }),
    ...(heading !== undefined && { heading, breadcrumbs: headingPath.slice(0, -1) }),
    ...(anchor !== '' && { anchor }),
  };
}

/** True when the prose of a place has a word of the search. */
const tells = (place: Place | undefined): boolean =>
  place !== undefined && place.isProse && place.snippet.includes('<mark>');

/** A place of nothing but code with the prose that stands under the same heading. */
function introduced(code: Place, all: readonly Place[]): Place {
  const prose = all.find(
    (place) => place.isProse && place.anchor === code.anchor && place.heading === code.heading,
  );
  return prose ? { ...code, snippet: prose.snippet } : code;
}
