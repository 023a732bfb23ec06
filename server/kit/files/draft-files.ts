import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** End of the name of a file that is being written; a killed process leaves it behind. */
const draftSuffix = '.tmp';
/** Drafts of a process that died while it wrote are removed after this time. */
const draftLifeMs = 60 * 60_000;

/** A unique temporary name beside a file, for its replacement. */
export const draftOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}${draftSuffix}`;

/** True for names made by {@link draftOf}. */
export const isDraft = (path: string): boolean => path.endsWith(draftSuffix);

/** Deletes temporary files that dead writers left in a folder. */
export async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isDraft(name) && (await isOld(path))) await rm(path, { force: true });
  }
}

/** Another process may rename its file meanwhile: then it no longer exists and is not old. */
const isOld = async (path: string): Promise<boolean> => {
  const written = await stat(path).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > draftLifeMs;
};
