import { chown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

/** Gives what the superuser has written to the owner of its folder. */
export async function giveTo(folder: string, names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    await chown(path, uid, gid);
    if (found.isDirectory()) await giveTo(path, await readdir(path));
  }
}
