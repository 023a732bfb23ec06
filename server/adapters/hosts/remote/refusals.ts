import { forbidden, unavailable } from '../../../kit/fault.ts';
import type { Host } from '../../../ports/host.ts';

/** Refuses excerpts on a read-only site. */
export const noExcerpts: Host['writeExcerpt'] = async (_id, _excerpt, { signal }) => {
  signal?.throwIfAborted();
  throw forbidden('Docent may read this site, not write to it: the settings hold no credentials for that');
};

/** Refuses pictures on a site that cannot store them. */
export const noImages: Pick<Host, 'imagePolicies' | 'putImage' | 'getImage' | 'deleteImage'> = {
  imagePolicies: async () => [],
  putImage: async () => {
    throw unavailable('This site stores no pictures for Docent: the settings hold no credentials for that');
  },
  getImage: async () => undefined,
  deleteImage: async () => undefined,
};
