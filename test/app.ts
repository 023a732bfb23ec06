import { openApiDocument } from '../server/http/openapi.ts';
import { createApp, type Ports } from '../server/app.ts';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { createNoticeChannels } from '../server/adapters/notices/channels.ts';
import { createSealing } from '../server/adapters/sealing.ts';
import { readOutside } from '../server/adapters/hosts/remote/outside/read-outside.ts';
import { readPicture } from '../server/adapters/hosts/remote/outside/read-picture.ts';
import { migrations } from '../server/migrations.ts';
import { createFakeHost } from './fakes/host.ts';
import { publishedReplies } from './published-replies.ts';
import { createTestLog } from './fakes/log.ts';
import { createFakeModels } from './fakes/models.ts';

/** The administrator's token of test apps. */
export const adminToken = 'test-administrator-token';

/** Headers of an administrator. */
export const asAdmin = { authorization: `Bearer ${adminToken}` };

/** Bytes of a database with the schema of the whole service: copying it takes a tenth of the time of migrating. */
const migrated = await (async () => {
  const connection = new DatabaseSync(':memory:');
  const db = openSqlite(':memory:', { connection });
  await db.migrate(migrations);
  const bytes = connection.serialize();
  await db.close();
  return bytes;
})();

/** A database in memory that has the schema of the whole service. */
export function openMigrated() {
  const connection = new DatabaseSync(':memory:');
  connection.deserialize(migrated);
  return openSqlite(':memory:', { connection });
}

/** Every reply of a test must be one that the published description describes. */
const inspectReply = publishedReplies();

/** A database in memory, an empty fake host and fake models. */
export const testPorts = () => ({
  db: openMigrated(),
  host: createFakeHost([]),
  models: createFakeModels(),
  clock: { now: Date.now },
  log: createTestLog(),
  account: { adminToken, adminPassword: 'test-password', where: 'test' },
  publicOrigin: undefined,
  readOutside,
  readPicture,
  noticeChannels: createNoticeChannels(createSealing({ secretKey: 'secret of test apps', path: '' })),
  trustedProxies: ['127.0.0.1'],
  instanceId: 'test',
  checkReplies: true,
  inspectReply,
  rebuildPauses: { retryMs: 100, beginMs: 1_000, wholeFirst: true },
});

/** A database that has the schema of the whole service, on the engine that `DOCENT_TEST_ENGINES` names; SQLite in memory unless it names another. */
export async function openChosen() {
  if (process.env['DOCENT_TEST_ENGINES'] !== 'postgres') return openMigrated();
  const { testEngines } = await import('./databases.ts');
  const [engine] = testEngines;
  if (!engine) throw new Error('No engine');
  const db = await engine[1]();
  await db.migrate(migrations);
  return db;
}

/** The whole service in memory: real features and database, a fake host and fake models unless given. */
export async function createTestApp(given: Partial<Ports> = {}) {
  const { log, ...ports } = testPorts();
  const db = given.db ?? (await openChosen());
  if (db !== ports.db) await ports.db.close();
  // Another path of the console is described as such.
  const inspect = given.consolePath && { inspectReply: publishedReplies(openApiDocument(given.consolePath)) };
  const app = await createApp({ ...ports, log, ...inspect, ...given, db });
  await app.start();
  return Object.assign(app, {
    log,
    inject: app.server.inject.bind(app.server),
  });
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;
