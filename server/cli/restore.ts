import { resolve } from 'node:path';
import process from 'node:process';
import { readEnv, SettingError } from '../env.ts';
import { commandLine } from '../kit/shipped.ts';
import { restore as restoreFolder } from '../start/restore.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  usage: '<file>',
  summary: 'restore a backup into an empty data folder, verified file by file and table by table',
  mostWords: 1,
  async run({ words: [file], variables }) {
    const env = readEnv(variables);
    if (file === undefined) throw new SettingError('restore: needs the file of the backup');
    const { version, createdAt, files, counts } = await restoreFolder(env, resolve(file));
    const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const lines = [
      `${env.dataDir}: ${files.length} files and ${records} records of version ${version}, made ${createdAt}, were restored and verified.`,
      ...(files.some(({ path }) => path === 'models.json')
        ? [
            `Backups contain no keys: set the variables of the models again, or run ${commandLine('models key <name> --key-stdin')}.`,
          ]
        : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  },
};
