import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { asAdmin, createTestApp, openMigrated, type TestApp } from '../../../test/app.ts';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { createFakeHost } from '../../../test/fakes/host.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const foundation = '/apis/console.api.aifoundation.halo.run/v1alpha1';

test('administrators see the installation, others do not', async () => {
  app = await createTestApp({ host: createFakeHost([{ id: 'a', text: 'x' }]) });
  const reply = await app.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin });
  expect(reply.json()).toMatchObject({
    database: process.env['DOCENT_TEST_ENGINES'] === 'postgres' ? 'postgres' : 'sqlite',
    articles: 1,
    host: { kind: 'embedded', siteTitle: 'Fake site', ok: true, reason: '' },
  });
  const inChinese = { ...asAdmin, 'accept-language': 'zh-CN' };
  const info = await app.inject({ url: `${consolePrefix}/system/info`, headers: inChinese });
  expect(info.json().host.siteTitle).toBe('测试站点');
  expect((await app.inject({ url: `${consolePrefix}/system/info` })).statusCode).toBe(401);
});

test('an unreachable host is reported, and the page is still served', async () => {
  const host = { ...createFakeHost([]), health: async () => Promise.reject(new Error('secret address')) };
  app = await createTestApp({ host });
  const reply = await app.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin });
  expect(reply.json().host).toMatchObject({ ok: false, reason: 'The host cannot be reached' });
});

test('the models that can be chosen are listed by kind, for administrators only', async () => {
  app = await createTestApp();
  const list = `${foundation}/model-options`;
  const options = async (query: string) =>
    (await app?.inject({ url: `${list}?${query}`, headers: asAdmin }))?.json<
      { modelType: string; name: string }[]
    >() ?? [];
  const all = await options('');
  const language = await options('modelType=language&available=true&enabled=true');
  expect(language.length).toBeGreaterThan(0);
  expect(new Set(language.map(({ modelType }) => modelType))).toEqual(new Set(['language']));
  expect(all.length).toBeGreaterThanOrEqual(language.length);
  expect(await options('modelType=none-such')).toEqual([]);
  const slots = await app.inject({ url: `${foundation}/default-model-slots`, headers: asAdmin });
  expect(language.map(({ name }) => name)).toContain(slots.json().languageModelName);
  for (const url of [list, `${foundation}/default-model-slots`])
    expect((await app.inject({ url })).statusCode).toBe(401);
});

test('the database is downloaded as a file that opens, by administrators only', async () => {
  app = await createTestApp({ db: openMigrated() });
  const url = `${consolePrefix}/system/backup`;
  const reply = await app.inject({ url, headers: asAdmin });
  expect(reply.headers['content-disposition']).toMatch(
    /^attachment; filename="docent-\d{4}-\d\d-\d\d\.sqlite"$/,
  );
  const folder = await mkdtemp(join(tmpdir(), 'docent-copy-'));
  const path = join(folder, 'copy.sqlite');
  await writeFile(path, reply.rawPayload);
  const copy = new DatabaseSync(path);
  expect(copy.prepare('select count(*) as steps from schema_migrations').get()?.['steps']).toBeGreaterThan(
    10,
  );
  copy.close();
  await rm(folder, { recursive: true });
  expect((await app.inject({ url })).statusCode).toBe(401);
});

test('with a database server its own tools are named', async () => {
  const { backup: _, ...db } = openSqlite(':memory:');
  app = await createTestApp({ db });
  const reply = await app.inject({ url: `${consolePrefix}/system/backup`, headers: asAdmin });
  expect([reply.statusCode, reply.json().error]).toEqual([503, expect.stringContaining('pg_dump')]);
});

test('SYS1: the administrator sees how the service is set up and which files are left out', async () => {
  const setup = {
    sampleSite: false,
    contentDir: '/srv/site',
    modelsFile: '/srv/models.json',
    publicOrigin: 'https://example.org',
    currency: 'EUR',
    passwordIsSetByOperator: true,
  };
  const problem = { path: 'bees.md', line: 3, reason: 'the front matter is not YAML' };
  const host = { ...createFakeHost([]), problems: () => [problem] };
  app = await createTestApp({ host, setup });
  const reply = await app.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin });
  expect(reply.json()).toMatchObject({ setup, problems: [problem], problemCount: 1 });
});
