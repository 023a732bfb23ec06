import { createApp, type Ports } from '../server/app.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { createFakeHost } from './fakes/host.ts';
import { createTestLog } from './fakes/log.ts';
import { createFakeModels } from './fakes/models.ts';

/** The administrator's token of test apps. */
export const adminToken = 'test-administrator-token';

/** Headers of an administrator. */
export const asAdmin = { authorization: `Bearer ${adminToken}` };

/** A database in memory, an empty fake host and fake models. */
export const testPorts = () => ({
  db: openSqlite(':memory:'),
  host: createFakeHost([]),
  models: createFakeModels(),
  clock: { now: Date.now },
  log: createTestLog(),
  account: { adminToken, adminPassword: 'test-password', where: 'test' },
  publicOrigin: undefined,
  trustedProxies: ['127.0.0.1'],
  instanceId: 'test',
  checkReplies: true,
  rebuildPauses: { retryMs: 100, beginMs: 1_000 },
});

/** The whole service in memory: real features and database, a fake host and fake models unless given. */
export async function createTestApp(given: Partial<Ports> = {}) {
  const ports = testPorts();
  const { log } = ports;
  const app = await createApp({ ...ports, ...given });
  await app.start();
  return Object.assign(app, {
    log,
    inject: app.server.inject.bind(app.server),
  });
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
