import { access, constants, stat, statfs } from 'node:fs/promises';

/** Mode, free space and writability of a data folder. */
export async function folderFacts(path: string) {
  const [{ mode }, { bavail, bsize }, isWritable] = await Promise.all([
    stat(path),
    statfs(path),
    access(path, constants.W_OK).then(
      () => true,
      () => false,
    ),
  ]);
  return { path, isWritable, isReadableByOthers: (mode & 0o007) !== 0, freeBytes: bavail * bsize };
}
