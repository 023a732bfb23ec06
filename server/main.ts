import process from 'node:process';
import { createApp } from './app.ts';
import { createLog } from './adapters/log.ts';
import { operatorVariables, readEnv, SettingError, type Env } from './env.ts';
import { openPorts } from './open-ports.ts';
import type { Log } from './ports/log.ts';
import { holdFolder } from './start/hold-folder.ts';
import { asSettingError, listenError } from './start/start-error.ts';
import { stopOnSignal } from './start/stop-on-signal.ts';

try {
  const env = readEnv(operatorVariables());
  const log = createLog(env.logLevel);
  await serve(env, log).catch((error: unknown) => {
    throw asSettingError(error, env);
  });
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`docent: ${error.message}\n`);
  process.exit(2);
}

async function serve(env: Env, log: Log): Promise<void> {
  // Processes on PostgreSQL share everything, so they may share a folder, too.
  const hold = env.databaseUrl === undefined ? await holdFolder({ ...env, log }) : undefined;
  const ports = await openPorts(env, log);
  const app = await createApp(ports);
  stopOnSignal({ app, hold, log, stopSeconds: env.stopSeconds });
  const address = await app.server.listen({ port: env.port, host: env.host }).catch((error: unknown) => {
    throw listenError(error, env);
  });
  log.info({ address, administrator: ports.account.where }, 'Docent is listening');
  app.start().then(
    () => log.info({}, 'following the site'),
    (error: unknown) => log.warn({ err: String(error) }, 'the first index build was interrupted'),
  );
}
