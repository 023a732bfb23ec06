import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRecord } from '../../../../kit/json.ts';
import type { Log } from '../../../../ports/log.ts';
import { isMissingFile } from '../../../../kit/files/missing-file.ts';
import { mediaTypeOfName } from '../content/image-kind.ts';
import type { ImageStore, KeptImage } from '../stores.ts';

/**
 * Moves the images of earlier versions from their folder into the store: a file `<name>` with what is known of it in
 * `<name>.json`. A file is removed when its image is stored, so that an interrupted move goes on at the next start; files
 * of others stay, and so does what a failure leaves for the next start. Several processes may move the same folder.
 */
export async function moveImages(folder: string, images: ImageStore, log: Log): Promise<void> {
  const names = new Set(await readdir(folder).catch(() => []));
  let moved = 0;
  for (const name of names) {
    if (mediaTypeOfName(name) === undefined || !names.has(`${name}.json`)) continue;
    try {
      await images.add(await readImage(folder, name));
      await rm(join(folder, name), { force: true });
      await rm(join(folder, `${name}.json`), { force: true });
      moved += 1;
    } catch (error) {
      // Another process has moved it.
      if (isMissingFile(error)) continue;
      log.warn(
        { err: String(error), folder },
        'an image of an earlier version could not be moved into the database; trying again at the next start',
      );
    }
  }
  if (moved === 0) return;
  await rmdir(folder).catch(() => undefined);
  log.info({ folder, images: moved }, 'images of an earlier version were moved into the database');
}

async function readImage(folder: string, name: string): Promise<KeptImage> {
  const path = join(folder, name);
  const about = parseRecord(await readFile(`${path}.json`, 'utf8'));
  const textOf = (name: string) => (typeof about?.[name] === 'string' ? about[name] : '');
  const createdAt = Date.parse(textOf('createdAt'));
  return {
    name,
    mediaType: mediaTypeOfName(name) ?? '',
    fileName: textOf('fileName'),
    ownerMark: textOf('ownerMark'),
    createdAt: Number.isNaN(createdAt) ? Math.trunc((await stat(path)).mtimeMs) : createdAt,
    bytes: await readFile(path),
  };
}
