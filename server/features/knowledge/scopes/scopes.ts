import { folded } from '../../../text/folded.ts';
import {
  scopeKinds,
  siteSource,
  type ScopeKind,
  type ScopeList,
} from '../../../../contract/articles/scope.ts';
import { interfaceLanguages } from '../../../../contract/site/interface-language.ts';
import { isRecent } from '../../../kit/calendar.ts';
import { sourceOf } from '../../../kit/records/source-ids.ts';
import { unlessAway } from '../article-texts.ts';
import type { Heads } from '../heads/heads.ts';
import type { HeadLike, ToldHead as Told } from '../store/head-lists.ts';
import { createReadPath, pathOf, type ReadPath } from './path-rules.ts';
import { nameOf } from './value-forms.ts';

/** The part of a site that a question is asked of: parts of `contract/articles/scope.ts`, none for the whole site. */
export type Scope = readonly string[];

export interface Scopes {
  /**
   * The ids of the articles of a scope, one a line; `undefined` for the whole site. With a version, articles of others stay out, and so do
   * those of the sources `without`, of which `site` is the site itself.
   */
  idsOf(scope: Scope | undefined, version?: string, without?: readonly string[]): Promise<string | undefined>;
  /** The version of a page by its address, if the rules give it one. */
  versionOf(url: string): Promise<string | undefined>;
  /** With the site's title in this language. */
  list(language: string): Promise<ScopeList>;
  /** Whether visitors have a choice: two parts or more, each with some of the articles, but not all. */
  hasChoice(): Promise<boolean>;
}

/** Scopes whose ids are kept, and for how long, in milliseconds: an article that is new is found a moment later. */
const mostKept = 64;
const keptMs = 2_000;
/** The same where articles are read from the database, which takes seconds for a million of them. */
const keptFromDatabaseMs = 60_000;
/** Scopes of each kind that are listed. */
const mostListed = 100;
/** For how long it is known whether there is a choice while articles neither come nor go, in milliseconds. */
const choiceKeptMs = 60_000;
/** For how long a list that was made from the database is given, in milliseconds. */
const listKeptMs = 10 * 60_000;

export function createScopes(deps: {
  readonly live: { readonly heads: Pick<Heads, 'size' | 'told' | 'inMemory'> };
  /** The rules by which paths name a language or a version. */
  readonly rules: () => Promise<readonly string[]>;
  /** Names of the sources beside the site by their keys. */
  readonly sources: () => ReadonlyMap<string, string>;
  readonly siteTitle: (language: string) => string;
  readonly now: () => number;
}): Scopes {
  const { live, rules, sources, siteTitle, now } = deps;
  /** The name of a source, the site itself among them; `undefined` where there is only the site. */
  const sourceName = (source: string): string | undefined =>
    source === siteSource && sources().size > 0 ? siteTitle('') : sources().get(source);
  /** A scope with the site itself in place of its title in any language. */
  const namingSite = (scope: Scope): Scope => {
    const titles = new Set(['', ...interfaceLanguages].map((language) => folded(siteTitle(language))));
    const site = `source:${siteSource}`;
    return scope.map((part) =>
      part.startsWith('source:') && titles.has(folded(part.slice('source:'.length).trim())) ? site : part,
    );
  };
  const isFar = () => live.heads.inMemory === undefined;
  /** What is known of the site under one set of rules; other rules begin anew. */
  const fresh = (written: string, readPath: ReadPath) => ({
    written,
    readPath,
    partsOf: partsBy(readPath, sourceName),
    ids: createKept<string>(() => (isFar() ? keptFromDatabaseMs : keptMs), now),
    lists: createKept<ScopeList>(() => (isFar() ? listKeptMs : keptMs), now),
    choices: createKept<boolean>(() => (isFar() ? listKeptMs : choiceKeptMs), now),
  });
  let known = fresh('', () => []);
  const current = async () => {
    const saved = await rules();
    const written = saved.join('\n');
    if (written !== known.written) known = fresh(written, createReadPath(saved));
    return known;
  };

  return {
    async versionOf(url) {
      return versionIn((await current()).readPath(url));
    },
    async idsOf(scope = [], version?: string, without: readonly string[] = []) {
      if (scope.length === 0 && version === undefined && without.length === 0) return undefined;
      const { ids, partsOf, readPath } = await current();
      const key = JSON.stringify([scope, version, without]);
      return ids(key, async () => {
        const isIn = holdsOf(namingSite(scope), partsOf);
        const holds = (article: Told) =>
          !without.includes(sourceOf(article.id) ?? siteSource) && isIn(article);
        const isOther = ({ id, url }: Told) => {
          const own =
            version === undefined || sourceOf(id) !== undefined ? undefined : versionIn(readPath(url));
          return own !== undefined && own !== version;
        };
        const found: string[] = [];
        for await (const some of live.heads.told(likeOf(scope)))
          for (const article of some) if (holds(article) && !isOther(article)) found.push(article.id);
        return found.join('\n');
      });
    },
    async list(language) {
      const { lists, partsOf } = await current();
      const { total, scopes } = await lists('', () => listOf(live.heads.told(), partsOf));
      const titled = (part: Listed) =>
        part.scope === `source:${siteSource}` ? { ...part, name: siteTitle(language) } : part;
      return { total, scopes: scopes.map(titled) };
    },
    async hasChoice() {
      const { choices, partsOf } = await current();
      // Where articles come and go, all are looked at again.
      return choices(isFar() ? '' : `${live.heads.size}`, () => isChoice(live.heads.told(), partsOf)).catch(
        unlessAway(false),
      );
    },
  };
}

