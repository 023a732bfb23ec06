import type { SearchResults } from '../../contract/search.ts';
import { apiPaths } from '../kit/api-paths.ts';
import { pageScope } from '../kit/page-scope.ts';
import { streamAnswer } from '../chat/api.ts';
import type { Following } from '../chat/answer-stream.ts';
import type { Ending } from '../chat/conversation.ts';
import { fieldsOf, listOf, textOf } from '../kit/coerce.ts';

/** An article that was found. `snippet` is escaped text with `<mark>` as its only tag. */
export type FoundArticle = Pick<
  SearchResults['articles'][number],
  'postId' | 'title' | 'url' | 'source' | 'snippet' | 'heading' | 'anchor' | 'breadcrumbs' | 'sections'
>;

type FoundPlace = Pick<FoundArticle, 'snippet' | 'heading' | 'anchor' | 'breadcrumbs'>;

/** Too many searches were made, or what the service `said`: it is asked again in so many seconds. */
interface Waiting {
  readonly waitSeconds: number;
  readonly said?: string;
}

/** The outcome of a search: articles, or the reason for having none. */
export type Finding = readonly FoundArticle[] | Waiting | 'off' | 'failed';

export const isWaiting = (finding: unknown): finding is Waiting =>
  typeof finding === 'object' && finding !== null && 'waitSeconds' in finding;

/** The wait that a refusal names; a proxy's own refusal may name none. */
const waitIn = ({ headers }: Response): Waiting => ({
  waitSeconds: Math.min(mostWait, Math.max(1, Number(headers.get('retry-after')) || usualWait)),
});
const usualWait = 30;
const mostWait = 3600;

/** The operations behind the search window. None of them throws. */
export interface SearchApi {
  /** In the part `scope` of the site, but for a page that names its own; `''` for the whole site. */
  find(keyword: string, scope: string, signal: AbortSignal): Promise<Finding>;
  answer(keyword: string, scope: string, following: Following): Promise<Ending>;
}

/** The service never shows more results than this. */
const mostResults = 30;

/** The service at `base` (an address that ends in a slash), asked by a page in the language with the tag `language`. */
export function createSearchApi(base: URL, language: string): SearchApi {
  return {
    async find(keyword, chosen, signal) {
      const url = new URL(apiPaths.results, base);
      const scope = pageScope() ?? chosen;
      url.search = new URLSearchParams({ keyword, ...(scope && { scope }) }).toString();
      try {
        const headers = { 'accept-language': language };
        const response = await fetch(url.href, { credentials: 'omit', headers, signal });
        if (response.status === 429) return waitIn(response);
        const reply: unknown = response.ok && (await response.json());
        const said = textOf(fieldsOf(reply).error, 300);
        return said && response.headers.has('retry-after')
          ? { ...waitIn(response), said }
          : findingFrom(reply);
      } catch {
        return 'failed';
      }
    },
    answer: (keyword, scope, following) =>
      streamAnswer(
        new URL(apiPaths.searchAnswer, base),
        { keyword, ...(scope && { scope }) },
        language,
        following,
      ),
  };
}

/** The reply as a page can use it, whatever arrived. */
export function findingFrom(value: unknown): Finding {
  const { source, articles } = fieldsOf(value);
  if (source === 'disabled') return 'off';
  if (source === 'error' || !Array.isArray(articles)) return 'failed';
  return listOf(articles).slice(0, mostResults).map(articleFrom);
}

function articleFrom(value: unknown): FoundArticle {
  const given = fieldsOf(value);
  const url = textOf(given.url, 2000);
  const source = textOf(given.source, 200).trim();
  const sections = listOf(given.sections)
    .slice(0, mostSections)
    .map(placeFrom)
    .filter(({ heading, anchor }) => heading && anchor);
  return {
    postId: textOf(given.postId, 200),
    title: textOf(given.title, 300).trim() || url,
    url,
    ...(source && { source }),
    ...placeFrom(value),
    ...(sections.length > 0 && { sections }),
  };
}

const mostSections = 3;

function placeFrom(value: unknown): FoundPlace {
  const given = fieldsOf(value);
  const heading = textOf(given.heading, 300).trim();
  const anchor = textOf(given.anchor, 300);
  const breadcrumbs = listOf(given.breadcrumbs)
    .map((each) => textOf(each, 200).trim())
    .filter((each) => each !== '')
    .slice(0, 6);
  return {
    snippet: textOf(given.snippet, 2000),
    ...(heading && { heading }),
    ...(anchor && { anchor }),
    ...(breadcrumbs.length > 0 && { breadcrumbs }),
  };
}
