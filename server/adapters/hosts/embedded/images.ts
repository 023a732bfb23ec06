import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { explained } from '../../../kit/explained.ts';
import { invalid, notFound } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ImagePolicy, StoredImage } from '../../../ports/host.ts';
import { mediaTypeOfName, sniffImage } from './content/image-kind.ts';
import type { ImageStore, KeptImage } from './stores.ts';

/** Images stored for the site, all by Docent. */
export interface Images {
  readonly policies: readonly ImagePolicy[];
  /** Throws the Faults `invalid`, `not-found` (no such policy) and those of the database. */
  put(image: NewImage, policyId: string, ownerMark: string): Promise<StoredImage>;
  /** An image by its file name; `undefined` when there is none. Throws the Faults of the database. */
  get(name: string): Promise<Pick<KeptImage, 'bytes' | 'mediaType'> | undefined>;
  /** A missing image is no error. Throws the Faults of the database. */
  delete(name: string): Promise<void>;
}

export interface NewImage {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
}

const maxBytes = 32_000_000;
/** Images in use are a few of up to 200 kB; they are shown also while the database is away. */
const maxCachedBytes = 16_000_000;
/** Its name and id are those of the folder in which images were kept first: settings refer to them. */
const policy: ImagePolicy = { id: 'local', label: 'Database of Docent', isDefault: true };

/** Path prefix of stored images. */
export const uploadPath = '/upload/';

export const createImages = (store: ImageStore, clock: Clock): Images => {
  // An image never changes under its name.
  const recent = new LRUCache<string, Pick<KeptImage, 'bytes' | 'mediaType'>>({
    maxSize: maxCachedBytes,
    maxEntrySize: maxCachedBytes / 8,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    // Another process may have deleted it.
    ttl: 3_600_000,
  });

  return {
    policies: [policy],
    async put({ bytes, mediaType, fileName }, policyId, ownerMark) {
      if (policyId !== '' && policyId !== policy.id) throw notFound('Storage policy');
      if (bytes.length > maxBytes) throw invalid(explained('image_bytes', { bytes: maxBytes }));
      const kind = sniffImage(bytes);
      if (!kind) throw invalid(explained('image_format'));
      if (mediaType !== kind.mediaType)
        throw invalid(
          explained('image_other_format', { actual: kind.mediaType, named: mediaType.slice(0, 80) }),
        );
      const name = `${randomBytes(16).toString('hex')}.${kind.extension}`;
      await store.add({
        name,
        mediaType: kind.mediaType,
        fileName,
        ownerMark,
        createdAt: clock.now(),
        bytes,
      });
      return { id: name, url: uploadPath + name };
    },
    async get(name) {
      if (mediaTypeOfName(name) === undefined) return undefined;
      const image = recent.get(name) ?? (await store.get(name));
      if (image) recent.set(name, image);
      return image;
    },
    async delete(name) {
      await store.delete(name);
      recent.delete(name);
    },
  };
};
