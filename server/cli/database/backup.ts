import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { openBucket } from '../../adapters/archive/object-storage.ts';
import { serviceVersion } from '../../kit/version.ts';
import { readEnv, SettingError, type Env } from '../../env.ts';
import { newPassphrase } from '../../start/backup/passphrase.ts';
import { backUp, backupName, sizeOf } from '../../start/backup/backup.ts';
import { archivePath, assertMounted, removeOld } from '../../start/backup/backup-place.ts';
import { noteBackup } from '../../start/backup/last-backup.ts';
import {
  inFolder,
  isStorage,
  removeOldObjects,
  storageAccess,
  storagePlace,
  withStorage,
} from '../../start/backup/storage-place.ts';
import { inWorkFolder, workPrefix } from '../../start/work-folder.ts';
import type { Command } from '../command.ts';
import { say } from '../say.ts';
import { untilSignal } from '../terminal/until-signal.ts';

export const backup: Command = {
  usage: '[file, folder or s3://bucket/folder]',
  summary: 'back up database, attachments and models file into one archive, also while the service runs',
  details: [
    '--keep <n>: afterwards remove all but the newest n archives of the folder',
    '--require-mount: refuse a folder on the disk of the system, as where the disk of the backups is not mounted',
    '--passphrase-file <file>: encrypt the archive (age format)',
    '--s3-file <file>: key and address of the storage for s3://… (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL)',
  ],
  options: {
    keep: { type: 'string' },
    'require-mount': { type: 'boolean' },
    'passphrase-file': { type: 'string' },
    's3-file': { type: 'string' },
  },
  mostWords: 1,
  async run(line) {
    const env = readEnv(line.variables);
    const keep = keepOf(line.text('keep'));
    const secret = line.text('passphrase-file');
    const passphrase = secret === undefined ? undefined : await newPassphrase(secret);
    const wanted = { name: backupName() + (secret === undefined ? '' : '.age'), keep, passphrase };
    const [named = '.'] = line.words;
    if (isStorage(named) && line.flag('require-mount'))
      throw new SettingError('backup: --require-mount is for folders');
    const { target, files, records, bytes, removed } = isStorage(named)
      ? await intoStorage(env, named, line.text('s3-file'), wanted)
      : await intoFolder(env, named, line.flag('require-mount'), wanted);
    say(
      `${target}: ${files} files, ${records} records, ${bytes} bytes. Keys and generated credentials are not in it; visitors' questions are${secret === undefined ? '' : ', encrypted'}.`,
    );
    if (removed.length > 0) say(`Removed: ${removed.join(', ')}`);
    return 0;
  },
};

/** An archive that shall be made. */
interface Wanted {
  readonly name: string;
  readonly keep: number | undefined;
  readonly passphrase: string | undefined;
}

/** An archive that was made, and those that were removed for it. */
interface Made {
  readonly target: string;
  readonly files: number;
  readonly records: number;
  readonly bytes: number;
  readonly removed: readonly string[];
}

async function intoFolder(
  env: Env,
  named: string,
  isMountRequired: boolean,
  { name, keep, passphrase }: Wanted,
): Promise<Made> {
  const target = await archivePath(named, name);
  if (isMountRequired) await assertMounted(dirname(target));
  const made = await archived(env, target, passphrase);
  await noteBackup(env.dataDir, target);
  return {
    target,
    ...made,
    removed: keep === undefined ? [] : await removeOld(dirname(target), { made: basename(target), keep }),
  };
}

async function intoStorage(
  env: Env,
  named: string,
  accessFile: string | undefined,
  { name, keep, passphrase }: Wanted,
): Promise<Made> {
  const { bucket: bucketName, path } = storagePlace(named);
  const access = await storageAccess(accessFile);
  return withStorage('backup', async () => {
    using stop = untilSignal();
    const bucket = await openBucket(access, bucketName, { signal: stop.signal });
    // A wrong key is told before the database is copied.
    await bucket.list(path);
    // A folder for temporary files is in memory on many systems.
    const isFolder = await stat(env.dataDir).then(
      (found) => found.isDirectory(),
      () => false,
    );
    const below = isFolder ? resolve(env.dataDir) : tmpdir();
    return inWorkFolder(below, workPrefix.upload, async (folder) => {
      const file = join(folder, name);
      const made = await archived(env, file, passphrase);
      await bucket.upload(inFolder(path, name), file);
      const target = `s3://${bucketName}/${inFolder(path, name)}`;
      await noteBackup(env.dataDir, target);
      return {
        target,
        ...made,
        removed: keep === undefined ? [] : await removeOldObjects(bucket, path, { made: name, keep }),
      };
    });
  });
}

async function archived(env: Env, target: string, passphrase: string | undefined) {
  const { files, counts } = await backUp(env, target, serviceVersion, passphrase);
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { files: files.length, records, bytes: await sizeOf(target) };
}

/** How many archives stay. Throws {@link SettingError}. */
export function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new SettingError('backup: --keep takes a number from 1 to 9999');
  return Number(text);
}
