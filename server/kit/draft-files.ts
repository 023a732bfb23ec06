import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** End of the name of a file that is being written; a killed process leaves it behind. */
const draftSuffix = '.tmp';
/** Drafts of a process that died while it wrote are removed after this time. */
const draftLifeMs = 60 * 60_000;

/** A name of its own beside a file, for what will take its place. */
export const draftOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}${draftSuffix}`;

/** Takes away what writers that died have left in a folder. */
export async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(draftSuffix) && (await isOld(path))) await rm(path, { force: true });
  }
}

/** Another process on the same folder may put its file in place meanwhile: then it is gone, and not old. */
const isOld = async (path: string): Promise<boolean> => {
  const written = await stat(path).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > draftLifeMs;
};
