import { z } from 'zod';
import type { Citation } from '../../../contract/articles/articles.ts';
import type { CuratedFields, CuratedAnswer } from '../../../contract/curated-answers/entry-fields.ts';
import { parseRecord } from '../../kit/json.ts';
import { percentDecoded } from '../../text/percent-decoded.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { Retrieval } from '../knowledge/knowledge.ts';

const KnownSources = z.record(z.string(), z.object({ id: z.string(), revision: z.string() }));

/** The articles among the sources of an answer as they were when it was last looked at, by the address in the source. */
export type KnownSources = Readonly<z.infer<typeof KnownSources>>;

export const readSources = (json: string): KnownSources =>
  KnownSources.safeParse(parseRecord(json)).data ?? {};

/** The articles of the site by the path of their page. */
export type SiteArticles = ReadonlyMap<string, Pick<ArticleHead, 'id' | 'revision' | 'modifiedAt'>>;

export const articlesByPath = (heads: readonly ArticleHead[]): SiteArticles =>
  new Map(heads.map((head) => [normalPath(head.url), head]));

/** The articles that sources lead to, as they are now. */
export const knownSources = (
  { sources }: Pick<CuratedFields, 'sources'>,
  articles: SiteArticles,
  siteOrigin: string | undefined,
): KnownSources =>
  Object.fromEntries(
    sources.flatMap(({ url }) => {
      const path = pathOnSite(url, siteOrigin);
      const article = path === undefined ? undefined : articles.get(normalPath(path));
      return article ? [[url, { id: article.id, revision: article.revision }]] : [];
    }),
  );

/** Sources whose article has another revision than when the answer was last looked at, or is gone; without a list of articles none. */
export function changedSources(
  { sources, known }: Pick<CuratedFields, 'sources'> & { readonly known: KnownSources },
  articles: SiteArticles,
): CuratedAnswer['changedSources'] {
  if (articles.size === 0) return [];
  const byId = new Map([...articles.values()].map((article) => [article.id, article]));
  return sources.flatMap(({ title, url }) => {
    const seen = known[url];
    if (!seen) return [];
    const article = byId.get(seen.id);
    return article?.revision === seen.revision ? [] : [{ title, url, changedAt: article?.modifiedAt ?? '' }];
  });
}

/** The sources as citations; addresses of the site become paths. */
export const citationsOf = (
  { sources, known }: Pick<CuratedFields, 'sources'> & { readonly known: KnownSources },
  siteOrigin: string | undefined,
): Citation[] =>
  sources.map(({ title, url }) => ({
    postId: known[url]?.id ?? '',
    title,
    url: pathOnSite(url, siteOrigin) ?? url,
  }));

/** The path, query and fragment of an address of the site; `undefined` for other sites. */
function pathOnSite(url: string, siteOrigin: string | undefined): string | undefined {
  if (url.startsWith('/')) return url;
  const parsed = URL.parse(url);
  return parsed && parsed.origin === siteOrigin
    ? `${parsed.pathname}${parsed.search}${parsed.hash}`
    : undefined;
}

/** The path of a page without query, fragment and trailing slash, decoded and in lower case. */
export const normalPath = (url: string): string => {
  const path = percentDecoded(URL.parse(url, 'https://page.invalid')?.pathname ?? '').toLowerCase();
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
};

/** Ids of the articles of some passages, each once. */
export const articlesFound = ({
  passages,
  further = [],
}: Pick<Retrieval, 'passages' | 'further'>): string[] => [
  ...new Set([...passages, ...further].map(({ articleId }) => articleId)),
];
