import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { defaults } from '../../contract/config/groups.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import type { Database } from '../../server/kit/database.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { testEngines } from '../databases.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels } from '../fakes/models.ts';
import { framesOf } from './frames.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const articles = [{ id: 'a', title: 'Quokkas', text: 'The quokka lives on an island.' }];
const question = { message: 'Where does the quokka live?' };

describe('RUN6: a disk that is full', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-full-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A service whose database may grow no more. */
  async function full(more: Partial<Database> = {}) {
    const db = { ...openSqlite(join(folder, 'docent.sqlite')), ...more };
    const models = createFakeModels({ chat: () => 'The quokka lives on an island.' });
    const service = await createTestApp({ db, host: createFakeHost(articles), models });
    app = service;
    await sql`create table filler (bytes blob)`.execute(db.query);
    await sql`pragma max_page_count = 1`.execute(db.query);
    for (let n = 0; n < 10; n += 1)
      await sql`insert into filler values (zeroblob(1000))`.execute(db.query).catch(() => undefined);
    return service;
  }
  const chat = (service: TestApp) =>
    service.inject({ method: 'POST', url: `${publicPrefix}/chat`, payload: question });
  const stream = (service: TestApp) =>
    service.inject({ method: 'POST', url: `${publicPrefix}/chat/stream`, payload: question });

  test('an answer that cannot be logged ends as failed, in friendly words, on both chat operations', async () => {
    const service = await full();
    let replies: { answerState: string; reply: string }[] = [];
    // The free part of the last pages takes some logs yet.
    for (let n = 0; n < 200 && replies.at(-1)?.answerState !== 'failed'; n += 1)
      replies = [...replies, (await chat(service)).json()];
    expect(replies.at(-1)).toMatchObject({
      answerState: 'failed',
      reply: expect.stringContaining('The assistant is unavailable right now'),
    });
    const frames = framesOf((await stream(service)).body);
    expect(frames.at(-1)).toMatchObject({ event: 'done' });
    expect(frames.find(({ event }) => event === 'answer_state')).toMatchObject({
      data: { answerState: 'failed' },
    });
    expect(JSON.stringify(service.log.warnings)).toContain('The disk of the data folder is full');
  });

  test('a full disk is reported by readiness and to the administrator, and answers cost nothing', async () => {
    const service = await full({
      health: async () => ({ ok: false, code: 'disk_full', reason: 'The disk of the data folder is full' }),
    });
    const readiness = await service.inject({ url: '/readyz' });
    expect([readiness.statusCode, readiness.json()]).toEqual([
      503,
      { error: 'The disk of the data folder is full', code: 'DISK_FULL' },
    ]);
    expect((await chat(service)).json()).toMatchObject({ answerState: 'failed' });
    const info = await service.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin });
    expect(info.json().warnings).toEqual([
      { code: 'disk_full', message: 'The disk of the data folder is full' },
    ]);
  });
});

test('RUN12: while another program has locked the database, readiness says so, answers cost nothing, search goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-locked-'));
  // After the service is closed.
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'docent.sqlite');
  const models = createFakeModels({ chat: () => 'The quokka lives on an island.' });
  const db = openSqlite(path, { lockWaitMs: 100 });
  const service = await createTestApp({ db, host: createFakeHost(articles), models });
  app = service;
  using other = new DatabaseSync(path);
  other.exec('BEGIN EXCLUSIVE');
  const save = {
    method: 'POST',
    url: `${consolePrefix}/config/save`,
    headers: asAdmin,
    payload: { chat: { historyTurns: 3 } },
  } as const;
  const error = 'Another program has locked the database';
  expect((await service.inject(save)).json()).toMatchObject({ saved: false, error });
  const readiness = await service.inject({ url: '/readyz' });
  expect([readiness.statusCode, readiness.json()]).toEqual([503, { error, code: 'DATABASE_LOCKED' }]);
  const url = `${publicPrefix}/chat`;
  const answer = await service.inject({ method: 'POST', url, payload: question });
  expect(answer.json()).toMatchObject({ answerState: 'failed' });
  expect(models.calls.chat).toEqual([]);
  const info = await service.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin });
  expect(info.json().warnings).toContainEqual({ code: 'database_locked', message: error });
  const found = await service.inject({ url: `${publicPrefix}/search/halo-results?keyword=quokka` });
  expect(found.json().total).toBe(1);
  other.exec('ROLLBACK');
  await expect
    .poll(async () => (await service.inject({ url: '/readyz' })).statusCode, { timeout: 20_000 })
    .toBe(200);
  expect((await service.inject(save)).json()).toEqual({ saved: true });
});

describe.each(testEngines)('stored settings that cannot be read, on %s', (_, open) => {
  test('RUN7: their defaults are in force, a warning says so, and saving repairs them', async () => {
    const db = await open();
    const models = createFakeModels({ chat: () => 'The quokka lives on an island.' });
    const service = await createTestApp({ db, host: createFakeHost(articles), models });
    app = service;
    const save = async (body: object) =>
      (
        await service.inject({
          method: 'POST',
          url: `${consolePrefix}/config/save`,
          headers: asAdmin,
          payload: body,
        })
      ).json();
    const get = async (url: string) => (await service.inject({ url, headers: asAdmin })).json();
    await save({ chat: { historyTurns: 3 } });
    await sql`update config_groups set value = '{broken' where name = 'chat'`.execute(db.query);
    await db.publish('config');
    await expect
      .poll(async () => (await get(`${consolePrefix}/config`)).chat.historyTurns)
      .toBe(defaults().chat.historyTurns);
    expect((await service.inject({ url: `${publicPrefix}/widget-config` })).statusCode).toBe(200);
    expect((await get(`${consolePrefix}/system/info`)).warnings).toMatchObject([
      { code: 'config_unreadable', message: expect.stringContaining('chat'), names: ['chat'] },
    ]);
    expect(await save({ chat: { historyTurns: 5 } })).toEqual({ saved: true });
    expect((await get(`${consolePrefix}/config`)).chat.historyTurns).toBe(5);
    expect((await get(`${consolePrefix}/system/info`)).warnings).toEqual([]);
  });
});
