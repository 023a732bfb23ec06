import { z } from 'zod';
import { definePlatformSettings } from '../operator-settings.ts';

/** Keys of an integration of Ghost. */
export const ghostSettings = definePlatformSettings(
  {
    DOCENT_GHOST_CONTENT_KEY: z
      .string()
      .regex(/^[\da-f]{10,64}$/i, 'must be a content key of Ghost')
      .optional(),
    DOCENT_GHOST_ADMIN_KEY: z
      .string()
      .regex(/^[\da-f]{24}:[\da-f]{64}$/i, 'must be an admin key of Ghost: an id, a colon and a secret')
      .optional(),
  },
  ({ DOCENT_GHOST_CONTENT_KEY: contentKey, DOCENT_GHOST_ADMIN_KEY: adminKey }) => ({ contentKey, adminKey }),
);
