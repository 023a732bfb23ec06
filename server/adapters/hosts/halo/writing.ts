import { setTimeout as pause } from 'node:timers/promises';
import { explained } from '../../../kit/explained.ts';
import { isFault, notFound, unavailable } from '../../../kit/fault.ts';
import type { Host, StoredImage } from '../../../ports/host.ts';
import type { SiteClient, SiteRequest } from '../remote/client.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';
import { readImage } from '../remote/read-image.ts';
import { isName } from './posts.ts';

const attachments = '/apis/storage.halo.run/v1alpha1/attachments';
const upload = '/apis/api.console.halo.run/v1alpha1/attachments/upload';
const policies = '/apis/storage.halo.run/v1alpha1/policies';
/** Tries to read an image's address, which Halo writes shortly after the upload. */
const addressTries = 10;
const addressPauseMs = 500;
const writeTries = 3;

/** Operations with a personal access token: excerpts and attachments. */
export const createHaloWriting = (client: SiteClient, token: string) => {
  const call = (path: string, request: SiteRequest) =>
    client.request(path, {
      ...request,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...request.headers },
    });
  const json = async (path: string, what: string, request: SiteRequest = {}) =>
    record(jsonOf(await call(path, request), what));

  const addressOf = async (name: string): Promise<string> => {
    for (let tries = 0; tries < addressTries; tries++) {
      const found = text(
        record((await json(`${attachments}/${name}`, 'The picture'))['status'])['permalink'],
      );
      if (found !== '') return found;
      await pause(addressPauseMs);
    }
    throw unavailable(explained('picture_place', { platform: 'Halo' }));
  };

  return {
    /** Throws `not-found`, `forbidden`, `conflict` (changed meanwhile, several times) or `unavailable`. */
    async excerpt(id: string, excerpt: string, signal: AbortSignal | undefined): Promise<void> {
      if (!isName(id)) throw notFound('Article');
      const value = { autoGenerate: excerpt === '', raw: excerpt };
      const body = JSON.stringify([{ op: 'add', path: '/spec/excerpt', value }]);
      const headers = { 'content-type': 'application/json-patch+json' };
      for (let tries = 1; ; tries++) {
        try {
          await json(`/apis/content.halo.run/v1alpha1/posts/${id}`, 'Article', {
            method: 'PATCH',
            body,
            headers,
            signal,
          });
          return;
        } catch (error) {
          // Halo's own background work may change the post in between.
          const isPassing = isFault(error, 'conflict') || isFault(error, 'unavailable');
          if (!isPassing || tries >= writeTries) throw error;
        }
      }
    },

    images: {
      async imagePolicies(signal) {
        const answer = await json(policies, 'The storage policies', { signal });
        const found = list(answer['items']).map((item) => {
          const id = text(record(record(item)['metadata'])['name']);
          return { id, label: text(record(record(item)['spec'])['displayName']) || id };
        });
        const chosen = found.find(({ id }) => id === 'default-policy') ?? found[0];
        return found.map((policy) => ({ ...policy, isDefault: policy === chosen }));
      },
      async putImage(image, policyId, ownerMark): Promise<StoredImage> {
        const form = new FormData();
        form.set('policyName', policyId === '' ? 'default-policy' : policyId);
        form.set('file', new Blob([Uint8Array.from(image.bytes)], { type: image.mediaType }), image.fileName);
        const encoded = new Response(form);
        const stored = await json(upload, 'Storage policy', {
          method: 'POST',
          body: new Uint8Array(await encoded.arrayBuffer()),
          headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
          limitMs: 110_000,
        });
        const name = text(record(stored['metadata'])['name']);
        if (!isName(name)) throw unavailable(explained('picture_name'));
        const mark = JSON.stringify([
          { op: 'add', path: '/metadata/annotations', value: { 'docent/owner': ownerMark } },
        ]);
        await call(`${attachments}/${name}`, {
          method: 'PATCH',
          body: mark,
          headers: { 'content-type': 'application/json-patch+json' },
        });
        return { id: name, url: text(record(stored['status'])['permalink']) || (await addressOf(name)) };
      },
      getImage: (url, signal) => readImage(client, url, signal),
      async deleteImage(id) {
        if (!isName(id)) return;
        const response = await call(`${attachments}/${id}`, { method: 'DELETE' });
        if (response.status !== 404) jsonOf(response, 'The picture');
      },
    } satisfies Pick<Host, 'imagePolicies' | 'putImage' | 'getImage' | 'deleteImage'>,
  };
};
