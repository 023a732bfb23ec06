import { z } from 'zod';
import { definePlatformSettings } from '../operator-settings.ts';

/** An application password of WordPress; `undefined` without one. */
export const wordpressSettings = definePlatformSettings(
  { DOCENT_WORDPRESS_USER: z.string().optional(), DOCENT_WORDPRESS_PASSWORD: z.string().optional() },
  ({ DOCENT_WORDPRESS_USER: user, DOCENT_WORDPRESS_PASSWORD: password }) =>
    user !== undefined && password !== undefined ? { user, password } : undefined,
  ({ DOCENT_WORDPRESS_USER: user, DOCENT_WORDPRESS_PASSWORD: password }) =>
    (user === undefined) === (password === undefined)
      ? undefined
      : 'DOCENT_WORDPRESS_USER: set it together with DOCENT_WORDPRESS_PASSWORD',
);
