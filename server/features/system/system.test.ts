import { afterEach, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { publicPrefix } from '../../../contract/api.ts';
import { createTestApp } from '../../../test/app.ts';
import { createFakeHost } from '../../../test/fakes/host.ts';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import type { Connections, DatabaseHealth } from '../../kit/database.ts';
import { createServer } from '../../http/server.ts';
import { healthRoutes } from './health.ts';
import { createMetrics } from './metrics.ts';
import { createReadiness } from './readiness.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
});

async function open(
  isIndexed: () => boolean,
  health: () => Promise<DatabaseHealth> = async () => ({ ok: true, code: '', reason: '' }),
  connections?: () => Connections,
) {
  const metrics = createMetrics({ health, ...(connections && { connections }) });
  const readiness = createReadiness({ isIndexed, health });
  app = await createServer({
    implementations: [healthRoutes({ metrics, readiness, version: '1.2.3' })],
    identify: async () => ({ kind: 'anonymous' }),
    publicOrigin: undefined,
    trustedProxies: [],
    log: createTestLog(),
    checkReplies: true,
    metrics,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { metrics, readiness, url: app.listeningOrigin };
}

test('RUN1, RUN21: the service is up at once and ready after the first index build', async () => {
  let built = false;
  const { url } = await open(() => built);
  const ask = async (path: string) => {
    const reply = await fetch(url + path);
    return [reply.status, await reply.json()];
  };
  expect(await ask('/healthz')).toEqual([200, { status: 'up', version: '1.2.3' }]);
  expect(await ask('/readyz')).toEqual([
    503,
    { error: 'The first index build is not done yet', code: 'INDEXING' },
  ]);
  built = true;
  expect(await ask('/readyz')).toEqual([200, { status: 'ready' }]);
});

test('RUN5 RUN6: a full disk and a beginning stop are reasons not to be ready', async () => {
  let health: DatabaseHealth = { ok: false, code: 'disk_full', reason: 'The disk is full' };
  let isIndexed = false;
  const { url, readiness } = await open(
    () => isIndexed,
    async () => health,
  );
  const ask = async () => {
    const reply = await fetch(`${url}/readyz`);
    return [reply.status, await reply.json()];
  };
  // The cause is reported, not the missing index.
  expect(await ask()).toEqual([503, { error: 'The disk is full', code: 'DISK_FULL' }]);
  isIndexed = true;
  expect(await ask()).toEqual([503, { error: 'The disk is full', code: 'DISK_FULL' }]);
  health = { ok: true, code: '', reason: '' };
  expect(await ask()).toEqual([200, { status: 'ready' }]);
  readiness.stop();
  expect(await ask()).toEqual([503, { error: 'The service is stopping', code: 'STOPPING' }]);
});

test('DB7: during an outage of the database readiness and metrics report it', async () => {
  let health: DatabaseHealth = { ok: true, code: '', reason: '' };
  const { url } = await open(
    () => true,
    async () => health,
    () => ({ open: 4, idle: 1, waiting: 2, limit: 10 }),
  );
  const figures = async () => (await fetch(`${url}/metrics`)).text();
  const well = await figures();
  expect(well).toContain('docent_database_up 1');
  expect(well).toContain('docent_database_connections{state="used"} 3');
  expect(well).toContain('docent_database_connections{state="waiting"} 2');
  health = { ok: false, code: 'unreachable', reason: 'The database cannot be used right now' };
  const reply = await fetch(`${url}/readyz`);
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { error: 'The database cannot be used right now', code: 'UNREACHABLE' },
  ]);
  expect(await figures()).toContain('docent_database_up 0');
});

test('IDX9: while the search engine is away readiness and metrics report it', async () => {
  let problem = '';
  const health = async (): Promise<DatabaseHealth> => ({ ok: true, code: '', reason: '' });
  const readiness = createReadiness({ isIndexed: () => true, health, searchEngine: async () => problem });
  const metrics = createMetrics(undefined, async () => problem);
  await readiness.assert();
  expect((await metrics.text()).body).toContain('docent_search_engine_up 1');
  problem = 'no connection (ECONNREFUSED)';
  await expect(readiness.assert()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The search engine cannot be used right now: no connection (ECONNREFUSED)',
    details: { code: 'SEARCH_ENGINE_AWAY' },
  });
  expect((await metrics.text()).body).toContain('docent_search_engine_up 0');
});

test('figures tell operations, statuses, streams and model calls, and nothing about anybody', async () => {
  const { metrics, url } = await open(() => true);
  await fetch(`${url}/healthz?name=jane`, { headers: { 'user-agent': 'jane' } });
  await fetch(`${url}/jane`);
  metrics.streamOpened();
  metrics.call({
    kind: 'chat',
    model: 'm',
    scenario: 'visitor_qa',
    status: 'success',
    seconds: 2,
    tokens: 30,
  });
  const reply = await vi.waitUntil(
    async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      expect(text).not.toMatch(/^# TYPE \S+_total gauge$/m);
      return text.includes('operation="other"') && text;
    },
    { timeout: 30_000 },
  );
  expect(reply).toContain('docent_http_request_seconds_count{operation="system.health",status="200"} 1');
  expect(reply).toContain('docent_http_request_seconds_count{operation="other",status="404"} 1');
  expect(reply).toContain('docent_open_streams 1');
  expect(reply).toContain('docent_model_tokens_total{kind="chat",model="m",scenario="visitor_qa"} 30');
  expect(reply).toContain('process_resident_memory_bytes');
  expect(reply).not.toContain('jane');
});

test('two services in one process count apart', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.streamOpened();
  expect((await one.text()).body).toContain('docent_open_streams 1');
  expect((await other.text()).body).toContain('docent_open_streams 0');
});

test('DEP6: the seconds of a request are those until its end, also for an answer that waits for a model', async () => {
  const modelMs = 4_000;
  const now = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  const models = createFakeModels({
    chat: () => {
      ahead = modelMs;
      return 'The quokka lives on an island.';
    },
  });
  const articles = [{ id: 'a', title: 'Quokkas', text: 'The quokka lives on an island.' }];
  await using service = await createTestApp({ models, host: createFakeHost(articles) });
  const url = await service.server.listen({ host: '127.0.0.1', port: 0 });
  await (
    await fetch(`${url}${publicPrefix}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Where does the quokka live?' }),
    })
  ).text();
  const sum = await vi.waitUntil(async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return /request_seconds_sum\{operation="chat.answer",status="200"\} (\S+)/.exec(text)?.[1];
  });
  expect(Number(sum)).toBeGreaterThanOrEqual(modelMs / 1000);
  expect(Number(sum)).toBeLessThan(2 * (modelMs / 1000));
});
