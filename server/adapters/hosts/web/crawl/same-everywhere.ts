import { isRecent } from '../../../../kit/calendar.ts';
import { explained } from '../../../../kit/explained.ts';
import { isFault, unavailable } from '../../../../kit/fault.ts';
import type { KnownPage } from '../store.ts';
import { looksLike, type Seen } from './judge-page.ts';
import type { Visits } from './visit-page.ts';

/** Distinguishes a page that has changed or gone from an outage with status 200, in which the site shows the same at every address. */
export interface SameEverywhere {
  /**
   * Throws `unavailable` when the front page and other articles have the same content as this known page has now. True
   * when the front page has it and an article has not: the site may have recovered, and the page should be visited again.
   */
  refuse(page: KnownPage, seen: Seen, signal: AbortSignal): Promise<boolean>;
}

/** Number of other articles that are compared. */
const sample = 3;
/** Life of the cached front page. */
const freshMs = 10_000;

export const createSameEverywhere = (deps: {
  readonly visits: Pick<Visits, 'visit'>;
  /** The front page. */
  readonly folder: string;
  readonly articles: () => readonly string[];
  readonly now: () => number;
}): SameEverywhere => {
  const { visits, folder, articles, now } = deps;
  let front: { readonly seen: Seen | undefined; readonly at: number } | undefined;

  /** `undefined` when it does not answer. */
  const lookAt = async (path: string, signal: AbortSignal): Promise<Seen | undefined> => {
    try {
      return await visits.visit(asNew(path), undefined, signal);
    } catch (error) {
      if (isFault(error)) return undefined;
      throw error;
    }
  };

  const frontPage = async (signal: AbortSignal): Promise<Seen | undefined> => {
    if (!front || !isRecent(front.at, freshMs, now()))
      front = { seen: await lookAt(folder, signal), at: now() };
    return front.seen;
  };

  /** True when a visit has found something else than the previous one. */
  const isSurprise = (page: KnownPage, seen: Seen): boolean => {
    if (page.path === folder && page.state === 'left-out') return seen.state === 'article';
    if (page.state !== 'article') return false;
    return seen.state !== 'unchanged' && seen.article?.revision !== page.revision;
  };

  return {
    async refuse(page, seen, signal) {
      if (!isSurprise(page, seen) || asksForIt(seen)) return false;
      if (page.path !== folder && !showSame(seen, await frontPage(signal))) return false;
      const others = someOf(articles().filter((path) => path !== page.path && path !== folder));
      for (const path of others) if (!showSame(seen, await lookAt(path, signal))) return true;
      if (others.length > 0) throw unavailable(explained('site_same_page'));
      return false;
    },
  };
};

const showSame = (one: Seen, other: Seen | undefined): boolean => {
  if (one.state === 'gone') return other?.state === 'gone';
  return one.look !== undefined && other?.look !== undefined && looksLike(one.look, other.look);
};

const wishes = new Set(['left_noindex', 'left_not_free', 'left_password', 'left_sign_in']);

/** True when the change is intended by the owner of the site. */
const asksForIt = ({ reason }: Seen): boolean =>
  typeof reason === 'object' && wishes.has(reason.explanation.code);

const someOf = (paths: readonly string[]): readonly string[] => {
  const from = Math.floor(Math.random() * paths.length);
  return [...paths.slice(from), ...paths.slice(0, from)].slice(0, sample);
};

const asNew = (path: string): KnownPage => ({
  path,
  state: 'new',
  said: '',
  etag: '',
  lastModified: '',
  failures: 0,
  reason: '',
  revision: '',
  reader: 0,
  asked: 0,
});
