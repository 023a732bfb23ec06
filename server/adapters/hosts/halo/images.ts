import { setTimeout as pause } from 'node:timers/promises';
import { explained } from '../../../kit/explained.ts';
import { isFault, unavailable } from '../../../kit/fault.ts';
import type { Host, StoredImage } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { list, record, text } from '../remote/json-answer.ts';
import { readImage } from '../remote/read-image.ts';
import { annotationPath, untilSettled, type HaloApi } from './api.ts';
import { isName } from './posts.ts';

export const attachments = '/apis/storage.halo.run/v1alpha1/attachments';
export const policies = '/apis/storage.halo.run/v1alpha1/policies';
/** Annotation by which Docent knows its own images. */
export const ownerKey = 'docent/owner';
const upload = '/apis/api.console.halo.run/v1alpha1/attachments/upload';
/** Tries to read an image's address, which some storages write shortly after the upload. */
const addressTries = 10;
const addressPauseMs = 500;

type Images = Pick<Host, 'imagePolicies' | 'putImage' | 'getImage' | 'deleteImage'>;

/** Images as attachments of Halo, each with a mark of its owner. */
export const createHaloImages = (client: SiteClient, api: HaloApi): Images => {
  const picture = { what: 'The picture', role: 'attachments' } as const;

  const addressOf = async (name: string): Promise<string> => {
    for (let tries = 0; tries < addressTries; tries++) {
      const found = permalinkOf(await api.json(`${attachments}/${name}`, picture));
      if (found !== '') return found;
      await pause(addressPauseMs);
    }
    throw unavailable(explained('picture_place', { platform: 'Halo' }));
  };

  /** Deletes a record. Without Halo's mark on it, which it gets shortly after the upload, the file would stay. */
  const remove = async (name: string): Promise<void> => {
    for (let tries = 0; tries < addressTries; tries++) {
      const found = await api.json(`${attachments}/${name}`, picture);
      if (list(record(found['metadata'])['finalizers']).length > 0) break;
      await pause(addressPauseMs);
    }
    await untilSettled(() =>
      api.json(`${attachments}/${name}`, { ...picture, request: { method: 'DELETE' } }),
    );
  };

  return {
    async imagePolicies(signal) {
      const answer = await api.json(policies, {
        ...picture,
        what: 'The storage policies',
        request: { signal },
      });
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
      const stored = await api.json(upload, {
        ...picture,
        what: 'Storage policy',
        request: {
          method: 'POST',
          body: new Uint8Array(await encoded.arrayBuffer()),
          headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
          limitMs: 110_000,
        },
      });
      const metadata = record(stored['metadata']);
      const name = text(metadata['name']);
      if (!isName(name)) throw unavailable(explained('picture_name'));
      try {
        // Halo keeps in the other annotations where the file is; a patch of them all would replace them.
        const operations = [
          ...(metadata['annotations'] === undefined || metadata['annotations'] === null
            ? [{ op: 'add' as const, path: '/metadata/annotations', value: {} }]
            : []),
          { op: 'add' as const, path: annotationPath(ownerKey), value: ownerMark },
        ];
        await api.patch(`${attachments}/${name}`, async () => operations, picture);
        return { id: name, url: permalinkOf(stored) || (await addressOf(name)) };
      } catch (error) {
        // An image without a mark or an address would stay for ever.
        await remove(name).catch(() => undefined);
        throw error;
      }
    },

    getImage: (url, signal) => readImage(client, url, signal),

    async deleteImage(id) {
      if (isName(id)) await remove(id).catch(absent);
    },
  };
};

export const permalinkOf = (attachment: Readonly<Record<string, unknown>>): string =>
  text(record(attachment['status'])['permalink']);

const absent = (error: unknown): void => {
  if (!isFault(error, 'not-found')) throw error;
};
