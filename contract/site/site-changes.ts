import { z } from 'zod';
import { group, json, post } from '../endpoint.ts';

/** Change notices that the site's platform pushes. */
export const siteChanges = {
  ...group('siteChanges', 'root', {
    push: post('/apis/api.ai-suite.svc.run/v1alpha1/site-changes', {
      summary:
        'A signed push of the platform: something has changed. Docent reads the site again, whatever the body says',
      headers: ['x-ghost-signature', 'x-docent-signature', 'x-docent-time'],
      decode: 'raw',
      body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
      bodyBytes: 1024 * 1024,
      reply: json(z.looseObject({ accepted: z.literal(true) })),
    }),
  }),
  // The signature proves the platform, which may reach Docent by another name.
  anyHost: true,
} as const;