/** Keeps what was made for some time, and longer where it cannot be made anew; whoever asks while it is made waits for the same. */
function createKept<T>(keptMs: () => number, now: () => number) {
  const kept = new Map<string, { readonly value: Promise<T>; readonly at: number }>();
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known && isRecent(known.at, keptMs(), now())) return known.value;
    if (kept.size >= mostKept) kept.clear();
    const made = { value: make(), at: now() };
    kept.set(key, made);
    return made.value.catch((error: unknown) => {
      if (kept.get(key) === made) kept.delete(key);
      if (known === undefined) throw error;
      return known.value;
    });
  };
}

/** What the terms or the address of each article of a scope contain as they are stored; the rest is for {@link holdsOf}. */
function likeOf(scope: Scope): readonly HeadLike[] {
  return wantedOf(scope).flatMap(({ kind, wanted }): readonly HeadLike[] => {
    if (kind === 'path')
      return [
        { field: 'url', parts: wanted.map(pathOf).flatMap((path) => [path, encodeURI(path).toLowerCase()]) },
      ];
    if (kind !== 'tag' && kind !== 'category') return [];
    // As in JSON, without the quotes around it.
    const names = wanted.flatMap((name) => [name, folded(name)]);
    return [
      {
        field: kind === 'tag' ? 'tags' : 'categories',
        parts: names.map((name) => JSON.stringify(name).slice(1, -1)),
      },
    ];
  });
}

/** What a scope names of each kind. */
const wantedOf = (
  scope: Scope,
): readonly { readonly kind: ScopeKind; readonly wanted: readonly string[] }[] =>
  Array.from(
    Map.groupBy(scope, (part) => part.slice(0, part.indexOf(':')) as ScopeKind),
    ([kind, parts]) => ({ kind, wanted: parts.map((part) => part.slice(kind.length + 1).trim()) }),
  );

const versionIn = (values: ReturnType<ReadPath>): string | undefined =>
  values.find(({ kind }) => kind === 'version')?.value;

/** A part that an article belongs to; `value` is what names it beside `name`. */
interface Part {
  readonly kind: ScopeKind;
  readonly value: string;
  readonly name: string;
}
type PartsOf = (article: Told) => readonly Part[];

/** The parts of an article that it says itself or that its path says by a rule; every kind but folders, which are read from the path alone. */
const partsBy =
  (readPath: ReadPath, sourceName: (source: string) => string | undefined): PartsOf =>
  ({ id, url, tags, categories }) => {
    const source = sourceOf(id) ?? siteSource;
    const name = sourceName(source);
    return [
      ...tags.map(({ slug, name }) => ({ kind: 'tag' as const, value: slug, name })),
      ...categories.map(({ slug, name }) => ({ kind: 'category' as const, value: slug, name })),
      ...(source === siteSource ? readPath(url) : []).map(({ kind, value }) => ({
        kind,
        value,
        name: nameOf(kind, value),
      })),
      ...(name === undefined ? [] : [{ kind: 'source' as const, value: source, name }]),
    ];
  };

