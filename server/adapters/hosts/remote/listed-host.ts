import { notFound } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Article, ArticleHead, Caller, Credentials, Host, SiteHint } from '../../../ports/host.ts';
import { createAvailability } from './availability.ts';
import type { SiteClient } from './client.ts';
import { createHints } from './hints.ts';
import { createIdentity, type Proof } from './sign-in/identity.ts';
import { createListing, type ListingSource } from './lists/listing.ts';
import { createPublicList } from './lists/public-addresses.ts';
import { createProbe } from './probe.ts';
import { noExcerpts, noImages } from './refusals.ts';
import { createReadAhead } from './lists/read-ahead.ts';
import { createSitePages } from './site-pages.ts';

export interface ListedHostDeps {
  readonly client: SiteClient;
  readonly clock: Clock;
  /** True when the operator's patterns accept an article's path. */
  readonly accepts: (path: string) => boolean;
  readonly reading: ListingSource & {
    /** Articles with text, by id; those with limited visibility are missing. */
    articles(ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, Article>>;
  };
  /** Articles per request; 1 when the platform returns them one by one. */
  readonly batch: number;
  /** The credentials that the platform can verify. */
  readonly proofOf: (credentials: Credentials) => Proof | undefined;
  /** Verifies them with the platform. */
  readonly ask: (proof: Proof, signal: AbortSignal | undefined) => Promise<Caller>;
  /** A cheap request that checks availability and returns the title. */
  readonly title: (signal: AbortSignal) => Promise<string>;
  /** Throws `unauthenticated` unless the notification is signed correctly. */
  readonly checkHint: (hint: SiteHint) => void;
}

/** Writes of a platform that stores excerpts and images for Docent. */
export interface SiteWriting {
  excerpt(id: string, excerpt: string, signal: AbortSignal | undefined): Promise<void>;
  /** Missing when the platform cannot store images. */
  readonly images?: Pick<Host, 'imagePolicies' | 'putImage' | 'getImage' | 'deleteImage'>;
}

type ListedParts = Pick<
  Host,
  'heads' | 'article' | 'identify' | 'onChange' | 'receiveHint' | 'page' | 'health' | 'close'
>;

/** The common part of hosts for platforms whose API lists the articles. */
export const createListedHost = (deps: ListedHostDeps) => {
  const { client, clock, reading } = deps;
  const availability = createAvailability(clock);
  const list = createPublicList(reading, client.address);
  const listing = createListing(list.source, clock);
  const hints = createHints();
  const identify = createIdentity({ clock, ask: deps.ask });
  let siteTitle = client.address.host;
  let order: readonly string[] = [];
  const ahead = createReadAhead({
    order: () => order,
    batch: deps.batch,
    read: (ids, signal) => availability.watch(reading.articles(ids, signal)),
  });

  const isShown = (head: ArticleHead) => head.url !== '' && deps.accepts(head.url);
  const heads = async (signal?: AbortSignal): Promise<ArticleHead[]> => {
    const all = await availability.watch(listing.heads(signal));
    const shown = [...all.values()].filter(isShown);
    order = shown.map(({ id }) => id);
    return shown;
  };
  const probe = createProbe({
    availability,
    clock,
    ask: async (signal) => void (siteTitle = (await deps.title(signal)) || siteTitle),
  });
  void probe();

  const host: ListedParts = {
    async *heads(signal) {
      for (const head of await heads(signal)) {
        signal?.throwIfAborted();
        yield head;
      }
    },
    async article(id, signal) {
      const found = await ahead.get(id, signal);
      return found && isShown(found) ? found : undefined;
    },
    identify: (given) => identify({ proof: deps.proofOf(given), address: given.address }),
    onChange: hints.onChange,
    async receiveHint(hint) {
      deps.checkHint(hint);
      listing.outdated();
      ahead.clear();
      hints.tell();
    },
    page: createSitePages({ client, title: () => siteTitle, heads }),
    async health(signal) {
      const health = await probe(signal);
      return health.ok && list.words ? { ok: true, reason: list.words } : health;
    },
    async close() {
      hints.close();
      await client.close();
    },
  };

  /** Reads an article again after Docent has written to it; resolves with its revision. */
  const reread = async (id: string, signal: AbortSignal | undefined): Promise<string> => {
    ahead.clear();
    const written = (await availability.watch(reading.articles([id], signal))).get(id);
    if (!written) throw notFound('Article');
    const { body: _, ...head } = written;
    listing.put(head);
    return head.revision;
  };

  return {
    host,
    siteTitle: () => siteTitle,
    /** The writing parts of the host; without `writing`, which needs credentials, they refuse. */
    writingParts: (writing: SiteWriting | undefined): Pick<Host, 'writeExcerpt' | keyof typeof noImages> => ({
      async writeExcerpt(id, excerpt, options) {
        options.signal?.throwIfAborted();
        if (!(await host.article(id, options.signal))) throw notFound('Article');
        if (!writing) return noExcerpts(id, excerpt, options);
        await writing.excerpt(id, excerpt.trim(), options.signal);
        return reread(id, options.signal);
      },
      ...(writing?.images ?? noImages),
    }),
  };
};
