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
    const url = URL.parse(address, at?.href ?? siteOrigin);
    if (!url) throw invalid(explained('writing_picture_address'));
    const isOfSite = url.origin === new URL(siteOrigin).origin;
    if (kind !== 'embedded' || !isOfSite) return readPicture(url.href, { maxBytes, isOfSite, signal });
    const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname;
    const found = await host.page?.(path, { language: '', origin: siteOrigin });
    if (found?.status !== 200 || typeof found.body === 'string')
      throw invalid(explained('writing_picture_status', { status: found?.status ?? 404 }));
    if (found.body.byteLength > maxBytes) throw invalid(explained('page_long', { bytes: maxBytes }));
    return found.body;
  };
}
