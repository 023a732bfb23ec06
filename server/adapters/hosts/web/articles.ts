import { percentDecoded } from '../../../text/percent-decoded.ts';
import { unavailable } from '../../../kit/fault.ts';
import { patientlyWithSite, siteLate } from '../../../kit/waiting/patience.ts';
import { sha256, slug } from '../../../kit/ids.ts';
import type { ArticleHead, Term } from '../../../ports/host.ts';
import type { Availability } from '../remote/availability.ts';
import type { PageStore, StoredArticle } from './store.ts';

export interface ArticlesDeps {
  readonly store: Pick<PageStore, 'heads' | 'article'>;
  readonly availability: Availability;
  /** Aborts when the host closes. */
  readonly stopping: AbortSignal;
  /** Longest wait of the first list for the first visits, in milliseconds. */
  readonly firstMs?: number;
}

type Listed = readonly [path: string, head: ArticleHead];

/** The articles of a site, listed from its pages in the database. The first list waits until there is something to list. */
export function createArticles({ store, availability, stopping, firstMs = 15_000 }: ArticlesDeps) {
  const firstPass = Promise.withResolvers<void>();
  const wholePass = Promise.withResolvers<void>();
  let isFilled = false;
  let pathOfId: ReadonlyMap<string, string> = new Map();

  const begun = async (signal: AbortSignal | undefined) => {
    const isLeft = await patientlyWithSite(firstMs, async (ms) => {
      const limit = AbortSignal.any([stopping, AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);
      const over = new Promise<boolean>((resolve) =>
        limit.addEventListener('abort', () => resolve(ms < firstMs), { once: true }),
      );
      return Promise.race([firstPass.promise.then(() => false), over]);
    });
    signal?.throwIfAborted();
    // One who cannot wait as long gives up for itself alone.
    if (isLeft) throw siteLate();
    firstPass.resolve();
  };

  async function* all(signal?: AbortSignal): AsyncGenerator<Listed> {
    signal?.throwIfAborted();
    await begun(signal);
    const seen = new Set<string>();
    let any = false;
    for await (const { path, article } of store.heads()) {
      signal?.throwIfAborted();
      any = true;
      isFilled = true;
      // Pages with the same text and title count as one article, and so do addresses that differ only by a trailing slash.
      const marks = [article.revision, `${path.replace(/\/$/, '')} ${article.title}`];
      if (marks.some((mark) => seen.has(mark))) continue;
      for (const mark of marks) seen.add(mark);
      yield [path, headOf(path, article)];
    }
    isFilled = any;
    if (!any && !availability.health.ok) throw unavailable(availability.health.reason);
  }

  /** The path of an article, from the last list that had to be read for one. */
  const pathOf = async (id: string, signal?: AbortSignal): Promise<string | undefined> => {
    if (pathOfId.has(id)) return pathOfId.get(id);
    const found = new Map<string, string>();
    for await (const [path, head] of all(signal)) found.set(head.id, path);
    pathOfId = found;
    return pathOfId.get(id);
  };

  return {
    /** Ends the wait of the first list: every known page has been visited. */
    passed() {
      firstPass.resolve();
      wholePass.resolve();
    },

    whole: () => wholePass.promise,

    async *heads(signal?: AbortSignal): AsyncGenerator<ArticleHead> {
      for await (const [, head] of all(signal)) yield head;
    },

    has: async (id: string, signal?: AbortSignal) => (await pathOf(id, signal)) !== undefined,

    async article(id: string, signal?: AbortSignal) {
      signal?.throwIfAborted();
      const path = await pathOf(id, signal);
      const article = path === undefined ? undefined : await store.article(path);
      signal?.throwIfAborted();
      if (path === undefined || !article) return undefined;
      return { ...headOf(path, article), body: { format: 'html' as const, text: article.html } };
    },

    /** Newest first; those listed so far when the site cannot be read. */
    async newest(): Promise<readonly ArticleHead[]> {
      const heads: ArticleHead[] = [];
      try {
        for await (const [, head] of all()) heads.push(head);
      } catch {
        // The try page works while the site is down.
      }
      return heads.toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt));
    },

    /** True when the last list had an article. */
    get isFilled() {
      return isFilled;
    },
  };
}

const headOf = (path: string, article: Omit<StoredArticle, 'html'>): ArticleHead => ({
  id: idOfPath(path),
  revision: article.revision,
  title: article.title,
  url: article.url,
  tags: article.tags.map(termOf),
  categories: article.categories.map(termOf),
  publishedAt: article.published,
  createdAt: article.published,
  modifiedAt: changedAt(article),
  visits: null,
  excerpt: article.excerpt,
  // A description in the page was written by its author.
  excerptIsManual: article.excerpt !== '',
  visibility: 'public',
});

/** A change that is known to the day alone is not told as one before the publication on that day. */
const changedAt = ({ modified, published }: Pick<StoredArticle, 'modified' | 'published'>): string =>
  Date.parse(modified) < Date.parse(published) ? published : modified || published;

const termOf = (name: string): Term => ({
  name,
  slug: slug(name, 60) || encodeURIComponent(name.toLowerCase()),
});

/** Depends on the page's address only. */
const idOfPath = (path: string): string =>
  [slug(percentDecoded(path), 60), sha256(path).slice(0, 12)].filter((part) => part !== '').join('-');
