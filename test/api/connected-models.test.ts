import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { openModels } from '../../server/adapters/models/connected-models.ts';
import { createInHouse } from '../../server/adapters/models/in-house/in-house.ts';
import { createInstallations } from '../../server/adapters/models/in-house/install/installations.ts';
import { createModelAdmin } from '../../server/adapters/models/model-admin.ts';
import { createSealing } from '../../server/adapters/sealing.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import type { Database } from '../../server/kit/database.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { startFileServer } from '../fakes/in-house/file-server.ts';
import { toyModel } from '../fakes/in-house/toy-model.ts';
import { createTestLog } from '../fakes/log.ts';
import { startFakeProvider, type FakeProvider } from '../fakes/provider/provider.ts';

let folder = '';
let provider: FakeProvider;
const apps: TestApp[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-connected-'));
  provider = await startFakeProvider();
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A service whose models are those of the console. */
async function start({ secretKey = 'secret-of-the-installation', variables = {}, hub = '' } = {}) {
  const db: Database = openSqlite(join(folder, 'docent.sqlite'));
  const path = join(folder, 'models.json');
  const log = createTestLog();
  const inHouseDir = join(folder, 'models');
  const inHouse = createInHouse(inHouseDir);
  const connected = openModels({ path, isRequired: false, variables, log, inHouse });
  const sealing = createSealing({ secretKey, path: join(folder, 'secret.key') });
  const modelAdmin = createModelAdmin({ connected, path, variables, sealing });
  const app = await createTestApp({
    db,
    models: connected,
    modelAdmin,
    instanceId: `test-${apps.length}`,
    inHouse: createInstallations({
      folder: inHouseDir,
      hub,
      registry: { hubs: [], models: [toyModel().manifest] },
      log,
      native: false,
    }),
  });
  apps.push(app);
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', at: string, body?: unknown) => {
    const reply = await app.inject({
      method,
      url: `${consolePrefix}${at}`,
      headers: { ...asAdmin, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), text: reply.body };
  };
  const list = async () => (await send('GET', '/connected-models')).body as { models: { name: string }[] };
  return { app, db, log, send, list, chatNames: () => connected.list('chat').map(({ name }) => name) };
}

const talker = () => ({ kind: 'chat', baseUrl: provider.url, model: 'talker', key: provider.key });

test('HOUSE8: a model of the house is installed, called at no price and removed in the console', async () => {
  const { contents } = toyModel();
  await using hub = await startFileServer({
    '/toys/toy/resolve/abc/onnx/model_quantized.onnx': contents['model.onnx'],
    '/toys/toy/resolve/abc/tokenizer.json': contents['tokenizer.json'],
  });
  const { send } = await start({ hub: hub.origin });
  const shown = async () =>
    ((await send('GET', '/connected-models/in-house')).body as { models: object[] }).models;
  expect(await shown()).toMatchObject([
    {
      id: 'toy-embedding',
      licence: 'MIT',
      dimensions: 4,
      measured: false,
      installed: false,
      runtime: 'wasm',
    },
  ]);
  expect((await send('POST', '/connected-models/in-house/nothing/install')).status).toBe(404);
  expect((await send('POST', '/connected-models/in-house/toy-embedding/install')).body).toEqual({
    saved: true,
  });
  await expect.poll(shown).toMatchObject([{ installed: true }]);
  await expect
    .poll(async () => (await send('GET', '/model-options?modelType=embedding')).body, { timeout: 5_000 })
    .toMatchObject([{ name: 'toy-embedding', builtin: false, provider: { displayName: 'in-house' } }]);
  const tested = await send('POST', '/config/test-embedding', { model: 'toy-embedding' });
  expect(tested.body).toMatchObject({ connected: true });
  const { body: changes } = await send('GET', '/changes?area=models');
  expect(changes).toMatchObject({ items: [{ action: 'add', subject: 'toy-embedding' }] });
  const { body: today } = await send('GET', '/usage/today');
  const [used] = (today as { models: { model: string; calls: number; cost?: number }[] }).models;
  expect(used).toMatchObject({ model: 'toy-embedding', calls: 1 });
  expect(used?.cost ?? 0).toBe(0);
  expect((await send('DELETE', '/connected-models/in-house/toy-embedding')).body).toEqual({ saved: true });
  expect(await shown()).toMatchObject([{ installed: false }]);
  expect((await send('DELETE', '/connected-models/in-house/toy-embedding')).status).toBe(404);
});

describe('MODEL8: models are connected in the console', () => {
  test('an embedding model has its prefixes: those that are set, none at all, or those of its name', async () => {
    const { send } = await start();
    const path = '/connected-models/embedder';
    const embedder = { kind: 'embedding', baseUrl: provider.url, model: 'embedder', key: provider.key };
    const prefixes = { queryPrefix: 'Question: ', passagePrefix: 'Text: ' };
    const tried = await send('POST', '/connected-models/try', { ...embedder, ...prefixes });
    expect(tried.body).toMatchObject({ connected: true });
    expect((await send('PUT', path, { ...embedder, ...prefixes })).status).toBe(200);
    const shown = async () => ((await send('GET', '/connected-models')).body['models'] as object[])[0];
    expect(await shown()).toMatchObject(prefixes);
    await send('POST', '/config/test-embedding', { model: 'embedder' });
    expect(provider.embedded.filter((text) => /^(?:Question|Text): /.test(text))).toHaveLength(2);
    // What is not sent stays.
    await send('PUT', path, { ...embedder, queryPrefix: '' });
    expect(await shown()).toMatchObject({ queryPrefix: '', passagePrefix: 'Text: ' });
    await send('PUT', path, { ...embedder, queryPrefix: null, passagePrefix: null });
    expect(await shown()).not.toHaveProperty('queryPrefix');
    expect(await shown()).not.toHaveProperty('passagePrefix');
    await send('POST', '/config/test-embedding', { model: 'embedder' });
    expect(provider.embedded.at(-1)).not.toMatch(/^(?:Question|Text): /);
    const long = await send('PUT', path, { ...embedder, queryPrefix: 'x'.repeat(1_001) });
    expect(long.status).toBe(400);
  });

  test('MODEL14: a chat model is said to read pictures, and a trial shows it one', async () => {
    const { app, send } = await start();
    const path = '/connected-models/talker';
    provider.seen = 'Green and yellow.';
    const reads = { ...talker(), readsImages: true };
    expect((await send('POST', '/connected-models/try', reads)).body).toMatchObject({
      connected: true,
      said: expect.stringMatching(/reads pictures/),
    });
    expect(provider.pictures).toEqual([expect.stringMatching(/^data:image\/jpeg;base64,[\w+/]{100,}=*$/)]);
    const told = await app.inject({
      method: 'POST',
      url: `${consolePrefix}/connected-models/try`,
      headers: { ...asAdmin, prefer: 'explanations', 'content-type': 'application/json' },
      payload: JSON.stringify(reads),
    });
    expect(told.json()).toMatchObject({ explanation: { code: 'tried_pictures' } });
    provider.pictures.splice(1);
    provider.seen = 'I see a cat.';
    expect((await send('POST', '/connected-models/try', reads)).body).toMatchObject({
      connected: false,
      said: expect.stringMatching(/does not see.*a cat/),
    });
    expect((await send('POST', '/connected-models/try', talker())).body).toMatchObject({ connected: true });
    await send('PUT', path, reads);
    const shown = async () => ((await send('GET', '/connected-models')).body['models'] as object[])[0];
    expect(await shown()).toMatchObject({ readsImages: true });
    const { body: options } = await send('GET', '/model-options?modelType=language');
    expect(options).toMatchObject([{ name: 'talker', features: ['image-input'] }, {}]);
    // What is not sent stays.
    await send('PUT', path, talker());
    expect(await shown()).toMatchObject({ readsImages: true });
    await send('PUT', path, { ...talker(), readsImages: false });
    expect(await shown()).not.toHaveProperty('readsImages');
    const { body: changes } = await send('GET', '/changes?area=models');
    expect(changes).toMatchObject({
      items: [
        { fields: expect.arrayContaining([expect.objectContaining({ name: 'readsImages', before: true })]) },
        {},
        { action: 'add', fields: expect.arrayContaining([{ name: 'readsImages', after: true }]) },
      ],
    });
  });

  test('what was pasted is corrected, the list costs nothing, and a test is one metered call', async () => {
    const { send } = await start();
    const origin = new URL(provider.url).origin;
    const { host } = new URL(origin);
    for (const baseUrl of [
      provider.url,
      ` ${provider.url}/chat/completions `,
      origin,
      `${provider.url}/`,
      host,
    ]) {
      const offered = await send('POST', '/connected-models/offered', { baseUrl, key: provider.key });
      expect(offered.body).toEqual({ baseUrl: provider.url, names: ['talker', 'embedder'] });
    }
    expect(provider.asked).toEqual([]);
    for (const baseUrl of ['', ' ', 'models', 'file:///etc', 'https://user:pass@example.org/v1'])
      expect((await send('POST', '/connected-models/offered', { baseUrl })).status).toBe(400);
    const tried = await send('POST', '/connected-models/try', { ...talker(), baseUrl: origin });
    expect(tried.body).toMatchObject({ connected: true, baseUrl: provider.url });
    expect(provider.asked).toEqual(['talker']);
    const measured = await send('POST', '/connected-models/try', {
      ...talker(),
      kind: 'embedding',
      model: 'embedder',
    });
    expect(measured.body).toMatchObject({ connected: true, dimensions: 4 });
    const { body } = await send('GET', '/usage/today');
    expect(body).toMatchObject({
      models: expect.arrayContaining([expect.objectContaining({ model: 'talker', completionTokens: 10 })]),
    });
    const wrong = await send('POST', '/connected-models/try', { ...talker(), key: 'sk-wrong-key-0123' });
    expect(wrong.body).toMatchObject({ connected: false });
    expect(wrong.text).not.toContain('sk-wrong-key');
  });

  test('a saved model is in force at once, for later starts too; order, default and fallback are kept', async () => {
    const first = await start();
    const saved = await first.send('PUT', '/connected-models/main', {
      ...talker(),
      price: { promptPerMillion: 1, completionPerMillion: 2, currency: 'EUR' },
    });
    expect(saved).toMatchObject({ status: 200, body: { saved: true } });
    expect(first.chatNames()).toEqual(['main', 'builtin-extractive']);
    await first.send('PUT', '/connected-models/spare', { ...talker(), fallback: 'main' });
    const reply = await first.send('POST', '/config/test-model', { model: 'main' });
    expect(reply.body).toMatchObject({ connected: true, modelInUse: 'main' });
    await first.send('POST', '/connected-models/arrange', { order: ['spare'], defaults: { chat: 'main' } });
    await apps.pop()?.[Symbol.asyncDispose]();

    const { list, send, chatNames } = await start();
    expect(chatNames()).toEqual(['spare', 'main', 'builtin-extractive']);
    expect((await send('GET', '/default-model-slots')).body).toMatchObject({ languageModelName: 'main' });
    expect(await send('POST', '/config/test-model', { model: 'spare' })).toMatchObject({
      body: { connected: true },
    });
    await send('DELETE', '/connected-models/main');
    expect(await list()).toMatchObject({ models: [{ name: 'spare' }], defaults: {} });
    expect((await send('DELETE', '/connected-models/main')).status).toBe(404);
  });

  test('wrong values change nothing and are refused with their place', async () => {
    const { send, list } = await start();
    await send('PUT', '/connected-models/main', talker());
    for (const body of [
      { ...talker(), kind: 'poem' },
      { ...talker(), baseUrl: 'ftp://models.example' },
      { ...talker(), fallback: 'none-such' },
      { ...talker(), key: 'two words' },
      { ...talker(), keyVariable: 'NOT_SET_ANYWHERE', key: undefined },
      { kind: 'chat' },
    ]) {
      const refused = await send('PUT', '/connected-models/other', body);
      expect([refused.status, refused.body['saved']]).toEqual([400, false]);
    }
    expect((await send('PUT', '/connected-models/builtin-mine', talker())).status).toBe(400);
    expect((await list()).models.map(({ name }) => name)).toEqual(['main']);
  });

  /** A model as somebody has read it before another one changes it. */
  async function readBefore(send: Awaited<ReturnType<typeof start>>['send']) {
    const path = '/connected-models/main';
    const price = { promptPerMillion: 1, completionPerMillion: 2, currency: 'USD' };
    await send('PUT', path, { ...talker(), price });
    const { body } = await send('GET', '/connected-models');
    const [{ revision }] = body['models'] as [{ revision: number }];
    const change = async (fields: object) =>
      send('PUT', path, { ...talker(), key: undefined, price, ...fields });
    const conflictsOf = async (fields: object) => {
      const { status, body: refused, text } = await change({ basedOn: revision, ...fields });
      return { status, conflicts: refused['conflicts'], text };
    };
    return { price, revision, change, conflictsOf };
  }

  test('CFG28: a change that is based on an older one is a conflict of the fields that somebody else has set otherwise', async () => {
    const { send } = await start();
    const { price, change, conflictsOf } = await readBefore(send);
    await change({ model: 'embedder', price: { ...price, promptPerMillion: 3 } });
    expect(await conflictsOf({ price: null, fallback: '' })).toMatchObject({
      status: 409,
      conflicts: [
        { path: 'model.model', yours: 'talker', theirs: 'embedder' },
        { path: 'model.price', yours: null, theirs: { ...price, promptPerMillion: 3 } },
      ],
    });
    // What is not sent is not compared, and what both say is none.
    const { status } = await conflictsOf({ model: 'embedder', price: { ...price, promptPerMillion: 3 } });
    expect(status).toBe(200);
  });

  test('CFG28: whether a model reads pictures is a conflict only where both say otherwise', async () => {
    const { send } = await start();
    const { change, conflictsOf } = await readBefore(send);
    await change({ readsImages: true });
    expect(await conflictsOf({ readsImages: false })).toMatchObject({
      status: 409,
      conflicts: [{ path: 'model.readsImages', yours: false, theirs: true }],
    });
    expect((await conflictsOf({ readsImages: true })).status).toBe(200);
    await change({ readsImages: false });
    expect((await conflictsOf({ readsImages: false })).status).toBe(200);
  });

  test('CFG28: a key that is sent is a conflict only after somebody else has stored one, and no side is shown', async () => {
    const { send } = await start();
    const { change, conflictsOf } = await readBefore(send);
    await change({ dimensions: 8 });
    expect((await conflictsOf({ key: 'sk-mine-0123456789' })).status).toBe(200);
    await change({ key: provider.key });
    const refused = await conflictsOf({ key: 'sk-mine-0123456789' });
    expect(refused.conflicts).toEqual([
      { path: 'model.key', revision: expect.any(Number), yours: null, theirs: null, secret: true },
    ]);
    for (const key of [provider.key, 'sk-mine']) expect(refused.text).not.toContain(key);
    expect((await conflictsOf({})).status).toBe(200);
  });

  test('CFG28: a new model takes the place of none, and one that is gone is not made again unasked', async () => {
    const { send } = await start();
    const { conflictsOf } = await readBefore(send);
    const again = await conflictsOf({ basedOn: 0, model: 'embedder' });
    expect(again).toMatchObject({ status: 409, conflicts: [{ path: 'model.model', theirs: 'talker' }] });
    await send('DELETE', '/connected-models/main');
    expect(await conflictsOf({})).toMatchObject({
      status: 409,
      conflicts: expect.arrayContaining([expect.objectContaining({ path: 'model.baseUrl', theirs: null })]),
    });
    expect((await conflictsOf({ basedOn: 0 })).status).toBe(200);
  });

  test('CFG28: a revision that is still to come, as after a restore, hides no conflict', async () => {
    const { send } = await start();
    const { conflictsOf } = await readBefore(send);
    expect(await conflictsOf({ basedOn: 9000, model: 'embedder', key: 'sk-mine-0123456789' })).toMatchObject({
      status: 409,
      conflicts: [
        { path: 'model.model', yours: 'embedder', theirs: 'talker' },
        { path: 'model.key', secret: true },
      ],
    });
    await send('PUT', '/connected-models/b', talker());
    const late = { order: ['b', 'main'], basedOn: 9000 };
    expect(await send('POST', '/connected-models/arrange', late)).toMatchObject({
      status: 409,
      body: { conflicts: [{ path: 'models.order', theirs: ['main', 'b'] }] },
    });
  });

  test('CFG28: order and defaults carry the revision of the list; of the order only models that both have count', async () => {
    const { send } = await start();
    for (const name of ['a', 'b']) await send('PUT', `/connected-models/${name}`, talker());
    const read = async () => (await send('GET', '/connected-models')).body as { revision: number };
    const { revision } = await read();
    const arrange = async (body: object) => send('POST', '/connected-models/arrange', body);
    await send('PUT', '/connected-models/c', talker());
    // The service does not know what was read; whoever has read it sees that only the list has grown.
    expect(await arrange({ order: ['b', 'a'], basedOn: revision })).toMatchObject({
      status: 409,
      body: { conflicts: [{ path: 'models.order', yours: ['b', 'a'], theirs: ['a', 'b'] }] },
    });
    expect((await arrange({ order: ['b', 'a'] })).status).toBe(200);
    expect(await read()).toMatchObject({ models: [{ name: 'b' }, { name: 'a' }, { name: 'c' }] });
    expect((await arrange({ defaults: { chat: 'a' } })).status).toBe(200);
    const refused = await arrange({ order: ['a', 'b'], defaults: { chat: 'b' }, basedOn: revision });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        conflicts: [
          { path: 'models.order', yours: ['a', 'b'], theirs: ['b', 'a'], ordered: true },
          { path: 'models.defaults', yours: { chat: 'b' }, theirs: { chat: 'a' } },
        ],
      },
    });
    expect((await arrange({ order: ['a', 'b'], basedOn: (await read()).revision })).status).toBe(200);
  });

  test('CFG29: a model that somebody else has changed since is not deleted unseen', async () => {
    const { send } = await start();
    const { revision, change } = await readBefore(send);
    await change({ model: 'embedder', key: 'sk-theirs-0123456789' });
    const gone = async (basedOn?: number) =>
      send('DELETE', `/connected-models/main${basedOn === undefined ? '' : `?basedOn=${basedOn}`}`);
    const refused = await gone(revision);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'SETTINGS_CHANGED',
        conflicts: expect.arrayContaining([
          expect.objectContaining({ path: 'model.model', yours: null, theirs: 'embedder' }),
        ]),
      },
    });
    expect(refused.text).not.toContain('sk-theirs');
    const [{ revision: now }] = refused.body['conflicts'] as [{ revision: number }];
    expect((await gone(now)).status).toBe(200);
  });

  test('MODEL12: a preset has the published prices that are known, each with its currency and day', async () => {
    const { send } = await start();
    const { presets } = (await send('GET', '/connected-models')).body as {
      presets: { id: string; prices: { model: string; asOf: string; currency: string }[] }[];
    };
    const of = (id: string) => presets.find((preset) => preset.id === id)?.prices ?? [];
    expect(of('openai').map(({ model }) => model)).toContain('gpt-5-mini');
    expect(of('qwen')[0]).toMatchObject({
      currency: 'CNY',
      asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(of('ollama')).toEqual([]);
    const names = presets.flatMap(({ prices, id }) => prices.map(({ model }) => `${id} ${model}`));
    expect(new Set(names).size).toBe(names.length);
    // Nothing is counted by them.
    await send('PUT', '/connected-models/main', talker());
    await send('POST', '/config/test-model', { model: 'main' });
    const today = (await send('GET', '/usage/today')).body as { models: { cost?: number }[] };
    expect(today.models.map(({ cost = 0 }) => cost)).toEqual([0]);
  });
});

