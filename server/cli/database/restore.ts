import { constants, access as mayUse } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { openBucket } from '../../adapters/archive/object-storage.ts';
import { readEnv, SettingError, type Env } from '../../env.ts';
import { commandLine } from '../../kit/shipped.ts';
import { restore as restoreFolder, type Restored } from '../../start/backup/restore.ts';
import type { CopiedTables } from '../../start/backup/copy-database.ts';
import { isStorage, storageAccess, storagePlace, withStorage } from '../../start/backup/storage-place.ts';
import { inWorkFolder, workPrefix } from '../../start/work-folder.ts';
import type { Command } from '../command.ts';
import { say } from '../say.ts';

export const restore: Command = {
  usage: '<file or s3://bucket/folder/file>',
  summary: 'restore a backup, verified file by file and table by table',
  details: [
    'into an empty data folder; with DOCENT_DATABASE_URL into that empty PostgreSQL database, whichever engine the backup is from',
    '--passphrase-file <file>: decrypt the archive',
    '--s3-file <file>: key and address of the storage for s3://…, as for backup',
  ],
  options: { 'passphrase-file': { type: 'string' }, 's3-file': { type: 'string' } },
  mostWords: 1,
  async run(line) {
    const [file] = line.words;
    const env = readEnv(line.variables);
    if (file === undefined) throw new SettingError('restore: needs the file of the backup');
    const passphrase = line.text('passphrase-file');
    const { version, createdAt, files, counts, tables } = isStorage(file)
      ? await fromStorage(env, file, line.text('s3-file'), passphrase)
      : await restoreFolder(env, resolve(file), passphrase);
    const numbers = tables ? Object.values(tables).map(({ rows }) => rows) : Object.values(counts);
    const records = numbers.reduce((sum, count) => sum + count, 0);
    const lines = [
      `${env.dataDir}: ${files.length} files and ${records} records of version ${version}, made ${createdAt}, were restored and verified.`,
      ...(tables
        ? [
            `The database server has ${Object.keys(tables).length} tables with the same counts and checksums as the backup:`,
            ...filled(tables),
          ]
        : filled(
            Object.fromEntries(
              Object.entries(counts).map(([table, rows]) => [table, { rows, checksum: '' }]),
            ),
          )),
      ...(files.some(({ path }) => path === 'models.json')
        ? [
            `Backups contain no keys: set the variables of the models again, or run ${commandLine('models key <name> --key-stdin')}.`,
          ]
        : []),
    ];
    say(lines.join('\n'));
    return 0;
  },
};

/** Fetches the archive beside the data folder. */
async function fromStorage(
  env: Env,
  named: string,
  accessFile: string | undefined,
  passphrase: string | undefined,
): Promise<Restored> {
  const { bucket: bucketName, path } = storagePlace(named);
  const access = await storageAccess(accessFile);
  return withStorage('restore', async () => {
    const bucket = await openBucket(access, bucketName);
    const dataDir = resolve(env.dataDir);
    // The user of a service may write below its data folder alone, which must be empty.
    const below = await mayUse(dirname(dataDir), constants.W_OK).then(
      () => dirname(dataDir),
      () => tmpdir(),
    );
    return inWorkFolder(below, workPrefix.download, async (folder) => {
      const file = join(folder, basename(path) || 'archive');
      await bucket.download(path, file);
      return restoreFolder(env, file, passphrase);
    });
  });
}

/** A line for each table with records. */
const filled = (tables: CopiedTables): readonly string[] =>
  Object.entries(tables).flatMap(([table, { rows, checksum }]) =>
    rows === 0 ? [] : [`${String(rows).padStart(12)}  ${table}  ${checksum}`.trimEnd()],
  );
