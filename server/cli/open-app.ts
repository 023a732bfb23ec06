import { createApp } from '../app.ts';
import { createLog } from '../adapters/log.ts';
import { readEnv } from '../env.ts';
import { openPorts } from '../open-ports.ts';
import type { CommandLine } from './command.ts';

/** The whole service without its port, started; for commands that need one answer. Dispose of it when done. */
export async function openApp({ variables }: Pick<CommandLine, 'variables'>) {
  const app = await createApp(await openPorts(readEnv(variables), createLog('silent')));
  await app.start();
  return app;
}
