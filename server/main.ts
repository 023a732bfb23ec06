import process from 'node:process';
import { createApp, type Ports } from './app.ts';
import { openLog } from './adapters/log.ts';
import { openAnswerTraces } from './adapters/telemetry/answer-traces.ts';
import { countDaysIn, operatorVariables, readEnv, SettingError, type Env } from './env.ts';
import { serviceVersion } from './kit/version.ts';
import { openPorts } from './open-ports.ts';
import { commandLine } from './kit/shipped.ts';
import type { Log } from './ports/log.ts';
import { doubtfulSettings } from './start/doubtful-settings.ts';
import { holdFolder } from './start/hold-folder.ts';
import { removeLeftovers } from './start/leftovers.ts';
import { clearSocket, openSocketToGroup, socketError } from './start/listen-on-socket.ts';
import { createSystemdNotices } from './start/notify-systemd.ts';
import { asSettingError, listenError } from './start/start-error.ts';
import { stopOnSignal } from './start/stop-on-signal.ts';
import { welcome, type Started } from './start/welcome.ts';
import { loadLanguages } from './text/detect-language.ts';

/** Connections that wait to be accepted. With Node's 511 the system drops some of a burst, and their browsers try again after a second. */
const backlog = 4_096;

type App = Awaited<ReturnType<typeof createApp>>;

try {
  const env = readEnv(operatorVariables());
  countDaysIn(env.timeZone);
  const log = await openLog(env.logLevel, env.logFile);
  for (const doubt of doubtfulSettings(env)) log.warn({}, doubt);
  await serve(env, log).catch((error: unknown) => {
    throw asSettingError(error, env);
  });
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`docent: ${error.message}\n`);
  process.exit(2);
}

async function serve(env: Env, log: Log): Promise<void> {
  // Processes on one PostgreSQL database may share the data folder too.
  const hold = env.databaseUrl === undefined ? await holdFolder({ ...env, log }) : undefined;
  if (hold) await removeLeftovers(env);
  const ports = await openPorts(env, log);
  await loadLanguages();
  const answerTraces = await openAnswerTraces(env.variables, { version: serviceVersion, log });
  const app = await createApp({ ...ports, ...(answerTraces && { answerTraces }) });
  const systemd = createSystemdNotices(env.systemd);
  stopOnSignal({
    app,
    hold,
    log,
    stopSeconds: env.stopSeconds,
    endsWithParent: env.isStartedByNpm,
    stopping: systemd.stopping,
  });
  const address = await listen(app.server, env);
  systemd.ready();
  await hold?.serving({ address, site: siteOf(ports) });
  if (process.stdout.isTTY) process.stdout.write(welcome(started(ports, address, env.consolePath)));
  else log.info({ address, administrator: ports.account.where }, 'Docent is listening');
  app.start().then(
    () => log.info({}, 'following the site'),
    (error: unknown) => log.warn({ err: String(error) }, 'the first index build was interrupted'),
  );
}

/** Listens on the socket or port of the settings; resolves with the address. */
async function listen(server: App['server'], env: Env): Promise<string> {
  const { port, host, socket } = env;
  if (socket === undefined)
    return server.listen({ port, host, backlog }).catch((error: unknown) => {
      throw listenError(error, env);
    });
  await clearSocket(socket);
  await server.listen({ path: socket, backlog }).catch((error: unknown) => {
    throw socketError(error, socket);
  });
  await openSocketToGroup(socket);
  return `unix:${socket}`;
}

/** Folder or address of the site. */
function siteOf({ setup, host }: Ports): string {
  return setup?.contentDir || (host.describe().siteOrigin ?? '');
}

function started(ports: Ports, address: string, consolePath: string): Started {
  const isSample = ports.setup?.sampleSite === true;
  return {
    address,
    credentials: ports.account.where,
    site: isSample ? undefined : siteOf(ports),
    consolePath,
    models: ports.models.list().flatMap(({ name, builtin }) => (builtin ? [] : [name])),
    setup: commandLine('setup'),
  };
}
