import { explained } from '../../../kit/explained.ts';
import { invalid, isFault, notFound, unavailable } from '../../../kit/fault.ts';
import type { Host, StoredImage } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';
import { readImage } from '../remote/read-image.ts';
import type { createAdminApi } from './api.ts';

/** Ghost's maximum length. */
export const maxExcerptLength = 300;
const policy = { id: 'ghost', label: 'Ghost', isDefault: true };

/** Operations with an admin key: writing excerpts, and uploading images, which Ghost never deletes. */
export const createGhostWriting = (client: SiteClient, admin: ReturnType<typeof createAdminApi>) => {
  const json = { 'content-type': 'application/json' };

  const put = async (id: string, excerpt: string, signal: AbortSignal | undefined): Promise<void> => {
    const read = await admin.call(`posts/${id}/?fields=id,updated_at`, { signal });
    const post = record(list(record(jsonOf(read, 'Article'))['posts'])[0]);
    const change = { custom_excerpt: excerpt === '' ? null : excerpt, updated_at: text(post['updated_at']) };
    const body = JSON.stringify({ posts: [change] });
    jsonOf(await admin.call(`posts/${id}/`, { method: 'PUT', body, headers: json, signal }), 'Article');
  };

  return {
    /** Throws `not-found`, `invalid` (too long), `conflict` (changed meanwhile, twice) or `unavailable`. */
    async excerpt(id: string, excerpt: string, signal: AbortSignal | undefined): Promise<void> {
      if (!/^[\da-f]{24}$/.test(id)) throw notFound('Article');
      if (excerpt.length > maxExcerptLength)
        throw invalid(explained('excerpt_long_ghost', { length: maxExcerptLength }));
      try {
        await put(id, excerpt, signal);
      } catch (error) {
        if (!isFault(error, 'conflict')) throw error;
        await put(id, excerpt, signal);
      }
    },

    images: {
      imagePolicies: async () => [policy],
      putImage: async (image, policyId, ownerMark): Promise<StoredImage> => {
        if (policyId !== '' && policyId !== policy.id) throw notFound('Storage policy');
        const form = new FormData();
        form.set('purpose', 'image');
        form.set('ref', ownerMark);
        form.set('file', new Blob([Uint8Array.from(image.bytes)], { type: image.mediaType }), image.fileName);
        const encoded = new Response(form);
        const response = await admin.call('images/upload/', {
          method: 'POST',
          body: new Uint8Array(await encoded.arrayBuffer()),
          headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
          limitMs: 110_000,
        });
        const stored = record(list(record(jsonOf(response, 'The picture store'))['images'])[0]);
        const url = text(stored['url']);
        if (url === '') throw unavailable(explained('picture_place', { platform: 'Ghost' }));
        return { id: url, url };
      },
      getImage: (url, signal) => readImage(client, url, signal),
      deleteImage: async () => undefined,
    } satisfies Pick<Host, 'imagePolicies' | 'putImage' | 'getImage' | 'deleteImage'>,
  };
};
