import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeProvider, type FakeProvider } from '../../test/fakes/provider/provider.ts';
import type { Command } from './command.ts';
import { models } from './models.ts';
import { setup } from './setup.ts';

let dataDir: string;
let provider: FakeProvider;
let output = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docent-models-'));
  provider = await startFakeProvider();
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => ((output += String(text)), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await provider[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs a command without a terminal; resolves with its exit code and what it printed. */
async function run(
  command: Command,
  words: readonly string[],
  options: Readonly<Record<string, string>> = {},
) {
  output = '';
  const variables = {
    DOCENT_DATA_DIR: dataDir,
    GOOD_KEY: provider.key,
    WRONG_KEY: 'sk-wrong-key-0123456789',
  };
  const code = await command.run({
    words,
    variables,
    text: (name) => options[name],
    flag: (name) => name === 'yes' || options[name] === '',
  });
  return { code, output };
}

const add = (name: string, options: Readonly<Record<string, string>>) =>
  run(models, ['add', name], {
    'base-url': provider.url,
    model: 'talker',
    'key-env': 'GOOD_KEY',
    ...options,
  });

/** The models that a running service would read. */
const modelsInForce = async (): Promise<readonly unknown[]> => {
  const text = await readFile(join(dataDir, 'models.json'), 'utf8').catch(() => '{ "models": [] }');
  return (JSON.parse(text) as { models: unknown[] }).models;
};

test.each([
  ['a wrong key', { 'key-env': 'WRONG_KEY' }, /401|Incorrect API key/],
  ['a model that does not exist', { model: 'ghost' }, /ghost does not exist/],
  ['an address that answers with a page', { 'base-url': 'page' }, /web page/],
  ['an address where nobody listens', { 'base-url': 'http://127.0.0.1:9/v1' }, /connect|refused|reached/i],
])('SETUP3: %s is told, and nothing is added', async (_name, options, said) => {
  const given =
    'base-url' in options && options['base-url'] === 'page' ? { 'base-url': provider.page } : options;
  const added = await add('new', given);
  expect(added.code).toBe(1);
  expect(added.output).toMatch(said);
  expect(added.output).not.toMatch(/sk-/);
  expect(await modelsInForce()).toEqual([]);
});

test('SETUP3: a running service never finds an embedding model whose vectors have not been measured', async () => {
  const met: unknown[] = [];
  const looking = setInterval(() => void modelsInForce().then((models) => met.push(...models)), 1);
  const added = await add('vectors', { model: 'embedder', kind: 'embedding' });
  await expect.poll(() => met.length).toBeGreaterThan(0);
  clearInterval(looking);
  expect(added.output).toContain('4 dimensions');
  expect(met.filter((model) => Object(model).dimensions !== 4)).toEqual([]);
  expect(await readdir(dataDir)).not.toContainEqual(expect.stringMatching(/^trying/));
});

test('SETUP3: a missing folder, a missing flag and an unknown preset are errors', async () => {
  const wrong = (options: Record<string, string>) => run(setup, [], options);
  await expect(wrong({ site: './nothing', preset: 'none' })).rejects.toThrow(
    '--site: there is no folder ./nothing',
  );
  await expect(wrong({})).rejects.toThrow('--preset or --base-url');
  await expect(wrong({ preset: 'skynet' })).rejects.toThrow('--preset: must be one of openai,');
  await expect(wrong({ preset: 'openai' })).rejects.toThrow('set OPENAI_API_KEY');
});

test.each(['', '/V1', '/V1/chat/completions', '/v1/'])(
  'MOD9: an address that ends with “%s” is corrected',
  async (end) => {
    const added = await add('one', { 'base-url': provider.url.replace(/\/v1$/, end) });
    expect(added.output).toMatch(/ok {6}one: /);
    expect(await modelsInForce()).toMatchObject([{ baseUrl: provider.url }]);
  },
);

test('SETUP4: docent models adds, lists, tests, gives a fallback and removes', async () => {
  expect((await add('one', {})).code).toBe(0);
  expect((await add('two', { 'fallback-for': 'one' })).code).toBe(0);
  expect((await add('vectors', { model: 'embedder', kind: 'embedding' })).code).toBe(0);
  expect(JSON.parse(await readFile(join(dataDir, 'models.json'), 'utf8'))).toMatchObject({
    models: [{ fallback: 'two' }, {}, { dimensions: 4, apiKeyEnv: 'GOOD_KEY' }],
  });
  expect((await run(models, [])).output).toMatch(/chat +one {2}talker, default, then two/);
  expect((await run(models, ['test'])).output).toMatch(
    /ok {6}one: .*\nok {6}two: .*\nok {6}vectors: a vector of 4/,
  );
  provider.broken.add('talker');
  expect((await run(models, ['test', 'two'])).code).toBe(1);
  expect((await run(models, ['remove', 'two'])).code).toBe(0);
  expect((await run(models, [])).output).not.toContain('two');
  await expect(run(models, ['burn'])).rejects.toThrow('models: the action must be');
});
