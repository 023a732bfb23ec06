import { cp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../env.ts';
import { parts } from '../../start/backup/backup.ts';
import { giveTo } from '../../start/backup/give-to.ts';
import { restore } from '../../start/backup/restore.ts';
import { databaseFile } from '../../start/start-error.ts';
import { inWorkFolder, workPrefix } from '../../start/work-folder.ts';

/**
 * Puts the database of an archive in place of the one in the data folder, which no service uses, with the attachments that are gone.
 * Throws what `restore` throws; then the folder is as it was.
 */
export async function putDatabaseBack(env: Env, archive: string): Promise<void> {
  await inWorkFolder(env.dataDir, workPrefix.rollback, async (aside) => {
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
  });
}
