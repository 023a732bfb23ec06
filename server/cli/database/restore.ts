import { resolve } from 'node:path';
import { readEnv, SettingError } from '../../env.ts';
import { commandLine } from '../../kit/shipped.ts';
import { restore as restoreFolder } from '../../start/backup/restore.ts';
import type { CopiedTables } from '../../start/backup/copy-database.ts';
import type { Command } from '../command.ts';
import { say } from '../say.ts';

export const restore: Command = {
  usage: '<file>',
  summary: 'restore a backup, verified file by file and table by table',
  details: [
    'into an empty data folder; with DOCENT_DATABASE_URL into that empty PostgreSQL database, whichever engine the backup is from',
    '--passphrase-file <file>: decrypt the archive',
  ],
  options: { 'passphrase-file': { type: 'string' } },
  mostWords: 1,
  async run(line) {
    const [file] = line.words;
    const env = readEnv(line.variables);
    if (file === undefined) throw new SettingError('restore: needs the file of the backup');
    const { version, createdAt, files, counts, tables } = await restoreFolder(
      env,
      resolve(file),
      line.text('passphrase-file'),
    );
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

/** A line for each table with records. */
const filled = (tables: CopiedTables): readonly string[] =>
  Object.entries(tables).flatMap(([table, { rows, checksum }]) =>
    rows === 0 ? [] : [`${String(rows).padStart(12)}  ${table}  ${checksum}`.trimEnd()],
  );
