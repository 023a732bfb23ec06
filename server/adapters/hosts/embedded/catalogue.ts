import { createHash } from 'node:crypto';
import { sha256 } from '../../../kit/ids.ts';
import type { Term } from '../../../ports/host.ts';
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

/** Articles that are hashed, get their addresses, or are found by a key, between two steps. */
const hashedAtOnce = 1_000;
const keyedAtOnce = 1_000;
const placedAtOnce = 500;

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
export const catalogueOf = (sources: readonly SourceArticle[], now: number): Catalogue => {
  const steps = catalogueSteps(sources, now);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** {@link catalogueOf} in steps, so that a folder of a hundred thousand articles does not hold up everything else. */
export function* catalogueSteps(
  sources: readonly SourceArticle[],
  now: number,
): Generator<undefined, Catalogue> {
  const sorted = sources.toSorted(byPath);
  yield;
  const listed = yield* withAddresses(sorted);
  yield;
  const published = listed.filter((article) => isPublished(article, now));
  yield;
  const articles = published.toSorted(newestFirst);
  yield;
  const shown = articles.filter((article) => article.metadata.visibility === 'public');
  yield;
  const state = createHash('sha256');
  for (const [nth, { id, hash, url, file }] of articles.entries()) {
    state.update(`${id} ${hash} ${url} ${file.modifiedAt}\n`);
    if (nth % hashedAtOnce === 0) yield;
  }
  const byId = yield* indexBy(articles, (article) => [article.id]);
  const bySlug = yield* indexBy(articles, (article) => [article.slug]);
  const ofPath = yield* indexBy(articles, (article) => [article.file.path]);
  const byFormerPath = yield* indexBy(shown, (article) => article.metadata.formerPaths);
  const byName = yield* indexBy(shown, ({ file }) => [file.path.replace(/^.*\/|\.\w+$/g, '').toLowerCase()]);
  const byTranslation = Map.groupBy(shown, (article) => article.metadata.translationKey);
  yield;
  return {
    articles,
    shown,
    byId,
    bySlug,
    byPath: ofPath,
    byFormerPath,
    byName,
    byTranslation,
    tags: entriesOf(shown, (article) => article.metadata.tags),
    categories: entriesOf(shown, (article) => article.metadata.categories),
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
function* withAddresses(sources: readonly SourceArticle[]): Generator<undefined, Listed[]> {
  const taken = new Set<string>();
  const groups = Map.groupBy(sources, (source) => source.metadata.slug || source.id);
  const listed: Listed[] = [];
  const late: SourceArticle[] = [];
  const put = (source: SourceArticle, slug: string) => {
    taken.add(slug);
    listed.push({ ...source, slug, url: `/archives/${encodeURIComponent(slug)}` });
  };
  yield;
  for (const [slug, [first, ...rest]] of groups) {
    if (listed.length % placedAtOnce === 0) yield;
    if (first) put(first, slug);
    late.push(...rest);
  }
  for (const source of late) {
    const { slug, language } = source.metadata;
    const hash = sha256(source.file.path);
    const wanted = [`${slug}-${language}`, `${slug}-${hash.slice(0, 4)}`, `${slug}-${hash}`];
    put(source, wanted.find((one) => !one.endsWith('-') && !taken.has(one)) ?? source.id);
  }
  return listed;
}

const entriesOf = (
  articles: readonly Listed[],
  termsOf: (article: Listed) => readonly Term[],
): Map<string, TermArticles> => {
  const entries = new Map<string, { term: Term; articles: Listed[] }>();
  for (const article of articles) {
    for (const term of termsOf(article)) {
      const entry = entries.get(term.slug) ?? { term, articles: [] };
      entry.articles.push(article);
      entries.set(term.slug, entry);
    }
  }
  return entries;
};

function* indexBy(
  articles: readonly Listed[],
  keysOf: (article: Listed) => readonly string[],
): Generator<undefined, Map<string, Listed>> {
  const index = new Map<string, Listed>();
  for (const [nth, article] of articles.entries()) {
    for (const key of keysOf(article)) if (!index.has(key)) index.set(key, article);
    if (nth % keyedAtOnce === 0) yield;
  }
  return index;
}

const byPath = (one: SourceArticle, other: SourceArticle): number => compare(one.file.path, other.file.path);

const newestFirst = (one: Listed, other: Listed): number =>
  (other.metadata.publishedAt ?? -Infinity) - (one.metadata.publishedAt ?? -Infinity) || byPath(one, other);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
