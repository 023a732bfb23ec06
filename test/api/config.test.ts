import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { defaults } from '../../contract/config/groups.ts';
import { asAdmin, createTestApp, openMigrated, type TestApp } from '../app.ts';
import { createFakeModels } from '../fakes/models.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { unavailable } from '../../server/kit/fault.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

async function start(models = createFakeModels(), db = openMigrated()) {
  app = await createTestApp({ models, db });
  const { inject } = app;
  const post = async (path: string, body: unknown) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const reply = await inject({
      method: 'POST',
      url: consolePrefix + path,
      headers: { ...asAdmin, 'content-type': 'application/json' },
      payload,
    });
    expect(reply.statusCode).toBe(200);
    return reply.json<Record<string, unknown>>();
  };
  return {
    models,
    post,
    save: (body: unknown) => post('/config/save', body),
    read: async () =>
      (await inject({ url: `${consolePrefix}/config`, headers: asAdmin })).json<
        Record<string, Record<string, unknown>>
      >(),
  };
}

describe('the configuration', () => {
  test('CFG1, CFG9: every group with its defaults; a saved copy of what was read changes nothing', async () => {
    const { read, save } = await start();
    const first = await read();
    expect(first).toEqual(JSON.parse(JSON.stringify(defaults())));
    expect(await save(first)).toEqual({ saved: true });
    expect(await read()).toEqual(first);
  });

  test('CFG3, CFG5, CFG10: fields merge, a text can be blanked, and all is in force at once', async () => {
    const { read, save } = await start();
    await save({ chat: { welcomeMessage: '', temperature: 0.2 } });
    await save({ chat: { temperature: 0.4 }, search: '{"resultCount": 3}' });
    expect(await read()).toMatchObject({
      chat: { welcomeMessage: '', temperature: 0.4, maxTokens: 2048 },
      search: { resultCount: 3 },
    });
  });

  test.each([
    [{ chunking: { chunkSize: 5 } }, /^chunking\.chunkSize must be a whole number from 100 to 2000$/],
    [{ chat: { temperature: '0.5' } }, /^chat\.temperature must be/],
    [{ retrieval: { searchMode: 'magic' } }, /^retrieval\.searchMode must be one of/],
    [{ chat: { welcomeMessage: 'ok' }, models: { apiKey: 'sk-12345' } }, /apiKey.*model-management/],
    ['[1', /JSON/],
    [[1], /object/],
  ])('CFG4, CFG7, CFG8, ERR6: %j is refused whole and says why', async (body, words) => {
    const { read, save } = await start();
    const before = await read();
    const reply = await save(body);
    expect(reply).toEqual({ saved: false, error: expect.stringMatching(words) });
    expect(JSON.stringify(reply)).not.toContain('sk-12345');
    expect(await read()).toEqual(before);
  });

  test('CFG12: a stored value that is no longer acceptable counts as not set, field by field', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-config-'));
    const path = join(folder, 'docent.sqlite');
    const before = await start(createFakeModels(), openSqlite(path));
    await before.save({ chat: { temperature: 0.2, maxTokens: 1000 } });
    await app?.[Symbol.asyncDispose]();
    const db = openSqlite(path);
    const rows = db.query.withTables<{ config_groups: { name: string; value: string } }>();
    const value = JSON.stringify({ temperature: 99, maxTokens: 1000 });
    await rows.updateTable('config_groups').set({ value }).where('name', '=', 'chat').execute();
    const { read } = await start(createFakeModels(), db);
    expect(await read()).toMatchObject({
      chat: { temperature: defaults().chat.temperature, maxTokens: 1000 },
    });
    await app?.[Symbol.asyncDispose]();
    app = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  test('CFG3: two hundred saves at once lose nothing of each other', async () => {
    const { read, save } = await start();
    const changes = [
      { chat: { temperature: 0.1 } },
      { chat: { maxTokens: 512 } },
      { search: { resultCount: 7 } },
      { mindmap: { maxDepth: 4 } },
    ];
    await Promise.all(Array.from({ length: 200 }, (_, index) => save(changes[index % 4])));
    expect(await read()).toMatchObject({
      chat: { temperature: 0.1, maxTokens: 512 },
      search: { resultCount: 7 },
      mindmap: { maxDepth: 4 },
    });
  });
});

describe('the tests of models', () => {
  test('CFG16, CFG17, CFG18: each calls its model and returns the result', async () => {
    const { models, post } = await start();
    expect(await post('/config/test-connection', {})).toMatchObject({
      connected: true,
      model: '',
      reply: expect.any(String),
    });
    expect(await post('/config/test-model', { model: 'fake-chat' })).toMatchObject({
      connected: true,
      model: 'fake-chat',
    });
    expect(await post('/config/test-query-rewrite', {})).toMatchObject({ connected: true });
    expect(await post('/config/test-embedding', { dimensions: 32 })).toMatchObject({
      connected: true,
      dimensions: 16,
      requestedDimensions: 16,
    });
    expect(await post('/config/test-rerank', {})).toMatchObject({
      connected: true,
      relevanceScore: expect.any(Number),
    });
    expect(await post('/config/test-image', {})).toMatchObject({
      connected: true,
      image: expect.stringMatching(/^data:image\/png;base64,/),
      builtin: false,
      mayCost: true,
    });
    expect(models.calls.chat.map((call) => call.scenario)).toEqual([
      'model_test',
      'model_test',
      'model_test',
    ]);
  });

  test('CFG21: unknown names are reported, the rest is saved', async () => {
    const { post, read } = await start();
    const reply = await post('/config/save', {
      chat: { shortcuts: [], temperature: 0.2 },
      chats: {},
      search: '{"resultCount":7,"colour":"red"}',
      pet: null,
    });
    expect(reply).toEqual({ saved: true, ignored: ['chat.shortcuts', 'search.colour', 'chats'] });
    expect(await read()).toMatchObject({ chat: { temperature: 0.2 }, search: { resultCount: 7 } });
    expect(await post('/config/save', { chat: { temperature: 0.3 } })).toEqual({ saved: true });
  });

  test('CFG22: a model that is not there, or of another kind, is saved with a warning', async () => {
    const { post } = await start();
    const reply = await post('/config/save', {
      models: { aiFoundationChatModelName: 'ghost', aiFoundationRerankModelName: 'fake-chat' },
      writing: { writingModel: 'fake-chat' },
    });
    expect(reply).toMatchObject({
      saved: true,
      warnings: [
        { path: 'models.aiFoundationChatModelName', code: 'unknown-model' },
        { path: 'models.aiFoundationRerankModelName', code: 'wrong-kind' },
      ],
    });
  });

  test('CFG23: dimensions of the models file win, in the test of the model too, and a save says so', async () => {
    const { post, models } = await start(createFakeModels({ dimensions: 256 }));
    expect(await post('/config/save', { models: { embeddingDimensions: 512 } })).toMatchObject({
      saved: true,
      warnings: [{ path: 'models.embeddingDimensions', code: 'overridden' }],
    });
    expect(await post('/config/test-embedding', { dimensions: 512 })).toMatchObject({
      connected: true,
      modelInUse: 'fake-embedding',
      dimensions: 256,
      requestedDimensions: 256,
      dimensionsFrom: 'models-file',
    });
    expect(models.calls.embedding.at(-1)?.dimensions).toBe(256);
    // Sending back the displayed value is no change.
    expect(await post('/config/save', { models: { embeddingDimensions: 512 } })).toEqual({ saved: true });
    expect(await post('/config/save', { models: { embeddingDimensions: 256 } })).toEqual({ saved: true });
  });

  test('CFG24: the rewrite test needs a model that can rewrite, and tests name the one that answered', async () => {
    const models = createFakeModels();
    const [info] = models.list('chat');
    const builtin = {
      name: 'built-in',
      kind: 'chat',
      provider: 'docent',
      modelId: 'x',
      builtin: true,
      features: [],
    } as const;
    const { post } = await start({
      ...models,
      list: (kind) => [...models.list(kind), ...(kind === 'chat' ? [builtin] : [])],
      defaultOf: (kind) => (kind === 'chat' ? builtin : models.defaultOf(kind)),
    });
    expect(await post('/config/test-model', { model: info?.name })).toMatchObject({
      modelInUse: 'fake-chat',
      builtin: false,
    });
    expect(await post('/config/test-query-rewrite', { model: info?.name })).toMatchObject({
      connected: true,
    });
    const before = models.calls.chat.length;
    expect(await post('/config/test-query-rewrite', {})).toEqual({
      connected: false,
      error: expect.stringContaining('No language model is connected'),
    });
    expect(models.calls.chat).toHaveLength(before);
  });

  test('CFG16: a failing model is connected false with a short reason', async () => {
    const { models, post } = await start();
    models.fail('chat', unavailable('x'.repeat(500)));
    const reply = await post('/config/test-connection', {});
    expect(reply).toMatchObject({ connected: false });
    expect(String(reply['error'])).toHaveLength(203);
    expect(await post('/config/test-model', { model: 'nobody' })).toMatchObject({
      connected: false,
      error: expect.stringContaining('nobody'),
    });
  });

  test('CFG16: a name that is too long is refused, and one that no model has makes no figure of its own', async () => {
    const { post } = await start();
    for (const kind of ['model', 'embedding', 'rerank', 'query-rewrite', 'image'])
      expect(await post(`/config/test-${kind}`, { model: 'x'.repeat(201) })).toEqual({
        connected: false,
        error: 'model must not exceed 200 characters',
      });
    await post('/config/test-model', { model: 'fake-chat' });
    await post('/config/test-model', { model: 'nobody' });
    const figures = (await app?.inject({ url: '/metrics', headers: asAdmin }))?.body ?? '';
    expect(figures).toContain('docent_model_call_seconds_count{kind="chat",model="fake-chat"');
    expect(figures).toContain('docent_model_call_seconds_count{kind="chat",model="other"');
    expect(figures).not.toContain('nobody');
  });
});
