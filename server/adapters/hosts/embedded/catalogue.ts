import { createHash } from 'node:crypto';
import { sha256 } from '../../../kit/ids.ts';
import type { Term } from '../../../ports/host.ts';
import { sortedInSteps, type Steps } from '../../../work/schedule/steps.ts';
import type { SourceArticle } from './content/article.ts';

/** A published article with its address. */
export interface Listed extends SourceArticle {
  readonly slug: string;
  /** Site-relative address. */
  readonly url: string;
}

/** The articles published at one moment. */
export interface Catalogue {
  /** Newest first; undated articles last, by path. */
  readonly articles: readonly Listed[];
  /** Without articles of limited visibility. */
  readonly shown: readonly Listed[];
  readonly byId: ReadonlyMap<string, Listed>;
  readonly bySlug: ReadonlyMap<string, Listed>;
  readonly byPath: ReadonlyMap<string, Listed>;
  readonly byFormerPath: ReadonlyMap<string, Listed>;
  /** Shown articles by the name of their file without its ending, by which wikis link. */
  readonly byName: ReadonlyMap<string, Listed>;
  /** Shown translations of an article, by translation key. */
  readonly byTranslation: ReadonlyMap<string, readonly Listed[]>;
  readonly tags: ReadonlyMap<string, TermArticles>;
  readonly categories: ReadonlyMap<string, TermArticles>;
  /** Changes whenever anything above changes. */
  readonly version: string;
}

/** Articles that are hashed, get their addresses, or are found by a key, in one step. */
const articlesAtOnce = 500;

/** A tag or category with its shown articles, newest first. */
export interface TermArticles {
  readonly term: Term;
  readonly articles: readonly Listed[];
}

/**
 * Selects the articles published at a moment (epoch milliseconds). When several files claim one address, the first by
 * path gets it, the others get their language or four digits of a hash of their path appended. Drafts claim addresses
 * too, so that an address does not change when a draft is published.
 */
export function* catalogueOf(sources: readonly SourceArticle[], now: number): Steps<Catalogue> {
  const listed = yield* withAddresses(yield* sortedInSteps(sources, byPath));
  const articles = yield* sortedInSteps(
    listed.filter((article) => isPublished(article, now)),
    newestFirst,
  );
  yield;
  const shown = articles.filter((article) => article.metadata.visibility === 'public');
  const state = createHash('sha256');
  for (const [nth, { id, hash, url, file }] of articles.entries()) {
    if (nth % articlesAtOnce === 0) yield;
    state.update(`${id} ${hash} ${url} ${file.modifiedAt}\n`);
  }
  return {
    articles,
    shown,
    byId: yield* firstBy(articles, (article) => [article.id]),
    bySlug: yield* firstBy(articles, (article) => [article.slug]),
    byPath: yield* firstBy(articles, (article) => [article.file.path]),
    byFormerPath: yield* firstBy(shown, (article) => article.metadata.formerPaths),
    byName: yield* firstBy(shown, ({ file }) => [file.path.replace(/^.*\/|\.\w+$/g, '').toLowerCase()]),
    byTranslation: yield* allBy(shown, (article) => [article.metadata.translationKey]),
    tags: yield* termsOf(shown, 'tags'),
    categories: yield* termsOf(shown, 'categories'),
    version: state.digest('hex'),
  };
}

/** The next time at which an article is published or expires; `undefined` when there is none. */
export const nextDueDate = (sources: readonly SourceArticle[], now: number): number | undefined => {
  let first = Infinity;
  for (const { metadata } of sources)
    for (const time of [metadata.publishedAt, metadata.expiresAt])
      if (time !== undefined && time > now && time < first) first = time;
  return first === Infinity ? undefined : first;
};

const isPublished = ({ metadata }: SourceArticle, now: number): boolean =>
  !metadata.isDraft && (metadata.publishedAt ?? now) <= now && (metadata.expiresAt ?? Infinity) > now;

/** Articles in the order of their paths with their addresses. */
function* withAddresses(sources: readonly SourceArticle[]): Steps<Listed[]> {
  const taken = new Set<string>();
  const groups = yield* allBy(sources, (source) => [source.metadata.slug || source.id]);
  const listed: Listed[] = [];
  const late: SourceArticle[] = [];
  const put = (source: SourceArticle, slug: string) => {
    taken.add(slug);
    listed.push({ ...source, slug, url: `/archives/${encodeURIComponent(slug)}` });
  };
  for (const [slug, [first, ...rest]] of groups) {
    if (listed.length % articlesAtOnce === 0) yield;
    if (first) put(first, slug);
    for (const one of rest) late.push(one);
  }
  for (const source of late) {
    if (listed.length % articlesAtOnce === 0) yield;
    const { slug, language } = source.metadata;
    const hash = sha256(source.file.path);
    const wanted = [`${slug}-${language}`, `${slug}-${hash.slice(0, 4)}`, `${slug}-${hash}`];
    put(source, wanted.find((one) => !one.endsWith('-') && !taken.has(one)) ?? source.id);
  }
  return listed;
}

function* termsOf(
  articles: readonly Listed[],
  kind: 'tags' | 'categories',
): Steps<ReadonlyMap<string, TermArticles>> {
  const terms = new Map<string, TermArticles>();
  const bySlug = yield* allBy(articles, ({ metadata }) => metadata[kind].map(({ slug }) => slug));
  for (const [slug, having] of bySlug) {
    const term = having[0]?.metadata[kind].find((one) => one.slug === slug);
    if (term) terms.set(slug, { term, articles: having });
  }
  return terms;
}

/** The first article of each key. */
function* firstBy(
  articles: readonly Listed[],
  keysOf: (article: Listed) => readonly string[],
): Steps<Map<string, Listed>> {
  const index = new Map<string, Listed>();
  for (const [nth, article] of articles.entries()) {
    if (nth % articlesAtOnce === 0) yield;
    for (const key of keysOf(article)) if (!index.has(key)) index.set(key, article);
  }
  return index;
}

/** All articles of each key, in their order. */
function* allBy<T>(
  articles: readonly T[],
  keysOf: (article: T) => readonly string[],
): Steps<Map<string, T[]>> {
  const index = new Map<string, T[]>();
  for (const [nth, article] of articles.entries()) {
    if (nth % articlesAtOnce === 0) yield;
    for (const key of keysOf(article)) {
      const having = index.get(key);
      if (having) having.push(article);
      else index.set(key, [article]);
    }
  }
  return index;
}

const byPath = (one: SourceArticle, other: SourceArticle): number => compare(one.file.path, other.file.path);

const newestFirst = (one: Listed, other: Listed): number =>
  (other.metadata.publishedAt ?? -Infinity) - (one.metadata.publishedAt ?? -Infinity) || byPath(one, other);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
