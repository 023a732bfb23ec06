import { explained, type Words } from '../../../../kit/explained.ts';
import { isFault } from '../../../../kit/fault.ts';
import type { Availability } from '../../remote/availability.ts';
import type { Discovery } from '../discovery.ts';
import { showsNothing } from '../health.ts';
import type { SingleOutage } from '../single-outage.ts';
import { plainForms } from '../patterns.ts';
import type { KnownPage, PageState } from '../store.ts';
import type { RevisitPolicy } from '../revisit-policy.ts';
import { leftOut, type Seen } from './judge-page.ts';
import type { KnownPages } from './known-pages.ts';
import type { MissingPageProbe } from './missing-page.ts';
import type { SameEverywhere } from './same-everywhere.ts';
import { createPrintVersions } from './print-versions.ts';
import { createSaveVisit, type SaveVisitDeps } from './save-visit.ts';
import type { Visits } from './visit-page.ts';

interface CrawlPageDeps extends SaveVisitDeps {
  readonly pages: KnownPages;
  readonly revisits: RevisitPolicy;
  readonly discovery: Discovery;
  readonly visits: Visits;
  readonly outage: SingleOutage;
  readonly missing: Pick<MissingPageProbe, 'page'>;
  readonly everywhere: SameEverywhere;
  readonly availability: Availability;
  /** Front page of the site. */
  readonly folder: string;
  readonly named: (siteTitle: string) => void;
  /** Called with the reason why the front page was refused; `''` when it was not. */
  readonly frontRead: (refused: Words) => void;
}

/** Visits a due page and stores its content, or removes it. */
export const createCrawlPage = (deps: CrawlPageDeps) => {
  const { accepts, folder, pages, revisits, discovery, visits, outage, missing } = deps;
  const saveVisit = createSaveVisit(deps);
  const prints = createPrintVersions(deps);

  /** A single page that does not answer is retried later and does not hold up others. */
  const read = async (page: KnownPage, signal: AbortSignal): Promise<Seen> => {
    try {
      const seen = await visits.visit(page, missing.page, signal);
      outage.answered();
      return seen;
    } catch (error) {
      if (!isFault(error) || !(await outage.isOf(error, page.path, signal))) throw error;
      return { ...leftOut(error.words), state: 'failed' };
    }
  };

  /** Throws `unavailable` when the site shows the same page at every address, such as a database error. */
  const readPlausible = async (page: KnownPage, signal: AbortSignal): Promise<Seen> => {
    const seen = await read(page, signal);
    return (await deps.everywhere.refuse(page, seen, signal)) ? read(page, signal) : seen;
  };

  /** A print version is a copy of the page that it prints. */
  const asCopy = async (path: string, seen: Seen): Promise<Seen> => {
    if (seen.article === undefined || seen.elsewhere !== undefined) return seen;
    const original = await prints.originalOf(path, seen.article.html);
    return original === undefined ? seen : { ...seen, elsewhere: original };
  };

  const forget = async (path: string) => {
    const wasArticle = pages.stateOf(path) === 'article';
    await pages.forget(path);
    revisits.forget(path);
    if (wasArticle) deps.changed();
  };

  return async (page: KnownPage, signal: AbortSignal): Promise<void> => {
    const { path } = page;
    if ((!accepts(path) && !pages.isLead(path)) || pages.isEndless(page)) return forget(path);
    const isOtherForm = plainForms(path).some((plain) => isThere(pages.stateOf(plain)));
    const seen = isOtherForm
      ? leftOut(explained('left_copy'))
      : discovery.robots.allows(path)
        ? await asCopy(path, await deps.availability.watch(readPlausible(page, signal)))
        : leftOut(explained('left_robots'));
    const isWanted = accepts(path) || seen.state !== 'article';
    await saveVisit(page, isWanted ? seen : { ...withoutArticle(seen), reason: explained('left_settings') });
    if (path === folder && seen.siteTitle !== '') deps.named(seen.siteTitle);
    // A refused page has neither a title nor links; any other page was read and is just not an article. An empty page counts as refused.
    if (path === folder && seen.state !== 'unchanged')
      deps.frontRead(isRefused(seen) || showsNothing(seen.reason) ? seen.reason : '');
    discovery.addFeeds(seen.feeds);
    // Each language may have its own sitemap that is not referenced anywhere.
    const links = discovery.hasSitemap ? seen.translations : seen.links;
    const found = links.length > 0 ? await pages.noteLinks(links) : [];
    if (page.state === 'new' && isRead(seen)) pages.ledTo(path, found);
  };
};

/** True for a page that is known and may be an article. */
const isThere = (state: PageState | undefined): boolean =>
  state !== undefined && state !== 'gone' && state !== 'failed';

/** True for a page that was read and is no article. */
const isRead = ({ state, look }: Seen): boolean => state === 'left-out' && look !== undefined;

function withoutArticle(visited: Seen): Seen {
  const { article: _, ...seen } = visited;
  return { ...seen, state: 'left-out' };
}

const isRefused = ({ state, siteTitle, links }: Seen): boolean =>
  (state === 'left-out' || state === 'failed') && siteTitle === '' && links.length === 0;
