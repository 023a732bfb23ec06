import { explained } from '../../../kit/explained.ts';
import { forbidden, unavailable } from '../../../kit/fault.ts';
import type { Host } from '../../../ports/host.ts';

/** Refuses excerpts on a read-only site. */
export const noExcerpts: Host['writeExcerpt'] = async (_id, _excerpt, { signal }) => {
  signal?.throwIfAborted();
  throw forbidden(explained('write_not_allowed'));
};

/** Refuses images on a site that cannot store them. */
export const noImages: Pick<Host, 'imagePolicies' | 'putImage' | 'getImage' | 'deleteImage'> = {
  imagePolicies: async () => [],
  putImage: async () => {
    throw unavailable(explained('pictures_not_allowed'));
  },
  getImage: async () => undefined,
  deleteImage: async () => undefined,
};
