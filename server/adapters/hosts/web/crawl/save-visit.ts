import { explained, inEnglish } from '../../../../kit/explained.ts';
import type { Discovery } from '../discovery.ts';
import type { DateTrust } from './date-trust.ts';
import { listReason } from '../extract/read-page.ts';
import { readerVersion } from '../extract/reader-version.ts';
import { tidyPath } from '../patterns.ts';
import type { KnownPage, PageState, PageStore } from '../store.ts';
import type { RevisitPolicy } from '../revisit-policy.ts';
import type { Seen } from './judge-page.ts';
import type { KnownPages } from './known-pages.ts';

export interface SaveVisitDeps {
  readonly store: PageStore;
  readonly pages: KnownPages;
  readonly revisits: RevisitPolicy;
  readonly discovery: Pick<Discovery, 'hasSitemap'>;
  readonly trust: DateTrust;
  readonly accepts: (path: string) => boolean;
  readonly now: () => number;
  /** Pages named by a push and not visited since. */
  readonly urgent: Set<string>;
  /** Called when an article was added, changed or removed. */
  readonly changed: () => void;
}

/** Stores what a visit to a page has found, and when to visit it again. */
export const createSaveVisit = (deps: SaveVisitDeps) => {
  const { store, pages, revisits, discovery, accepts, now, urgent, changed } = deps;

  /** State of the page that this one is a copy of, when the site has it. A push for the copy applies to the original. */
  const originalOf = async (path: string, seen: Seen): Promise<PageState | undefined> => {
    const isUrgent = urgent.delete(path);
    const original = seen.elsewhere === undefined ? undefined : tidyPath(seen.elsewhere);
    if (original === undefined || !accepts(original)) return undefined;
    await pages.note([{ path: original, said: '' }]);
    if (isUrgent) await store.recheck([original], now());
    const state = pages.stateOf(original);
    // A canonical address that leads nowhere is ignored.
    return state === 'gone' || state === 'left-out' ? undefined : state;
  };

  /** Milliseconds until the next visit, by the kind of page and its likelihood of change. */
  const restOf = (page: KnownPage, seen: Seen, state: PageState, failures: number): number => {
    const isNews = page.state !== 'new' || revisits.isFirstPassDone;
    const changedAt =
      hasChanged(page, seen) && seen.article ? (isNews ? now() : dateOf(seen.article)) : undefined;
    const reason = seen.state === 'unchanged' ? page.reason : seen.reason;
    const isList =
      !discovery.hasSitemap &&
      (pages.isLead(page.path) || (state === 'left-out' && inEnglish(reason) === inEnglish(listReason)));
    const canSayUnchanged = seen.etag !== '' || seen.lastModified !== '';
    return revisits.nextVisitMs({ page, state, failures, canSayUnchanged, isList, changedAt }, pages.count);
  };

  /** Learns from a visit about the dates of the lists; a visit by a newer version of the reader is ignored. */
  const learn = (page: KnownPage, seen: Seen) => {
    const hasNewDate = pages.takeNewDate(page.path);
    if (page.said === '' || page.state !== 'article' || page.reader !== readerVersion) return;
    if (seen.state !== 'unchanged' && seen.state !== 'article') return;
    if (hasNewDate) deps.trust.dateChanged(hasChanged(page, seen));
    else deps.trust.dateSame(hasChanged(page, seen));
  };

  return async (page: KnownPage, seen: Seen): Promise<void> => {
    const original = await originalOf(page.path, seen);
    const isCopy = original !== undefined;
    const state = seen.state === 'unchanged' ? page.state : isCopy ? 'left-out' : seen.state;
    const failures = isAmiss(page, state) ? page.failures + 1 : 0;
    learn(page, seen);
    await store.save({
      path: page.path,
      state,
      reason: isCopy ? explained('left_copy') : seen.state === 'unchanged' ? undefined : seen.reason,
      // Without validators the text is fetched again, since only the text shows whether the page is still a copy.
      etag: isCopy ? '' : seen.etag,
      lastModified: isCopy ? '' : seen.lastModified,
      checkedAt: now(),
      // A copy is visited again once its original is known.
      dueAt: now() + (original === 'new' ? 0 : restOf(page, seen, state, failures)),
      asked: page.asked,
      failures,
      article: state === 'article' ? seen.article : undefined,
    });
    const before = pages.stateOf(page.path);
    pages.setState(page.path, state, seen.look?.datelessMark);
    const isLost = before === 'article' && state !== 'article' && state !== 'failed';
    if (isLost || hasChanged(page, seen)) changed();
  };
};

/** Modification time of an article; `undefined` when the page has none. */
export function dateOf(article: {
  readonly modified: string;
  readonly published: string;
}): number | undefined {
  const time = Date.parse(article.modified || article.published);
  return Number.isFinite(time) ? time : undefined;
}

/** True when an article could not be read, this time or since it was lost. */
const isAmiss = (page: KnownPage, state: PageState): boolean =>
  state === 'failed' || (state !== 'article' && (page.state === 'article' || page.failures > 0));

const hasChanged = (page: KnownPage, seen: Seen): boolean =>
  seen.article !== undefined && (seen.article.revision !== page.revision || page.state !== 'article');
