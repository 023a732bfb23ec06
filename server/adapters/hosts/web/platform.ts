import type { Platform } from '../platform.ts';
import { createWebHost } from './web.ts';

/** Any other website, which is read page by page. */
export const webPlatform: Platform<'web', object> = {
  kind: 'web',
  name: '',
  suggested: () => [],
  named: () => ({ address: {} }),
  createHost(_, __, { site, ...deps }) {
    const { parallel, maxPages, include, exclude, hintSecret } = site;
    return createWebHost({ ...deps, parallel, maxPages, include, exclude, hintSecret });
  },
};
