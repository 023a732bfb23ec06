import { chown, cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Env } from '../../env.ts';
import { parts } from '../../start/backup/backup.ts';
import { restore } from '../../start/backup/restore.ts';
import { databaseFile } from '../../start/start-error.ts';

/**
 * Puts the database of an archive in place of the one in the data folder, which no service uses, with the attachments that are gone.
 * Throws what `restore` throws; then the folder is as it was.
 */
export async function putDatabaseBack(env: Env, archive: string): Promise<void> {
  const aside = await mkdtemp(join(env.dataDir, '.rollback-'));
  try {
    const content = join(aside, 'content');
    await restore({ ...env, databaseUrl: undefined, dataDir: content }, archive);
    // Models and keys stay those of today.
    const kept = new Set(await readdir(content));
    for (const part of parts.filter((name) => kept.has(name)))
      await cp(join(content, part), join(env.dataDir, part), { recursive: true, force: false });
    const place = join(env.dataDir, databaseFile);
    // Left beside another database, they would be taken for its own.
    for (const ending of ['-wal', '-shm']) await rm(`${place}${ending}`, { force: true });
    await rename(join(content, databaseFile), place);
    await giveTo(env.dataDir, [databaseFile, ...parts]);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

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
