import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '../../env.ts';
import { newPassphrase } from '../../start/backup/passphrase.ts';
import { isStorage, storageAccess, storagePlace } from '../../start/backup/storage-place.ts';
import { keepOf } from '../database/backup.ts';
import type { CommandLine } from '../command.ts';
import { backupFolder, backupUnitPath, dataFolder, type NightlyBackup, type UnitFile } from './unit-files.ts';

/** Options of `docent install` that choose the nightly backup. */
export const backupOptions = {
  backup: { type: 'string' },
  keep: { type: 'string' },
  's3-file': { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const;

export const usualBackup: NightlyBackup = {
  words: `${backupFolder} --keep 14`,
  folders: `${dataFolder} ${backupFolder}`,
  secrets: [],
};

/**
 * The nightly backup that was asked for; without its options the one that is installed below `root`, or the usual one. Throws
 * {@link SettingError} for a place, key or passphrase that cannot be used.
 */
export async function nightlyBackup(line: CommandLine, root: string): Promise<NightlyBackup> {
  const place = line.text('backup');
  if (place === undefined) {
    const alone = ['keep', 's3-file', 'passphrase-file'].find((name) => line.text(name) !== undefined);
    if (alone !== undefined)
      throw new SettingError(`install: --${alone} needs --backup, the place of the nightly backup`);
    return (await installedBackup(root)) ?? usualBackup;
  }
  const keep = keepOf(line.text('keep')) ?? 14;
  const [s3, passphrase] = [line.text('s3-file'), line.text('passphrase-file')];
  const secrets: UnitFile[] = [];
  let words = `${place} --keep ${keep}`;
  if (isStorage(place)) {
    storagePlace(place);
    await storageAccess(s3);
    secrets.push(await secretFile('/etc/docent/s3.env', s3 ?? ''));
    words += ' --s3-file /etc/docent/s3.env';
  } else if (s3 !== undefined) throw new SettingError('install: --s3-file is for s3://bucket/folder');
  else if (!/^(?:\/[\w.-]+)+$/.test(place) || place.includes('/..'))
    throw new SettingError(
      'install: --backup takes s3://bucket/folder or the whole path of a folder, in letters, digits, dots and hyphens',
    );
  if (passphrase !== undefined) {
    await newPassphrase(passphrase);
    secrets.push(await secretFile('/etc/docent/backup-passphrase', passphrase));
    words += ' --passphrase-file /etc/docent/backup-passphrase';
  }
  const folders = isStorage(place) ? dataFolder : `${dataFolder} ${place}`;
  return { words, folders, secrets };
}

const secretFile = async (path: string, from: string): Promise<UnitFile> => ({
  path,
  content: await readFile(from, 'utf8'),
  mode: 0o600,
  isKept: false,
});

/** The backup of the unit that is there, also where a person has changed its command. */
async function installedBackup(root: string): Promise<NightlyBackup | undefined> {
  const unit = await readFile(join(root, backupUnitPath), 'utf8').catch(() => '');
  const words = /^ExecStart=.* backup (.+)$/m.exec(unit)?.[1];
  const folders = /^ReadWritePaths=(.+)$/m.exec(unit)?.[1];
  return words && folders ? { words, folders, secrets: [] } : undefined;
}
