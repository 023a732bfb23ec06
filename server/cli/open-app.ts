import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { readEnv, SettingError, type Env } from '../env.ts';
import { openPorts, type Opening } from '../open-ports.ts';
import type { CommandLine } from './command.ts';

/**
 * The whole service, started, without its port; for commands that need one answer; begins an installation only of a site that is named.
 * Dispose of it when done.
 */
export async function openApp({ variables }: Pick<CommandLine, 'variables'>) {
  const env = readEnv(variables);
  const namesSite = env.site !== undefined || (variables['DOCENT_CONTENT_DIR'] ?? '').trim() !== '';
  const opening = namesSite ? ofAny : ofInstallation;
  const app = await createApp(await openPorts(env, createLog('silent'), opening));
  await app.start();
  return app;
}

/** The service with its database and models, not started and without its site; model calls are recorded as usual. */
export async function openWithoutSite(env: Env, opening: Opening = ofInstallation) {
  const ports = await openPorts(env, createLog('silent'), { ...opening, isWithoutSite: true });
  const problem = ports.modelsProblem?.() ?? '';
  if (problem !== '') throw new SettingError(`${env.modelsFile}: ${problem}`);
  return createApp(ports);
}

/** For commands that may begin an installation. */
export const ofAny: Opening = { patienceMs: 5_000 };

/** For commands that work on an installation; a wrong folder is refused and stays as it is. */
export const ofInstallation: Opening = { ...ofAny, mustExist: true };
