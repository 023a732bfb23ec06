import { readEnv, type Env } from '../../env.ts';
import { serviceVersion } from '../../kit/version.ts';
import { askService } from '../../start/ask-service.ts';
import { lastBackup } from '../../start/backup/last-backup.ts';
import { folderFacts } from '../../start/folder-facts.ts';
import { runningService } from '../../start/running-service.ts';
import type { Command } from '../command.ts';
import { say } from '../say.ts';
import { statusLines } from './status-lines.ts';

export const status: Command = {
  usage: '',
  summary:
    'say whether the service runs and is ready, its version, the last read and backup, and free room; exits with 1 when it is not ready',
  async run({ variables }) {
    const env = readEnv(variables);
    const { lines, isReady } = await look(env);
    say(lines.join('\n'));
    return isReady ? 0 : 1;
  },
};

/** Asks the service that runs with these settings; without one, the data folder says what it can. */
async function look(env: Env): Promise<{ readonly lines: readonly string[]; readonly isReady: boolean }> {
  const service = await runningService(env);
  if (!service?.answers) {
    const freeBytes = await folderFacts(env.dataDir).then(
      (facts) => facts.freeBytes,
      () => undefined,
    );
    const facts = { freeBytes, backedUpAt: await lastBackup(env.dataDir), now: Date.now() };
    const head = service
      ? `The service at ${service.address} does not answer.`
      : 'No service runs with these settings.';
    return { lines: [head, ...statusLines(facts)], isReady: false };
  }
  const { address, site } = service;
  const ready = await askService(address, '/readyz');
  const isReady = ready?.status === 200;
  const token = env.metricsToken;
  const metrics = await askService(
    address,
    '/metrics',
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );
  const text = metrics?.status === 200 ? metrics.body : '';
  const version = /^docent_build_info\{version="([^"]{1,100})"/m.exec(text)?.[1] ?? serviceVersion;
  const own = version === serviceVersion ? '' : ` (this command is ${serviceVersion})`;
  return {
    lines: [
      `Docent ${version}${own} at ${address}${site === '' ? '' : `, site ${site}`}`,
      isReady ? 'It is ready.' : `It is not ready: ${reasonIn(ready?.body)}`,
      ...statusLines({ ...factsIn(text), now: Date.now() }),
    ],
    isReady,
  };
}

function reasonIn(body: string | undefined): string {
  try {
    const { error }: { error?: unknown } = JSON.parse(body ?? '');
    return typeof error === 'string' ? error : 'no reason given';
  } catch {
    return 'no answer';
  }
}

/** The facts in a text in the format of Prometheus; unknown ones are `undefined`. */
function factsIn(text: string) {
  const values = new Map(
    text.split('\n').flatMap((line) => {
      const [name = '', value = ''] = line.split(' ');
      return name.startsWith('docent_') && value !== '' ? [[name, Number(value)] as const] : [];
    }),
  );
  const instant = (name: string) => {
    const seconds = values.get(name);
    return seconds === undefined ? undefined : seconds * 1000;
  };
  return {
    siteUp: values.get('docent_site_up'),
    readAt: instant('docent_site_read_timestamp_seconds'),
    articles: values.get('docent_articles'),
    leftOut: values.get('docent_articles_left_out'),
    freeBytes: values.get('docent_disk_free_bytes'),
    backedUpAt: instant('docent_backup_timestamp_seconds'),
    calls: values.get('docent_model_calls_waiting'),
    jobs: values.get('docent_jobs_running'),
    notices: values.get('docent_notices_waiting'),
  };
}
