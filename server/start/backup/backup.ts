import { randomUUID } from 'node:crypto';
import { access, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesBelow, pack, type ArchivedFile } from '../../adapters/archive/archive.ts';
import { encryptFile } from '../../adapters/archive/encryption.ts';
import { keepOnDisk, putInPlace } from '../../adapters/atomic-file.ts';
import { copyCompactly } from '../../adapters/database/compact-copy.ts';
import { isFull } from '../../adapters/database/sqlite-faults.ts';
import { databaseFacts, type DatabaseFacts } from '../../adapters/database/sqlite-facts.ts';
import { SettingError, type Env } from '../../env.ts';
import { unlessMissing } from '../../kit/files/missing-file.ts';
import { assertPlace } from './backup-place.ts';
import { copyToFile } from './copy-database.ts';
import { withServer } from '../open-server.ts';
import { refuseMissing } from '../schema.ts';
import { databaseFile, withCauses } from '../start-error.ts';
import { inWorkFolder, workPrefix } from '../work-folder.ts';

/** Manifest of a backup archive. */
export interface Manifest extends DatabaseFacts {
  readonly format: 1;
  readonly version: string;
  readonly createdAt: string;
  readonly files: readonly ArchivedFile[];
}

export const manifestFile = 'manifest.json';
/** Subfolders of the data folder that are backed up when present: where earlier versions kept images. */
export const parts = ['attachments'] as const;

/**
 * Writes the database and the models file into one archive while the service runs, from PostgreSQL in the same form; keys and the generated
 * credentials are left out. Images that an earlier version left in a folder are copied before the database that they move into. Throws
 * {@link SettingError}.
 */
export async function backUp(
  env: Env,
  target: string,
  version: string,
  passphrase?: string,
): Promise<Manifest> {
  if (await isThere(target)) throw taken(target);
  if (env.databaseUrl === undefined) refuseMissing(env.dataDir);
  await assertPlace(target);
  // Next to the target, because the copy and the archive need room on the same disk.
  return inWorkFolder(dirname(target), workPrefix.backup, async (folder) => {
    const content = join(folder, 'content');
    await mkdir(content, { mode: 0o700 });
    for (const part of parts)
      await cp(join(env.dataDir, part), join(content, part), { recursive: true }).catch(unlessMissing);
    const copy = join(content, databaseFile);
    if (env.databaseUrl === undefined) copyCompactly(join(env.dataDir, databaseFile), copy);
    else await withServer(env, (db) => copyToFile(db, copy));
    // An opened file makes a folder of its processes beside it.
    await rm(join(content, 'processes'), { recursive: true, force: true });
    const models = await readFile(env.modelsFile, 'utf8').catch(unlessMissing);
    if (models !== undefined) await writeFile(join(content, 'models.json'), models, { mode: 0o600 });
    const manifest: Manifest = {
      format: 1,
      version,
      createdAt: new Date().toISOString(),
      ...databaseFacts(join(content, databaseFile)),
      files: await filesBelow(content),
    };
    await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
    const draft = join(folder, 'archive');
    await pack(folder, [manifestFile, 'content'], draft);
    const finished = passphrase === undefined ? draft : join(folder, 'encrypted');
    if (passphrase !== undefined) await encryptFile(passphrase, draft, finished);
    await keepOnDisk(finished);
    if (!(await putInPlace(finished, target))) throw taken(target);
    return manifest;
  }).catch((error: unknown) => tellFull(error, dirname(target)));
}

const taken = (target: string) => new SettingError(`backup: ${target} already exists; name another file`);

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** A copy that does not fit is told of the disk of the backups, not of that of the database. */
function tellFull(error: unknown, folder: string): never {
  const codeOf = (one: Error) => ('code' in one ? one.code : '');
  const hasNoRoom = [...withCauses(error)].some(
    (one) => isFull(one) || codeOf(one) === 'ENOSPC' || codeOf(one) === 'EDQUOT',
  );
  if (!hasNoRoom) throw error;
  throw new SettingError(`backup: the disk of ${folder} is full; free some space, or name another folder`);
}

/** Default name of a backup made now: day, hour and minute, then the second and two letters by chance. */
export function backupName(now = new Date()): string {
  const [minute = '', second = ''] = now
    .toISOString()
    .replaceAll(/[:T]/g, '-')
    .split(/-(?=\d\d\.)/);
  return `docent-${minute}-${second.slice(0, 2)}${randomUUID().slice(0, 2)}.tar.gz`;
}

export const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;
