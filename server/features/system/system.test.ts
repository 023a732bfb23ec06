import { afterEach, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createTestLog } from '../../../test/fakes/log.ts';
import { createServer } from '../../http/server.ts';
import { createMetrics, systemRoutes } from './system.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function open(ready: () => boolean) {
  const metrics = createMetrics();
  app = await createServer({
    implementations: [systemRoutes({ metrics, ready })],
    identify: async () => ({ kind: 'anonymous' }),
    publicOrigin: undefined,
    trustedProxies: [],
    log: createTestLog(),
    checkReplies: true,
    metrics,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { metrics, url: app.listeningOrigin };
}

test('the service is up at once and ready after the first index build', async () => {
  let built = false;
  const { url } = await open(() => built);
  const ask = async (path: string) => {
    const reply = await fetch(url + path);
    return [reply.status, await reply.json()];
  };
  expect(await ask('/healthz')).toEqual([200, { status: 'up' }]);
  expect(await ask('/readyz')).toEqual([503, { error: 'The first index build is not done yet' }]);
  built = true;
  expect(await ask('/readyz')).toEqual([200, { status: 'ready' }]);
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
  const reply = await vi.waitUntil(async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return text.includes('operation="other"') && text;
  });
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
