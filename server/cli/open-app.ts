import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { readEnv, sampleSite, SettingError, type Env } from '../env.ts';
import { openPorts } from '../open-ports.ts';
import { asSettingError } from '../start/start-error.ts';
import type { CommandLine } from './command.ts';

/** The whole service, started, without its port; for commands that need one answer. Dispose of it when done. */
export async function openApp({ variables }: Pick<CommandLine, 'variables'>) {
  const env = readEnv(variables);
  try {
    const app = await createApp(await openPorts(env, createLog('silent')));
    await app.start();
    return app;
  } catch (error) {
    throw asSettingError(error, env);
  }
}

/** The service with its database and models, not started and without its site; model calls are recorded as usual. */
export async function openWithoutSite(env: Env) {
  try {
    const ports = await openPorts({ ...env, site: undefined, contentDir: sampleSite }, createLog('silent'));
    const problem = ports.modelsProblem?.() ?? '';
    if (problem !== '') throw new SettingError(`${env.modelsFile}: ${problem}`);
    return await createApp(ports);
  } catch (error) {
    throw asSettingError(error, env);
  }
}
