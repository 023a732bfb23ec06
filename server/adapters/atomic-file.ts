import { link, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { draftOf } from '../kit/files/draft-files.ts';
import { unlessMissing } from '../kit/files/missing-file.ts';

type Content = string | Uint8Array | AsyncIterable<string>;

/** Writes a file atomically: a reader, or a start after a crash, sees the old content or the new one. Mode 0600. */
export const writeAtomically = (path: string, content: Content): Promise<void> =>
  withDraft(path, content, (draft) => rename(draft, path));

/** Creates a file atomically, mode 0600; `false` when it already exists, which leaves it as it is. */
export const createAtomically = (path: string, content: Content): Promise<boolean> =>
  withDraft(path, content, (draft) => putInPlace(draft, path));

/** The text of a file; `undefined` where there is none. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(unlessMissing);

/**
 * Gives a finished file its name; `false` when that name is taken. Unlike a rename, a link never replaces the file of another
 * process; on a file system without links the name is taken by an empty file first, which the finished one replaces.
 */
export async function putInPlace(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path).catch(async (error: unknown) => {
      if (isTaken(error)) throw error;
      await (await open(path, 'wx', 0o600)).close();
      await rename(draft, path);
    });
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** Waits until a file that another program or library has written is on the disk, also after a power cut. */
export async function keepOnDisk(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/** What the superuser writes, as by `sudo docent models add`, belongs to the owner of the folder: the service must read it. */
async function giveToOwner(file: FileHandle, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  if (uid !== 0) await file.chown(uid, gid);
}

async function withDraft<T>(path: string, content: Content, use: (draft: string) => Promise<T>) {
  const draft = draftOf(path);
  try {
    {
      await using file = await open(draft, 'wx', 0o600);
      await file.writeFile(content);
      await giveToOwner(file, dirname(path));
      await file.sync();
    }
    return await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';
