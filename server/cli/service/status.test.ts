import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../../../test/fakes/listen.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/calendar.ts';
import { noteBackup } from '../../start/backup/last-backup.ts';
import { holdFolder } from '../../start/hold-folder.ts';
import { noteHiddenSettings } from '../terminal/settings-in-force.ts';
import { statusLines } from './status-lines.ts';
import { status } from './status.ts';

let dataDir: string;
let printed = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docent-status-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  printed = '';
  await rm(dataDir, { recursive: true, force: true });
});

const run = (variables: Readonly<Record<string, string>> = {}) =>
  status.run({
    words: [],
    variables: { DOCENT_DATA_DIR: dataDir, ...variables },
    text: () => undefined,
    flag: () => false,
  });

const metrics = [
  '# HELP docent_build_info The version that runs',
  'docent_build_info{version="7.1.0",node="24.0.0"} 1',
  'docent_site_up 0',
  `docent_site_read_timestamp_seconds ${(Date.now() - 3 * hourMs) / 1000}`,
  'docent_articles 395',
  'docent_articles_left_out 3',
  'docent_model_calls_waiting 2',
  'docent_disk_free_bytes 10737418240',
].join('\n');

test('CLI9: status says what the service knows, by HTTP or a socket, with the token of its metrics', async () => {
  const hold = await holdFolder({ dataDir, stopSeconds: 1, log: createTestLog() });
  const service = createServer((request, reply) => {
    const isPermitted = request.headers.authorization === 'Bearer a-token-for-monitoring';
    if (request.url === '/metrics') reply.writeHead(isPermitted ? 200 : 401).end(isPermitted ? metrics : '');
    else if (request.url === '/readyz') reply.writeHead(503).end('{"error":"The disk is full"}');
    else reply.end('{}');
  });
  const token = { DOCENT_METRICS_TOKEN: 'a-token-for-monitoring' };
  {
    await using server = await listen(service);
    await hold.serving({ address: server.origin, site: '/srv/blog' });
    expect(await run(token)).toBe(1);
    expect(printed).toContain(`Docent 7.1.0 (this command is `);
    expect(printed).toContain(`at ${server.origin}, site /srv/blog\nIt is not ready: The disk is full\n`);
    expect(printed).toContain('cannot be read, last read 3 hours ago\n');
    expect(printed).toContain('395 in the index, 3 left out\n');
    expect(printed).toContain('model calls: 2\n');
    expect(printed).toContain('10.0 GiB\n');
    printed = '';
    expect(await run()).toBe(1);
    expect(printed).not.toContain('395');
  }
  const socket = join(dataDir, 'docent.sock');
  const onSocket = createServer(
    (request, reply) => void reply.end(request.url === '/metrics' ? metrics : '{}'),
  );
  await new Promise<void>((resolve) => onSocket.listen(socket, resolve));
  await hold.serving({ address: `unix:${socket}`, site: '' });
  printed = '';
  expect(await run()).toBe(0);
  expect(printed).toContain(`at unix:${socket}\nIt is ready.\n`);
  expect(printed).toContain('395 in the index');
  onSocket.closeAllConnections();
  onSocket.close();
  await hold.release();
});

test('CLI9: without a service the data folder says what it can', async () => {
  await noteBackup(dataDir, '/backup/one.tar.gz');
  expect(await run()).toBe(1);
  expect(printed).toMatch(
    /^No service runs with these settings\.\nFree room: .*GiB\nLast backup: .* 0 seconds ago\n$/,
  );
});

test('CLI9: times are told in the largest unit that fits', () => {
  const now = 100 * dayMs;
  const last = (before: number) => statusLines({ now, backedUpAt: now - before })[0]?.split(', ')[1];
  expect([30_000, 119_000, 90 * minuteMs, 47 * hourMs, 5 * dayMs].map(last)).toEqual([
    '30 seconds ago',
    '119 seconds ago',
    '90 minutes ago',
    '47 hours ago',
    '5 days ago',
  ]);
  expect(statusLines({ now })).toEqual(['Last backup:  none by docent backup']);
});

test('CLI9: a command that failed without the settings of the service, which this user may not read, says so', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const system = join(dataDir, 'system.env');
  const own = join(dataDir, 'own.env');
  const isSaid = (mayRead: boolean) => {
    said.mockClear();
    noteHiddenSettings({ own, system }, () => mayRead);
    return said.mock.calls.length === 1;
  };
  expect(isSaid(false)).toBe(false);
  await writeFile(system, '');
  expect([isSaid(false), isSaid(true)]).toEqual([true, false]);
  await writeFile(own, '');
  expect(isSaid(false)).toBe(false);
});
