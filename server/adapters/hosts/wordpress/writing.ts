import { explained } from '../../../kit/explained.ts';
import { forbidden, invalid, notFound } from '../../../kit/fault.ts';
import type { Host, StoredImage } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { jsonOf, record, text } from '../remote/json-answer.ts';
import { readImage } from '../remote/read-image.ts';
import type { WordpressApi } from './api.ts';
import { parseId } from './posts.ts';

const policy = { id: 'media', label: 'WordPress media library', isDefault: true };

/** Operations with an application password: excerpts and the media library. */
export const createWordpressWriting = (deps: {
  readonly client: SiteClient;
  readonly api: WordpressApi;
  readonly authorization: string;
}) => {
  const { client, api, authorization } = deps;
  const headers = { authorization };
  const json = { ...headers, 'content-type': 'application/json' };

  return {
    /** Throws `not-found`, `forbidden` (also for pages, which have no excerpts) or `unavailable`. */
    async excerpt(id: string, excerpt: string, signal: AbortSignal | undefined): Promise<void> {
      const parsed = parseId(id);
      if (!parsed) throw notFound('Article');
      if (parsed.type === 'pages') throw forbidden(explained('pages_no_excerpts'));
      const body = JSON.stringify({ excerpt });
      const request = { method: 'POST', body, signal, headers: json } as const;
      jsonOf(await api.call(`/wp/v2/posts/${parsed.number}`, { _fields: 'id' }, request), 'Article');
    },

    images: {
      imagePolicies: async () => [policy],

      putImage: async (image, policyId, ownerMark): Promise<StoredImage> => {
        if (policyId !== '' && policyId !== policy.id) throw notFound('Storage policy');
        const name = image.fileName.replace(/[^\w.-]+/g, '-').slice(-100);
        const response = await api.call(
          '/wp/v2/media',
          { description: ownerMark, _fields: 'id,source_url' },
          {
            method: 'POST',
            body: image.bytes,
            limitMs: 110_000,
            headers: {
              ...headers,
              'content-type': image.mediaType,
              'content-disposition': `attachment; filename="${name}"`,
            },
          },
        );
        const stored = record(jsonOf(response, 'The media library'));
        const url = text(stored['source_url']);
        if (url === '') throw invalid(explained('picture_place', { platform: 'WordPress' }));
        return { id: text(stored['id']), url };
      },

      getImage: (url, signal) => readImage(client, url, signal),

      async deleteImage(id) {
        if (!/^\d{1,18}$/.test(id)) return;
        const request = { method: 'DELETE', headers } as const;
        const response = await api.call(`/wp/v2/media/${id}`, { force: 'true', _fields: 'deleted' }, request);
        if (response.status !== 404 && response.status !== 410) jsonOf(response, 'The picture');
      },
    } satisfies Pick<Host, 'imagePolicies' | 'putImage' | 'getImage' | 'deleteImage'>,
  };
};
