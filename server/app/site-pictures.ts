import type { WritingDeps } from '../features/writing/writing.ts';
import { explained } from '../kit/explained.ts';
import { invalid } from '../kit/fault.ts';
import type { Ports } from './ports.ts';

const maxBytes = 10_000_000;
/** Stands for the address of a site that Docent serves itself where that is not set. */
const unnamed = 'http://site.invalid';

/** Reads the pictures of articles: from the host where Docent serves the site, otherwise over the network. */
export function sitePictures({
  host,
  publicOrigin = unnamed,
  basePath = '',
  readPicture,
}: Pick<Ports, 'host' | 'publicOrigin' | 'basePath' | 'readPicture'>): WritingDeps['picture'] {
  return async (address, page, signal) => {
    const { kind, siteOrigin = publicOrigin } = host.describe();
    const at = URL.parse(page, siteOrigin) ?? undefined;
    // The author may have opened the site at another address than its public one: a path is of the site all the same.
    const from = new URL(at ? at.pathname + at.search : '/', siteOrigin);
    const url = URL.parse(address, from.href);
    if (!url) throw invalid(explained('writing_picture_address'));
    const isServedHere = kind === 'embedded';
    // Where the site has no address, it is at whichever its author has opened it.
    const isAtPage = isServedHere && siteOrigin === unnamed && url.origin === at?.origin;
    const isOfSite = url.origin === from.origin || isAtPage;
    if (!isServedHere || !isOfSite) return readPicture(url.href, { maxBytes, isOfSite, signal });
    const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname;
    const found = await host.page?.(path, { language: '', origin: siteOrigin });
    if (found?.status !== 200 || typeof found.body === 'string') {
      // The page may also be of another site, whose author asks for help here.
      const elsewhere = at && at.origin !== new URL(siteOrigin).origin && URL.parse(address, at.href);
      if (elsewhere) return readPicture(elsewhere.href, { maxBytes, isOfSite: false, signal });
      throw invalid(explained('writing_picture_status', { status: found?.status ?? 404 }));
    }
    if (found.body.byteLength > maxBytes) throw invalid(explained('page_long', { bytes: maxBytes }));
    return found.body;
  };
}
