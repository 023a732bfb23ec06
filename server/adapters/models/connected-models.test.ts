import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestLog } from '../../../test/fakes/log.ts';
import { startFakeProvider } from '../../../test/fakes/provider/provider.ts';
import { openModels } from './connected-models.ts';
import { addModel, removeModel, setFallback } from './edit-models-file.ts';
import { peakOf, startEndlessServer } from '../../../test/fakes/endless-server.ts';
import { specFor } from '../../../test/fakes/model-spec.ts';
import { offeredModels } from './offered-models.ts';
import { createOpenai } from './openai/openai.ts';
import { presets } from './presets.ts';
import { keysFileOf, readStoredKeys } from './stored-keys.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-models-'));
  path = join(folder, 'data', 'models.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const secret = 'sk-0123456789-secret';
const talker = {
  name: 'talker',
  kind: 'chat',
  baseUrl: 'https://models.example.org/v1',
  model: 'talk-1',
  keyName: 'TALK_KEY',
  key: secret,
} as const;

/** Opened models, with a clock set by the test. */
function open(variables: Record<string, string> = {}) {
  const log = createTestLog();
  const clock = { time: 0 };
  const models = openModels({ path, isRequired: false, variables, log, now: () => clock.time });
  const names = () => models.list('chat').map(({ name }) => name);
  const later = () => void (clock.time += 1_001);
  return { models, log, names, later };
}

describe('MODEL1: a key is stored in a file of its own, for its owner alone', () => {
  test('and the models file holds its name only', async () => {
    await addModel(path, talker, {});
    expect(await readFile(path, 'utf8')).not.toContain(secret);
    expect(await readStoredKeys(path)).toEqual({ TALK_KEY: secret });
    for (const file of [path, keysFileOf(path)]) expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(open().names()).toEqual(['talker', 'builtin-extractive']);
  });

  test('a second key of the same name gets a name of its own; a removed model takes its key along', async () => {
    await addModel(path, talker, {});
    await addModel(path, { ...talker, name: 'same' }, {});
    await addModel(path, { ...talker, name: 'other', key: 'sk-another' }, {});
    expect(Object.keys(await readStoredKeys(path))).toEqual(['TALK_KEY', 'TALK_KEY_2']);
    await removeModel(path, 'talker');
    await removeModel(path, 'other');
    expect(await readStoredKeys(path)).toEqual({ TALK_KEY: secret });
  });

  test('an environment variable wins, and a refused model leaves no key behind', async () => {
    await addModel(path, { ...talker, key: undefined as never }, {});
    expect(open().models.problem()).toContain('the environment variable TALK_KEY is not set');
    expect(open({ TALK_KEY: 'from-outside' }).names()[0]).toBe('talker');
    await expect(addModel(path, talker, {})).rejects.toThrow('There is a model "talker" already');
    const bad = { ...talker, name: 'bad', baseUrl: 'ftp://models' };
    await expect(addModel(path, bad, {})).rejects.toThrow('must be an http or https address');
    await expect(removeModel(path, 'bad')).rejects.toThrow('Model "bad" not found');
    expect(await readStoredKeys(path)).toEqual({});
  });
});

describe('MODEL2: a change of the file is in force without a restart', () => {
  test('also the first file', async () => {
    const { names, later } = open();
    expect(names()).toEqual(['builtin-extractive']);
    await addModel(path, talker, {});
    expect(names()).toEqual(['builtin-extractive']);
    later();
    expect(names()).toEqual(['talker', 'builtin-extractive']);
    await removeModel(path, 'talker');
    later();
    expect(names()).toEqual(['builtin-extractive']);
  });

  test('an invalid file is logged once, without its content, and changes nothing', async () => {
    await addModel(path, talker, {});
    const { models, names, later, log } = open();
    await writeFile(path, `{"models": [{"apiKey": "${secret}"}]`);
    later();
    expect(names()).toEqual(['talker', 'builtin-extractive']);
    later();
    expect(names()).toEqual(['talker', 'builtin-extractive']);
    expect(log.warnings).toHaveLength(1);
    expect(JSON.stringify(log.warnings) + models.problem()).not.toContain(secret);
    expect(models.problem()).toContain('not valid JSON');
  });
});

test('MODEL3: the file names a fallback, which must be another chat model', async () => {
  await addModel(path, talker, {});
  await addModel(path, { ...talker, name: 'second' }, {});
  await setFallback(path, 'talker', 'second');
  expect(open().models.defaultOf('chat')?.fallback).toBe('second');
  await expect(setFallback(path, 'talker', 'nobody')).rejects.toThrow('names no other chat model');
  await removeModel(path, 'second');
  expect(open().models.defaultOf('chat')?.fallback).toBeUndefined();
});

test('the models of a provider are listed, and each error has its own message', async () => {
  await using provider = await startFakeProvider();
  expect(await offeredModels(provider.url, provider.key)).toEqual(['talker', 'embedder']);
  await expect(offeredModels(provider.url, 'sk-wrong')).rejects.toThrow('refuses the key (401)');
  await expect(offeredModels(provider.page, provider.key)).rejects.toThrow('it is a web page');
  await expect(offeredModels('http://127.0.0.1:9', provider.key)).rejects.toThrow('cannot be reached');
});

test.each(['/endless', '/bomb'])(
  'SEC2: of a list of models at %s only the beginning is read',
  async (path) => {
    await using server = await startEndlessServer();
    const megabytes = await peakOf(() =>
      expect(offeredModels(server.origin + path, undefined)).rejects.toThrow('no list of models'),
    );
    expect(megabytes).toBeLessThan(50);
    expect(server.counts.sent).toBeLessThan(20_000_000);
  },
);

test('SEC2: an answer of a model has a limit by what was asked', async () => {
  await using server = await startEndlessServer();
  const { signal } = new AbortController();
  const openai = createOpenai({ retryBaseMs: 1 });
  const spec = (kind: 'embedding' | 'rerank' | 'image') => specFor(`${server.origin}/endless`, { kind });
  const call = { model: '', scenario: 'model_test', signal } as const;
  const megabytes = await peakOf(async () => {
    await expect(openai.embedding(spec('embedding'))({ ...call, texts: ['a'] })).rejects.toThrow();
    await expect(
      openai.rerank(spec('rerank'))({ ...call, query: 'a', documents: ['a', 'b'], topN: 1 }),
    ).rejects.toThrow();
    await expect(
      openai.image(spec('image'))({ ...call, prompt: 'a', width: 64, height: 64 }),
    ).rejects.toThrow();
  });
  expect(megabytes).toBeLessThan(50);
});

test('every preset is a model that the file takes', async () => {
  expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
  for (const { id, baseUrl, keyName, chat, embedding } of presets) {
    const key = keyName === undefined ? {} : { keyName, key: secret };
    await addModel(path, { name: id, kind: 'chat', baseUrl, model: chat[0] ?? 'any', ...key }, {});
    if (embedding)
      await addModel(path, { name: `${id}-e`, kind: 'embedding', baseUrl, ...embedding, ...key }, {});
  }
  expect(open().names()).toHaveLength(presets.length + 1);
});
