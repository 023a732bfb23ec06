import { z } from 'zod';
import { definePlatformSettings } from '../operator-settings.ts';

/** The personal access token of Halo. */
export const haloSettings = definePlatformSettings(
  {
    DOCENT_HALO_TOKEN: z.string().regex(/^pat_/, 'must be a personal access token of Halo: pat_…').optional(),
  },
  ({ DOCENT_HALO_TOKEN: token }) => ({ token }),
);
