import { scopeKinds, type ScopeKind, type ScopeList } from '../../../../contract/articles/scope.ts';
import { isRecent } from '../../../kit/calendar.ts';
import type { IndexedArticle } from '../store.ts';
import { createReadPath, pathOf, segmentsOf, type ReadPath } from './path-rules.ts';
import { nameOf } from './value-forms.ts';

type Told = Pick<IndexedArticle, 'id' | 'url' | 'tags' | 'categories'>;

/** The part of a site that a question is asked of: parts of `contract/articles/scope.ts`, none for the whole site. */
export type Scope = readonly string[];

export interface Scopes {
  /** The ids of the articles of a scope, one a line; `undefined` for the whole site. */
  idsOf(scope: Scope | undefined): Promise<string | undefined>;
  list(): Promise<ScopeList>;
  /** Whether visitors have a choice: two parts or more, each with some of the articles, but not all. */
  hasChoice(): Promise<boolean>;
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
  /** The rules by which paths name a language or a version. */
  readonly rules: () => Promise<readonly string[]>;
  readonly now: () => number;
}): Scopes {
  const { live, rules, now } = deps;
  /** What is known of the site under one set of rules; other rules begin anew. */
  const fresh = (written: string, readPath: ReadPath) => ({
    written,
    partsOf: partsBy(readPath),
    kept: new Map<string, { readonly ids: string; readonly at: number }>(),
    listed: undefined as { readonly list: ScopeList; readonly at: number } | undefined,
    choice: undefined as { readonly is: boolean; readonly of: number; readonly at: number } | undefined,
  });
  let known = fresh('', () => []);
  const current = async () => {
    const saved = await rules();
    const written = saved.join('\n');
    if (written !== known.written) known = fresh(written, createReadPath(saved));
    return known;
  };

  return {
    async idsOf(scope) {
      if (!scope || scope.length === 0) return undefined;
      const { kept, partsOf } = await current();
      const key = scope.join('\n');
      const before = kept.get(key);
      if (before && isRecent(before.at, keptMs, now())) return before.ids;
      const holds = holdsOf(scope, partsOf);
      const ids = [...live.articles.values()].filter(holds).map(({ id }) => id);
      if (kept.size >= mostKept) kept.clear();
      const made = { ids: ids.join('\n'), at: now() };
      kept.set(key, made);
      return made.ids;
    },
    async list() {
      const of = await current();
      if (of.listed && isRecent(of.listed.at, keptMs, now())) return of.listed.list;
      of.listed = { list: listOf([...live.articles.values()], of.partsOf), at: now() };
      return of.listed.list;
    },
    async hasChoice() {
      const of = await current();
      const { size } = live.articles;
      const keepsFor = of.choice?.of === size ? choiceKeptMs : keptMs;
      if (of.choice && isRecent(of.choice.at, keepsFor, now())) return of.choice.is;
      of.choice = { is: isChoice(live.articles.values(), of.partsOf), of: size, at: now() };
      return of.choice.is;
    },
  };
}

/** A part that an article belongs to; `value` is what names it beside `name`. */
interface Part {
  readonly kind: ScopeKind;
  readonly value: string;
  readonly name: string;
}
type PartsOf = (article: Told) => readonly Part[];

/** The parts of an article that it says itself or that its path says by a rule; every kind but folders, which are read from the path alone. */
const partsBy =
  (readPath: ReadPath): PartsOf =>
  ({ url, tags, categories }) => [
    ...tags.map(({ slug, name }) => ({ kind: 'tag' as const, value: slug, name })),
    ...categories.map(({ slug, name }) => ({ kind: 'category' as const, value: slug, name })),
    ...readPath(url).map(({ kind, value }) => ({ kind, value, name: nameOf(kind, value) })),
  ];

/** Whether an article is in a scope: of each kind that is named, one of the parts. */
function holdsOf(scope: Scope, partsOf: PartsOf): (article: Told) => boolean {
  const byKind = Map.groupBy(scope, (part) => part.slice(0, part.indexOf(':')) as ScopeKind);
  const tests = Array.from(byKind, ([kind, parts]) => {
    const wanted = parts.map((part) => part.slice(kind.length + 1).trim());
    if (kind === 'path') {
      const paths = wanted.map(pathOf);
      return ({ url }: Told) => paths.some((path) => isBelow(pathOf(url), path));
    }
    const names = new Set(wanted.map(folded));
    return (article: Told) =>
      partsOf(article).some(
        (part) => part.kind === kind && (names.has(folded(part.value)) || names.has(folded(part.name))),
      );
  });
  return (article) => tests.every((test) => test(article));
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);

type Listed = ScopeList['scopes'][number];

function listOf(articles: readonly Told[], partsOf: PartsOf): ScopeList {
  const found = new Map<string, Listed>();
  for (const article of articles)
    for (const part of listable(article, partsOf))
      found.set(part.scope, { ...part, articles: (found.get(part.scope)?.articles ?? 0) + 1 });
  const most = scopeKinds.flatMap((kind) =>
    [...found.values()]
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => b.articles - a.articles || (a.scope < b.scope ? -1 : 1))
      .slice(0, mostListed),
  );
  // A part that holds every article narrows nothing.
  const pages = articles.filter(isPage).length;
  const isPart = ({ kind, articles: held }: Listed) => held < (kind === 'path' ? pages : articles.length);
  return { total: articles.length, scopes: most.filter(isPart) };
}

/** Read only until two such parts have shown themselves, which is soon where a site has any. */
function isChoice(articles: Iterable<Told>, partsOf: PartsOf): boolean {
  const found = new Map<string, number>();
  const some = new Set<string>();
  let seen = 0;
  let pages = 0;
  const isPart = (scope: string) => (found.get(scope) ?? 0) < (scope.startsWith('path:') ? pages : seen);
  for (const article of articles) {
    for (const { scope } of listable(article, partsOf)) {
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

/** The parts and folders of an article, as they are listed. A comma would part the scope in a query. */
const listable = (article: Told, partsOf: PartsOf): Omit<Listed, 'articles'>[] =>
  [
    ...partsOf(article),
    ...(isPage(article) ? foldersOf(article.url) : []).map((path) => ({
      kind: 'path' as const,
      value: path,
      name: path,
    })),
  ]
    .filter(({ value }) => isWord(value))
    .map(({ kind, value, name }) => ({ scope: `${kind}:${value}`, kind, name }));

/** False for a document: the folders of a site are those of its pages, not the one in which its files are served. */
const isPage = ({ url }: Pick<Told, 'url'>): boolean => !/\.(?:pdf|docx|epub)$/.test(pathOf(url));

const isWord = (slug: string): boolean => slug !== '' && !slug.includes(',');

/** The folders of a page, two levels at most: `/docs/` and `/docs/install/` of `/docs/install/linux`. */
function foldersOf(url: string): string[] {
  const parts = segmentsOf(url).slice(0, -1).slice(0, 2);
  return parts.map((_, nth) => `/${parts.slice(0, nth + 1).join('/')}/`).filter(isWord);
}
