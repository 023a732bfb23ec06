import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forbidden, invalid, isFault, notFound, unavailable } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ImagePolicy, StoredImage } from '../../../ports/host.ts';
import { writeAtomically } from '../../atomic-file.ts';
import { imageKinds, sniffImage } from './content/image-kind.ts';

/** The images that Docent stores for the site, in the folder `attachments` of the data folder. */
export interface Images {
  readonly policies: readonly ImagePolicy[];
  /** Throws the Faults `invalid` and `not-found` (no such policy). */
  put(image: NewImage, policyId: string, ownerMark: string): Promise<StoredImage>;
  /** By its file name; `undefined` when there is none. */
  get(name: string): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string } | undefined>;
  /** Removes an image that Docent marked as its own; one that is gone already is fine. Throws `forbidden` for others. */
  delete(name: string): Promise<void>;
}

export interface NewImage {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
}

const maxBytes = 32_000_000;
const policy: ImagePolicy = { id: 'local', label: 'Local folder', isDefault: true };

/** Where images are served. */
export const uploadPath = '/upload/';

export const createImages = (dataDir: string, clock: Clock): Images => {
  const folder = join(dataDir, 'attachments');
  const pathOf = (name: string) => join(folder, name);

  return {
    policies: [policy],
    async put({ bytes, mediaType, fileName }, policyId, ownerMark) {
      if (policyId !== '' && policyId !== policy.id) throw notFound('Storage policy');
      if (bytes.length > maxBytes) throw invalid(`An image may have at most ${maxBytes} bytes`);
      const kind = sniffImage(bytes);
      if (!kind) throw invalid('The file is no PNG, JPEG, WebP, GIF or AVIF image');
      if (mediaType !== kind.mediaType)
        throw invalid(`The image is ${kind.mediaType}, not ${mediaType.slice(0, 80)}`);
      const name = `${randomBytes(16).toString('hex')}.${kind.extension}`;
      const about = {
        ownerMark,
        mediaType: kind.mediaType,
        fileName,
        size: bytes.length,
        createdAt: new Date(clock.now()).toISOString(),
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeAtomically(`${pathOf(name)}.json`, JSON.stringify(about));
        await writeAtomically(pathOf(name), bytes);
      } catch (error) {
        throw unavailable('The image could not be stored', error);
      }
      return { id: name, url: uploadPath + name };
    },
    async get(name) {
      const mediaType = mediaTypeOfName(name);
      const bytes = mediaType && (await readIfThere(pathOf(name)));
      return bytes ? { bytes, mediaType } : undefined;
    },
    async delete(name) {
      if (!mediaTypeOfName(name)) return;
      const about = await readIfThere(`${pathOf(name)}.json`);
      if (!about) {
        if (await readIfThere(pathOf(name))) throw forbidden('The image is not marked as stored by Docent');
        return;
      }
      await rm(pathOf(name), { force: true });
      await rm(`${pathOf(name)}.json`, { force: true });
    },
  };
};

/** Only names that `put` gives exist; the pattern also keeps every path inside the folder. */
const mediaTypeOfName = (name: string): string | undefined => {
  const extension = /^[0-9a-f]{32}\.([a-z]{3,4})$/.exec(name)?.[1];
  return imageKinds.find((kind) => kind.extension === extension)?.mediaType;
};

const readIfThere = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw isFault(error) ? error : unavailable('The image could not be read', error);
  }
};
