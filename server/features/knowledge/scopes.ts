import type { ScopeKind, ScopeList } from '../../../contract/articles/scope.ts';
import { isRecent } from '../../kit/calendar.ts';
import { percentDecoded } from '../../text/percent-decoded.ts';
import type { IndexedArticle } from './store.ts';

type Told = Pick<IndexedArticle, 'id' | 'url' | 'tags' | 'categories'>;

/** The part of a site that a question is asked of: parts of `contract/articles/scope.ts`, none for the whole site. */
export type Scope = readonly string[];

export interface Scopes {
  /** The ids of the articles of a scope, one a line; `undefined` for the whole site. */
  idsOf(scope: Scope | undefined): string | undefined;
  list(): ScopeList;
}

/** Scopes whose ids are kept, and for how long, in milliseconds: an article that is new is found a moment later. */
const mostKept = 64;
const keptMs = 2_000;
/** Scopes of each kind that are listed. */
const mostListed = 100;

export function createScopes(deps: {
  readonly live: { readonly articles: ReadonlyMap<string, Told> };
  readonly now: () => number;
}): Scopes {
  const { live, now } = deps;
  const kept = new Map<string, { readonly ids: string; readonly at: number }>();
  let listed: { readonly list: ScopeList; readonly at: number } | undefined;
  return {
    idsOf(scope) {
      if (!scope || scope.length === 0) return undefined;
      const key = scope.join('\n');
      const known = kept.get(key);
      if (known && isRecent(known.at, keptMs, now())) return known.ids;
      const holds = holdsOf(scope);
      const ids = [...live.articles.values()].filter(holds).map(({ id }) => id);
      if (kept.size >= mostKept) kept.clear();
      const made = { ids: ids.join('\n'), at: now() };
      kept.set(key, made);
      return made.ids;
    },
    list() {
      if (listed && isRecent(listed.at, keptMs, now())) return listed.list;
      listed = { list: listOf([...live.articles.values()]), at: now() };
      return listed.list;
    },
  };
}

/** Whether an article is in a scope: of each kind that is named, one of the parts. */
function holdsOf(scope: Scope): (article: Told) => boolean {
  const byKind = Map.groupBy(scope, (part) => part.slice(0, part.indexOf(':')) as ScopeKind);
  const tests = Array.from(byKind, ([kind, parts]) => {
    const wanted = parts.map((part) => part.slice(kind.length + 1).trim());
    if (kind === 'path') {
      const paths = wanted.map(pathOf);
      return ({ url }: Told) => paths.some((path) => isBelow(pathOf(url), path));
    }
    const names = new Set(wanted.map(folded));
    return ({ tags, categories }: Told) =>
      (kind === 'tag' ? tags : categories).some(
        ({ slug, name }) => names.has(folded(slug)) || names.has(folded(name)),
      );
  });
  return (article) => tests.every((test) => test(article));
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** A path in lower case, without query, fragment and the sign at its end. */
const pathOf = (url: string): string =>
  percentDecoded(URL.parse(url, 'https://page.invalid')?.pathname ?? '')
    .toLowerCase()
    .replace(/\/$/, '');

const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);

function listOf(articles: readonly Told[]): ScopeList {
  const found = new Map<string, ScopeList['scopes'][number]>();
  const count = (kind: ScopeKind, value: string, name: string) => {
    const scope = `${kind}:${value}`;
    found.set(scope, { scope, kind, name, articles: (found.get(scope)?.articles ?? 0) + 1 });
  };
  for (const { url, tags, categories } of articles) {
    // A comma would part the scope in a query.
    for (const { slug, name } of tags) if (isWord(slug)) count('tag', slug, name);
    for (const { slug, name } of categories) if (isWord(slug)) count('category', slug, name);
    for (const path of foldersOf(url)) count('path', path, path);
  }
  const most = [...Map.groupBy(found.values(), ({ kind }) => kind).values()].flatMap((own) =>
    own.toSorted((a, b) => b.articles - a.articles || (a.scope < b.scope ? -1 : 1)).slice(0, mostListed),
  );
  // A part that holds every article narrows nothing.
  return { total: articles.length, scopes: most.filter((one) => one.articles < articles.length) };
}

const isWord = (slug: string): boolean => slug !== '' && !slug.includes(',');

/** The folders of a page, two levels at most: `/docs/` and `/docs/install/` of `/docs/install/linux`. */
function foldersOf(url: string): string[] {
  const parts = pathOf(url).split('/').slice(1, -1).slice(0, 2);
  return parts.map((_, nth) => `/${parts.slice(0, nth + 1).join('/')}/`).filter(isWord);
}
