import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFile } from './start-error.ts';
import { removeAbandoned, workPrefix } from './work-folder.ts';

/** Folder for copies of the database while they are made for a download. */
export const copyFolderOf = (dataDir: string): string => join(dataDir, 'copies');

/** A copy of an earlier version that is older has no reader any more. */
const downloadMs = 60 * 60_000;

/**
 * Removes the copies of the database that a killed service or command has left, also those of earlier versions in the system's
 * folder for temporary files. Only for the process that holds the data folder.
 */
export async function removeLeftovers(
  { dataDir }: { readonly dataDir: string },
  temporary = tmpdir(),
): Promise<void> {
  await rm(copyFolderOf(dataDir), { recursive: true, force: true });
  for (const prefix of Object.values(workPrefix)) await removeAbandoned(dataDir, prefix);
  for (const name of await readdir(temporary).catch(() => [])) {
    const folder = join(temporary, name);
    if (/^docent-backup-\w{6}$/.test(name) && (await isOldCopy(folder)))
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** True for a folder that holds the copy of a database and nothing else, long after its download. */
async function isOldCopy(folder: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(folder)).mtimeMs < downloadMs) return false;
    const files = await readdir(folder);
    return files.length > 0 && files.every((file) => file.startsWith(databaseFile));
  } catch {
    return false;
  }
}
