import { scopeKinds, type ScopeKind, type ScopeList } from '../../../contract/articles/scope.ts';
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
  /** Whether visitors have a choice: two parts or more, each with some of the articles, but not all. */
  hasChoice(): boolean;
}

/** Scopes whose ids are kept, and for how long, in milliseconds: an article that is new is found a moment later. */
const mostKept = 64;
const keptMs = 2_000;
/** Scopes of each kind that are listed. */
const mostListed = 100;
/** For how long it is known whether there is a choice while articles neither come nor go, in milliseconds. */
const choiceKeptMs = 60_000;

export function createScopes(deps: {
  readonly live: { readonly articles: ReadonlyMap<string, Told> };
  readonly now: () => number;
}): Scopes {
  const { live, now } = deps;
  const kept = new Map<string, { readonly ids: string; readonly at: number }>();
  let listed: { readonly list: ScopeList; readonly at: number } | undefined;
  let choice: { readonly is: boolean; readonly of: number; readonly at: number } | undefined;
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
    hasChoice() {
      const { size } = live.articles;
      const keepsFor = choice?.of === size ? choiceKeptMs : keptMs;
      if (choice && isRecent(choice.at, keepsFor, now())) return choice.is;
      choice = { is: isChoice(live.articles.values()), of: size, at: now() };
      return choice.is;
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
  for (const article of articles)
    for (const part of partsOf(article))
      found.set(part.scope, { ...part, articles: (found.get(part.scope)?.articles ?? 0) + 1 });
  const most = scopeKinds.flatMap((kind) =>
    [...found.values()]
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => b.articles - a.articles || (a.scope < b.scope ? -1 : 1))
      .slice(0, mostListed),
  );
  // A part that holds every article narrows nothing.
  const pages = articles.filter(isPage).length;
  const isPart = ({ kind, articles: held }: ScopeList['scopes'][number]) =>
    held < (kind === 'path' ? pages : articles.length);
  return { total: articles.length, scopes: most.filter(isPart) };
}

/** Read only until two such parts have shown themselves, which is soon where a site has any. */
function isChoice(articles: Iterable<Told>): boolean {
  const found = new Map<string, number>();
  const some = new Set<string>();
  let seen = 0;
  let pages = 0;
  const isPart = (scope: string) => (found.get(scope) ?? 0) < (scope.startsWith('path:') ? pages : seen);
  for (const article of articles) {
    for (const { scope } of partsOf(article)) {
      const count = (found.get(scope) ?? 0) + 1;
      found.set(scope, count);
      if (count >= fewest) some.add(scope);
    }
    seen += 1;
    if (isPage(article)) pages += 1;
    if (some.size >= 2 && [...some].filter(isPart).length >= 2) return true;
  }
  return false;
}

/** A part of fewer articles is as good as the article. */
const fewest = 2;

/** The parts that an article belongs to. A comma would part the scope in a query. */
function partsOf({ url, tags, categories }: Told): Omit<ScopeList['scopes'][number], 'articles'>[] {
  const part = (kind: ScopeKind, value: string, name: string) => ({ scope: `${kind}:${value}`, kind, name });
  return [
    ...tags.filter(({ slug }) => isWord(slug)).map(({ slug, name }) => part('tag', slug, name)),
    ...categories.filter(({ slug }) => isWord(slug)).map(({ slug, name }) => part('category', slug, name)),
    ...(isPage({ url }) ? foldersOf(url) : []).map((path) => part('path', path, path)),
  ];
}

/** False for a document: the folders of a site are those of its pages, not the one in which its files are served. */
const isPage = ({ url }: Pick<Told, 'url'>): boolean => !/\.(?:pdf|docx|epub)$/.test(pathOf(url));

const isWord = (slug: string): boolean => slug !== '' && !slug.includes(',');

/** The folders of a page, two levels at most: `/docs/` and `/docs/install/` of `/docs/install/linux`. */
function foldersOf(url: string): string[] {
  const parts = pathOf(url).split('/').slice(1, -1).slice(0, 2);
  return parts.map((_, nth) => `/${parts.slice(0, nth + 1).join('/')}/`).filter(isWord);
}
