import { isRecent } from '../../kit/calendar.ts';
import { begunForAll, sharedWithSite } from '../../kit/waiting/patience.ts';
import type { ArticleHead, Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';

/** Heads of all published articles in memory, kept up to date with the host. */
export interface Catalogue {
  /**
   * All published articles, limited ones included, in the host's order. The first call, and the first one after a hint,
   * wait for a read of the host; when that fails, the previous list is returned, or `unavailable` thrown without one.
   */
  heads(): Promise<readonly ArticleHead[]>;
  /** One article of the same list. */
  find(id: string): Promise<ArticleHead | undefined>;
  /** Invalidates the list. Call after a write to the host, which may not send a hint about it. */
  outdated(): void;
  close(): void;
}

interface Listing {
  readonly heads: readonly ArticleHead[];
  readonly byId: ReadonlyMap<string, ArticleHead>;
}

/** Maximum age of the list, since hints may get lost. */
const freshMs = 60_000;

export function createCatalogue(deps: {
  readonly host: Pick<Host, 'heads' | 'onChange'>;
  readonly now: () => number;
  readonly log: Log;
}): Catalogue {
  const { host, now, log } = deps;
  let listing: Listing | undefined;
  let pending: Promise<Listing> | undefined;
  let listedAt = 0;
  let changes = 0;
  let listedChange = -1;

  const changed = host.onChange(() => void (changes += 1));
  const isFresh = () => listedChange === changes && isRecent(listedAt, freshMs, now());

  const list = async (): Promise<Listing> => {
    const [change, begunAt] = [changes, now()];
    const heads: ArticleHead[] = [];
    for await (const head of host.heads()) heads.push(headOf(head));
    listing = { heads, byId: new Map(heads.map((head) => [head.id, head])) };
    [listedChange, listedAt] = [change, begunAt];
    return listing;
  };

  /** Returns a list whose read started after the last hint. */
  const current = async (): Promise<Listing> => {
    if (listing && isFresh()) return listing;
    try {
      // A running read may have passed the changed article already.
      if (pending) await sharedWithSite(pending);
      if (listing && isFresh()) return listing;
      pending ??= begunForAll(list).finally(() => (pending = undefined));
      return await sharedWithSite(pending);
    } catch (error) {
      if (!listing) throw error;
      log.warn(
        { err: String(error) },
        'the list of articles could not be read; the previous list stays in use',
      );
      return listing;
    }
  };

  return {
    heads: async () => (await current()).heads,
    find: async (id) => (await current()).byId.get(id),
    outdated: () => void (changes += 1),
    close: () => changed.close(),
  };
}

/** The head only: hosts may pass whole articles, whose texts must not stay in memory. */
const headOf = (head: ArticleHead): ArticleHead => ({
  id: head.id,
  revision: head.revision,
  title: head.title,
  url: head.url,
  tags: head.tags,
  categories: head.categories,
  publishedAt: head.publishedAt,
  createdAt: head.createdAt,
  modifiedAt: head.modifiedAt,
  visits: head.visits,
  excerpt: head.excerpt,
  excerptIsManual: head.excerptIsManual,
  visibility: head.visibility,
  ...(head.isUnlisted && { isUnlisted: true as const }),
  ...(head.isPage && { isPage: true as const }),
});
