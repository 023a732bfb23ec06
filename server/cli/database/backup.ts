import { dirname } from 'node:path';
import { serviceVersion } from '../../kit/version.ts';
import { readEnv, SettingError } from '../../env.ts';
import { newPassphrase } from '../../start/backup/passphrase.ts';
import { backUp, backupName, sizeOf } from '../../start/backup/backup.ts';
import { archivePath, assertMounted, removeOld } from '../../start/backup/backup-place.ts';
import type { Command } from '../command.ts';
import { say } from '../say.ts';

export const backup: Command = {
  usage: '[file or folder]',
  summary: 'back up database, attachments and models file into one archive, also while the service runs',
  details: [
    '--keep <n>: afterwards remove all but the newest n archives of the folder',
    '--require-mount: refuse a folder on the disk of the system, as where the disk of the backups is not mounted',
    '--passphrase-file <file>: encrypt the archive (age format)',
  ],
  options: {
    keep: { type: 'string' },
    'require-mount': { type: 'boolean' },
    'passphrase-file': { type: 'string' },
  },
  mostWords: 1,
  async run(line) {
    const env = readEnv(line.variables);
    const keep = keepOf(line.text('keep'));
    const secret = line.text('passphrase-file');
    const ending = secret === undefined ? '' : '.age';
    const target = await archivePath(line.words[0] ?? '.', backupName() + ending);
    if (line.flag('require-mount')) await assertMounted(dirname(target));
    const { files, counts } = await backUp(
      env,
      target,
      serviceVersion,
      secret === undefined ? undefined : await newPassphrase(secret),
    );
    const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const removed = keep === undefined ? [] : await removeOld(dirname(target), keep);
    say(
      `${target}: ${files.length} files, ${records} records, ${await sizeOf(target)} bytes. Keys and generated credentials are not in it; visitors' questions are${secret === undefined ? '' : ', encrypted'}.`,
    );
    if (removed.length > 0) say(`Removed: ${removed.join(', ')}`);
    return 0;
  },
};

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new SettingError('backup: --keep takes a number from 1 to 9999');
  return Number(text);
}
