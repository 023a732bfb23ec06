import { createLog } from '../../adapters/log.ts';
import { readEnv } from '../../env.ts';
import { holdFolder } from '../../start/hold-folder.ts';
import { pendingSteps, refuseMissing, refuseNewer, stepsIn } from '../../start/schema.ts';
import type { Command } from '../command.ts';
import { openWithoutSite } from '../open-app.ts';
import { say } from '../say.ts';

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
      say(wordsOf(pending));
      return 0;
    } finally {
      await hold?.release();
    }
  },
};

/** What was done; `undefined` where a server does not say. */
function wordsOf(pending: readonly string[] | undefined): string {
  if (pending === undefined) return 'The database is up to date';
  if (pending.length === 0) return 'The database was up to date already; nothing was done';
  return `The database is up to date now. Steps that were run: ${pending.join(', ')}`;
}
