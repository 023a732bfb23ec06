import process from 'node:process';
import { createApp } from './app.ts';
import { createLog } from './adapters/log.ts';
import { readEnv, SettingError } from './env.ts';
import { openPorts } from './open-ports.ts';

try {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  const ports = await openPorts(env, log);
  const app = await createApp(ports);
  const address = await app.server.listen({ port: env.port, host: env.host }).catch((error: unknown) => {
    throw new SettingError(`PORT, HOST: ${error instanceof Error ? error.message : 'cannot be listened on'}`);
  });
  log.info({ address, administrator: ports.account.where }, 'Docent is listening');
  app.start().then(
    () => log.info({}, 'the site has been read; following it'),
    (error: unknown) => log.warn({ err: String(error) }, 'the first index build was interrupted'),
  );
  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    app[Symbol.asyncDispose]().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`docent: ${error.message}\n`);
  process.exit(2);
}
