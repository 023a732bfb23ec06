import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isMissing } from '../missing-tool.ts';
import { factLines } from '../../server/features/system/fact-metrics.ts';
import { createMetrics } from '../../server/features/system/metrics.ts';
import { projectRoot } from '../source-files.ts';

const run = promisify(execFile);
const read = (path: string) => readFile(join(projectRoot, 'deploy', path), 'utf8');

/** Seconds that a stop may take by default, and closing everything afterwards. */
const stopSeconds = 25;

const hasSystemd = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
);
const isSkipped = isMissing(
  'the judgement of the unit file',
  hasSystemd ? '' : 'systemd-analyze is not installed',
);

describe('DEP4: the systemd unit is sound and closed', () => {
  test('it leaves more time than a stop takes', async () => {
    const unit = await read('systemd/docent.service');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(stopSeconds);
    expect(unit).toMatch(/^KillMode=mixed$/m);
  });

  test('RUN17: systemd hears when it listens, and starts a process anew that has hung', async () => {
    const unit = await read('systemd/docent.service');
    // Signs of life come from a command of systemd, which is a process of its own.
    expect(unit).toMatch(/^Type=notify\nNotifyAccess=all\nWatchdogSec=\d+min$/m);
    expect(unit).toMatch(/^Restart=on-failure$/m);
  });

  test.skipIf(isSkipped)('systemd accepts it, with an exposure of at most 3', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-unit-'));
    try {
      // The command and the user of the unit exist where it is installed.
      const unit = (await read('systemd/docent.service')).replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true');
      const file = join(folder, 'docent.service');
      await writeFile(file, unit.replace(/^User=.*$/m, 'User=daemon'));
      await run('systemd-analyze', ['verify', file]);
      const { stdout } = await run('systemd-analyze', ['security', '--offline=true', file]);
      const exposure = Number(/exposure level for docent\.service: ([\d.]+)/.exec(stdout)?.[1]);
      expect(exposure).toBeLessThanOrEqual(3);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test('SEC1: nginx says itself by which name it was asked', async () => {
  for (const path of [
    'nginx/docent.conf',
    'scale/nginx.conf',
    '../handbook/en/reverse-proxy.md',
    '../handbook/zh/reverse-proxy.md',
    '../handbook/en/connect-halo.md',
    '../handbook/zh/connect-halo.md',
  ])
    expect(await read(path)).toMatch(/^ *proxy_set_header X-Forwarded-Host \$http_host;$/m);
});

test('DEP5: the containers run without rights, with a health check and time to stop', async () => {
  const { services } = parse(await read('compose.yaml')) as {
    services: { docent: Record<string, unknown> };
  };
  expect(services.docent).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    build: { context: '..', dockerfile: 'deploy/Dockerfile' },
  });
  expect(Number.parseInt(String(services.docent['stop_grace_period']), 10)).toBeGreaterThan(stopSeconds);
  const image = await read('Dockerfile');
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/^HEALTHCHECK .*\/healthz/m);
  expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
});

test('DEP5: what is set up in a container outlives it, and the settings of a site reach it', async () => {
  const image = await read('Dockerfile');
  const folder = /^VOLUME (.*)$/m.exec(image)?.[1];
  // docent.env is written to the working folder, and the rest of the container is read-only.
  expect([...image.matchAll(/^WORKDIR (.*)$/gm)].at(-1)?.[1]).toBe(folder);
  const command = /"(\/[^"]+\/docent\.js)"/.exec(image)?.[1] ?? '';
  for (const path of ['compose.yaml', '../handbook/en/quick-start.md', '../handbook/zh/quick-start.md'])
    expect(await read(path)).toContain(`exec docent node ${command} `);
  const compose = await read('compose.yaml');
  for (const name of [
    'SITE',
    'ALLOWED_ORIGINS',
    'HINT_SECRET',
    'WORDPRESS_PASSWORD',
    'DATABASE_URL',
    'SEARCH_URL',
  ])
    expect(compose).toContain(`DOCENT_${name}: \${DOCENT_${name}:-}`);
});

describe('DEP6: dashboard and alerts ask for figures that there are', () => {
  /** Every series of `/metrics`, with those that a histogram has. */
  const series = async () => {
    const metrics = createMetrics(
      {
        health: async () => ({ ok: true, code: '', reason: '' }),
        connections: () => ({ open: 1, idle: 1, waiting: 0, limit: 10 }),
      },
      async () => '',
    );
    metrics.answered({ operation: 'chat.stream', status: 200, seconds: 1 });
    metrics.call({
      kind: 'chat',
      model: 'm',
      scenario: 'visitor_qa',
      status: 'success',
      seconds: 1,
      tokens: 1,
    });
    const facts = factLines({
      version: '1.0.0',
      siteIsUp: true,
      indexedArticles: 1,
      leftOut: 0,
      diskFreeBytes: 1,
      readAt: 1,
      callsWaiting: 0,
      jobsRunning: 0,
      noticesWaiting: 0,
      backedUpAt: 1,
    });
    const body = (await metrics.text()).body + facts;
    return new Set(['up', ...[...body.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name = '']) => name)]);
  };
  const namesIn = (expressions: readonly string[]) =>
    expressions.flatMap((text) => text.match(/\b(?:docent|nodejs|process)_\w+/g) ?? []);

  test.each(['grafana-dashboard.json', 'alerts.yaml'])('%s', async (file) => {
    const value: unknown = parse(await read(file));
    const expressions: string[] = [];
    JSON.stringify(value, (key, each: unknown) => {
      if (key === 'expr' && typeof each === 'string') expressions.push(each);
      return each;
    });
    const known = await series();
    const names = namesIn(expressions);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  test('each alert names a remedy', async () => {
    const { groups } = parse(await read('alerts.yaml')) as {
      groups: { rules: { alert: string; annotations: { remedy?: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.filter(({ annotations }) => !annotations.remedy)).toEqual([]);
  });
});
