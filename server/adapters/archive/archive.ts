import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, extract } from 'tar';
import { invalid } from '../../kit/fault.ts';

/** A file of an archive, with the facts by which it is recognized. */
export interface ArchivedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The regular files below a folder, in order of their paths. */
export async function filesBelow(folder: string): Promise<readonly ArchivedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  const found: ArchivedFile[] = [];
  for (const file of files) {
    const path = file.slice(folder.length + 1).replaceAll('\\', '/');
    found.push({ path, bytes: (await stat(file)).size, sha256: await hashOf(file) });
  }
  return found;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Packs the named entries of a folder into one compressed file, which only its owner can read. */
export async function pack(folder: string, names: readonly string[], file: string): Promise<void> {
  await create({ file, cwd: folder, gzip: { level: 6 }, portable: true, mode: 0o600, strict: true }, [
    ...names,
  ]);
}

/**
 * Unpacks an archive into a folder: regular files and folders, none outside of it. Throws the Fault `invalid` for a file
 * that is no archive or that ends too soon, and the failures of the disk as they are.
 */
export async function unpack(file: string, folder: string): Promise<void> {
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      filter: (_path, entry) => !('type' in entry) || entry.type === 'File' || entry.type === 'Directory',
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^E[A-Z]+$/.test(code)) throw error;
    throw invalid(`${file} is not a backup of Docent, or it is damaged or truncated`);
  }
}
