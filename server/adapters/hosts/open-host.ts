import { serviceVersion } from '../../kit/version.ts';
import { isFault } from '../../kit/fault.ts';
import type { Host } from '../../ports/host.ts';
import type { SourceHost } from '../../ports/source-places.ts';
import { detectPlatform, isLocated, locatePlatform, type DetectedPlatform } from './detect.ts';
import type { NamedSite } from './named-site.ts';
import { createPendingHost } from './pending-host.ts';
import type { HostDeps, PlatformDeps } from './platform.ts';
import { platforms } from './platforms.ts';
import { createSiteClient } from './remote/client.ts';
import { withDocuments } from '../documents/with-documents.ts';
import { createLinkedDocuments } from './linked-documents/linked-documents.ts';
import {
  createLinkedDocumentStore,
  forgetFormerDocuments,
  linkedDocumentMigrations,
} from './linked-documents/store.ts';
import { createPathFilter } from './web/patterns.ts';
import { sourceGroup } from './web/store/pages.ts';

/** User agent of all requests. */
export const userAgent = `Docent/${serviceVersion} (+reads the articles of one site to answer its visitors)`;

/**
 * Opens the host of a site: detects the platform unless it is named, and reads it with its adapter. A site that is down
 * is tried again until it answers, without delaying the start.
 */
export const openHost = async (site: NamedSite, deps: HostDeps): Promise<Host> =>
  (await openParts(site, deps)).host;

/** The same for a source beside the site, which is read once and then closed: it waits for the documents of its articles. */
export const openSource = async (
  site: NamedSite,
  deps: HostDeps,
): Promise<SourceHost & Pick<Host, 'describe'>> => {
  const { host, documents } = await openParts(site, deps);
  return { ...host, documentsRead: documents.settled };
};

async function openParts(site: NamedSite, deps: HostDeps) {
  const client = createSiteClient({ ...site, site: site.url, userAgent });
  const { host: name, folder } = client.address;
  const { include, exclude } = site;
  // A platform's API lists only articles, so just the operator's patterns apply.
  const accepts = createPathFilter({ folder, include: include.length > 0 ? include : ['/'], exclude });
  const articles = await openArticles(site, { client, accepts }, deps);
  await deps.db.migrate(linkedDocumentMigrations);
  const group = sourceGroup(deps.source);
  const place = `${group}${name}`;
  if (group !== '') await forgetFormerDocuments(deps.db, group, place);
  const store = createLinkedDocumentStore(deps.db, place);
  const documents = createLinkedDocuments({ ...deps, client, store, accepts });
  return { host: withDocuments(articles, documents), documents };
}

const openArticles = async (
  site: NamedSite,
  { client, accepts }: Pick<PlatformDeps, 'client' | 'accepts'>,
  deps: HostDeps,
): Promise<Host> => {
  const open = async (signal?: AbortSignal): Promise<Host> => {
    const platform: DetectedPlatform =
      site.kind === undefined
        ? await detectPlatform(site, client, signal)
        : await locatePlatform(site.kind, site, client, signal);
    const { kind, closed } = platform;
    deps.log.info({ site: client.address.host, platform: kind }, 'the site is read by this adapter');
    if (closed)
      deps.log.warn(
        { ...closed },
        'the interface of the platform is not open to visitors; its pages are read instead',
      );
    return platform.open({ ...deps, site, client, accepts, closed });
  };
  if (site.kind !== undefined && isLocated(site.kind, site, client)) return open();
  try {
    return await open();
  } catch (error) {
    if (!isFault(error)) throw error;
    deps.log.warn(
      { site: client.address.host, err: error.message },
      'the site cannot be reached; trying again',
    );
    return createPendingHost({
      open,
      reason: error.words,
      mayProve: (credentials) => Object.values(platforms).some((row) => row.mayProve(credentials)),
      now: deps.clock.now,
      log: deps.log,
      description: {
        kind: site.kind ?? 'web',
        version: '',
        siteTitle: client.address.host,
        canWriteExcerpts: false,
        maxExcerptLength: null,
        countsVisits: false,
        canDeleteImages: false,
        siteOrigin: client.origin,
      },
    });
  }
};