/** Whether an article is in a scope: of each kind that is named, one of the parts. */
function holdsOf(scope: Scope, partsOf: PartsOf): (article: Told) => boolean {
  const tests = wantedOf(scope).map(({ kind, wanted }) => {
    if (kind === 'path') {
      const paths = wanted.map(pathOf);
      return ({ id, url }: Told) =>
        sourceOf(id) === undefined && paths.some((path) => isBelow(pathOf(url), path));
    }
    const names = new Set(wanted.map(folded));
    return (article: Told) =>
      partsOf(article).some(
        (part) => part.kind === kind && (names.has(folded(part.value)) || names.has(folded(part.name))),
      );
  });
  return (article) => tests.every((test) => test(article));
}

const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);

type Listed = ScopeList['scopes'][number];

async function listOf(articles: AsyncIterable<readonly Told[]>, partsOf: PartsOf): Promise<ScopeList> {
  const found = new Map<string, Listed>();
  let [total, pages] = [0, 0];
  for await (const some of articles)
    for (const article of some) {
      const listed = listable(article, partsOf);
      total += 1;
      if (listed.isPage) pages += 1;
      for (const { scope, kind, name } of listed.parts) {
        const known = found.get(scope);
        if (known) known.articles += 1;
        else found.set(scope, { scope, kind, name, articles: 1 });
      }
    }
  const most = scopeKinds.flatMap((kind) =>
    [...found.values()]
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => b.articles - a.articles || (a.scope < b.scope ? -1 : 1))
      .slice(0, mostListed),
  );
  // A part that holds every article narrows nothing.
  const isPart = ({ kind, articles: held }: Listed) => held < (kind === 'path' ? pages : total);
  return { total, scopes: most.filter(isPart) };
}

/** Read only until two such parts have shown themselves, which is soon where a site has any. */
async function isChoice(articles: AsyncIterable<readonly Told[]>, partsOf: PartsOf): Promise<boolean> {
  const found = new Map<string, number>();
  const some = new Set<string>();
  let seen = 0;
  let pages = 0;
  const isPart = (scope: string) => (found.get(scope) ?? 0) < (scope.startsWith('path:') ? pages : seen);
  for await (const read of articles)
    for (const article of read) {
      const listed = listable(article, partsOf);
      for (const { scope } of listed.parts) {
        const count = (found.get(scope) ?? 0) + 1;
        found.set(scope, count);
        if (count >= fewest) some.add(scope);
      }
      seen += 1;
      if (listed.isPage) pages += 1;
      if (some.size >= 2 && [...some].filter(isPart).length >= 2) return true;
    }
  return false;
}

/** A part of fewer articles is as good as the article. */
const fewest = 2;

/** The parts and folders of an article, as they are listed. A comma would part the scope in a query. */
function listable(
  article: Told,
  partsOf: PartsOf,
): { readonly isPage: boolean; readonly parts: readonly Omit<Listed, 'articles'>[] } {
  const path = pathOf(article.url);
  const isOfPage = isPage(article.id, path);
  const folders = isOfPage ? foldersOf(path) : [];
  const parts = [
    ...partsOf(article),
    ...folders.map((folder) => ({ kind: 'path' as const, value: folder, name: folder })),
  ];
  return {
    isPage: isOfPage,
    parts: parts
      .filter(({ value }) => isWord(value))
      .map(({ kind, value, name }) => ({ scope: `${kind}:${value}`, kind, name })),
  };
}

/** False for a document, since the folders of a site are those of its pages, not the one in which its files are served; and in another source. */
const isPage = (id: string, path: string): boolean =>
  sourceOf(id) === undefined && !/\.(?:pdf|docx|epub)$/.test(path);

const isWord = (slug: string): boolean => slug !== '' && !slug.includes(',');

/** The folders of a page by its path, two levels at most: `/docs/` and `/docs/install/` of `/docs/install/linux`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(1, -1).slice(0, 2);
  return parts.map((_, nth) => `/${parts.slice(0, nth + 1).join('/')}/`).filter(isWord);
}