describe('MODEL9: the key of a model', () => {
  test('is in no reply, list of changes, log or database; a variable is possible instead', async () => {
    const { app, db, log, send } = await start({ variables: { TALK_KEY: 'sk-of-the-variable-0123' } });
    await send('PUT', '/connected-models/main', talker());
    await send('PUT', '/connected-models/by-name', { ...talker(), key: undefined, keyVariable: 'TALK_KEY' });
    const texts = await Promise.all(
      ['/connected-models', '/changes', '/config', '/system/info'].map(
        async (at) => (await send('GET', at)).text,
      ),
    );
    const copy = join(folder, 'copy.sqlite');
    await db.backup?.(copy);
    texts.push(
      (await readFile(copy)).toString('latin1'),
      JSON.stringify([log.warnings, log.errors, app.log.warnings]),
    );
    for (const text of texts) {
      expect(text).not.toContain(provider.key);
      expect(text).not.toContain('sk-of-the-variable');
    }
    expect((await send('GET', '/connected-models')).body).toMatchObject({
      models: [
        { name: 'main', key: 'stored' },
        { name: 'by-name', key: 'variable', keyVariable: 'TALK_KEY' },
      ],
    });
  });

  test('stays when a change does not name it; one of another installation has to be given again', async () => {
    const first = await start();
    await first.send('PUT', '/connected-models/main', talker());
    await first.send('PUT', '/connected-models/main', { ...talker(), key: undefined, dimensions: undefined });
    expect((await first.send('POST', '/config/test-model', { model: 'main' })).body).toMatchObject({
      connected: true,
    });
    await apps.pop()?.[Symbol.asyncDispose]();
    const { send, chatNames } = await start({ secretKey: 'another-installation-key' });
    expect(chatNames()).toContain('main');
    expect((await send('GET', '/connected-models')).body).toMatchObject({ models: [{ key: 'unreadable' }] });
    await send('PUT', '/connected-models/main', talker());
    expect((await send('POST', '/config/test-model', { model: 'main' })).body).toMatchObject({
      connected: true,
    });
  });
});

test('MODEL11: beside a models file the console only reads', async () => {
  const { send, list } = await start();
  await send('PUT', '/connected-models/main', talker());
  const file = {
    models: [
      {
        name: 'of-file',
        kind: 'chat',
        provider: 'openai-compatible',
        baseUrl: provider.url,
        model: 'talker',
      },
    ],
  };
  await writeFile(join(folder, 'models.json'), JSON.stringify(file));
  expect(await list()).toMatchObject({ source: 'file', models: [{ name: 'of-file', key: 'none' }] });
  const refused = await send('PUT', '/connected-models/main', talker());
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('models.json') } });
});

test('MODEL8: every process of one database has the same models', async () => {
  const one = await start();
  const two = await start();
  await one.send('PUT', '/connected-models/main', talker());
  await expect.poll(() => two.chatNames(), { timeout: 5_000 }).toContain('main');
});
