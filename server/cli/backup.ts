import { resolve } from 'node:path';
import process from 'node:process';
import { serviceVersion } from '../http/openapi.ts';
import { readEnv } from '../env.ts';
import { backUp, backupName, sizeOf } from '../start/backup.ts';
import type { Command } from './command.ts';

export const backup: Command = {
  usage: '[file]',
  summary: 'back up database, attachments and models file into one archive, also while the service runs',
  mostWords: 1,
  async run({ words: [file = backupName()], variables }) {
    const env = readEnv(variables);
    const target = resolve(file);
    const { files, counts } = await backUp(env, target, serviceVersion);
    const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${target}: ${files.length} files, ${records} records, ${await sizeOf(target)} bytes. Keys and generated credentials are not in it; visitors' questions are.\n`,
    );
    return 0;
  },
};
