import process from 'node:process';
import { createLog } from '../adapters/log.ts';
import { readEnv } from '../env.ts';
import { holdFolder } from '../start/hold-folder.ts';
import { pendingSteps, refuseMissing, refuseNewer, stepsIn } from '../start/schema.ts';
import type { Command } from './command.ts';
import { openWithoutSite } from './open-app.ts';

/** The service migrates at its start; this command does it beforehand. */
export const migrate: Command = {
  usage: '',
  summary: 'migrate the database to this version; refuses one of a newer version',
  async run({ variables }) {
    const env = readEnv(variables);
    refuseNewer(env);
    if (env.databaseUrl === undefined) refuseMissing(env.dataDir);
    const hold =
      env.databaseUrl === undefined ? await holdFolder({ ...env, log: createLog('silent') }) : undefined;
    try {
      const pending = env.databaseUrl === undefined ? pendingSteps(stepsIn(env) ?? []) : undefined;
      await (await openWithoutSite(env))[Symbol.asyncDispose]();
      const done =
        pending === undefined ? 'done' : pending.length === 0 ? 'nothing to do' : pending.join(', ');
      process.stdout.write(`The database is up to date: ${done}\n`);
      return 0;
    } finally {
      await hold?.release();
    }
  },
};
