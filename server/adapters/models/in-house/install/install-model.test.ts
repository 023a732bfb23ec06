import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFileServer } from '../../../../../test/fakes/in-house/file-server.ts';
import { createTestLog } from '../../../../../test/fakes/log.ts';
import { toyModel, writeToyModel } from '../../../../../test/fakes/in-house/toy-model.ts';
import { installedIn } from '../installed.ts';
import { knownModels } from '../known-models.ts';
import { createInstallations, removeInHouse } from './installations.ts';
import { installModel, type InstallDeps, type Installation } from './install-model.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-in-house-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const { manifest, contents } = toyModel();
const network = contents['model.onnx'];
const asHub = {
  '/toys/toy/resolve/abc/onnx/model_quantized.onnx': network,
  '/toys/toy/resolve/abc/tokenizer.json': contents['tokenizer.json'],
};
const pattern = '/{repository}/resolve/{revision}/{path}';

const install = (deps: Partial<InstallDeps>, given: Partial<Installation> = {}) =>
  installModel(
    { folder, registry: { hubs: [], models: [manifest] }, silenceMs: 200, ...deps },
    { id: manifest.id, signal: new AbortController().signal, onBytes: () => {}, ...given },
  );
const fromHubs = (...origins: readonly string[]) => ({
  registry: { hubs: origins.map((origin) => origin + pattern), models: [manifest] },
});
/** Records the progress of an installation, so that a server can wait until bytes are written. */
function follow() {
  let there = 0;
  return {
    onBytes: (done: number) => void (there = done),
    arrived: (bytes: number) => vi.waitFor(() => expect(there).toBeGreaterThanOrEqual(bytes)),
  };
}
const isWhole = async () =>
  installedIn(folder).length === 1 && network.equals(await readFile(join(folder, manifest.id, 'model.onnx')));

describe('HOUSE1: a model is in use when all its files are there as they should be', () => {
  test('and until then it has no folder of its name', async () => {
    const seen: string[][] = [];
    await using hub = await startFileServer(asHub);
    await install(fromHubs(hub.origin), {
      onBytes: () => void readdir(folder).then((names) => seen.push(names)),
    });
    expect(await isWhole()).toBe(true);
    expect(seen.flat()).toContain(`${manifest.id}.partial`);
    expect(await readdir(folder)).toEqual([manifest.id]);
  });

  test('which names no key, no cookie and nothing of the site', async () => {
    await using hub = await startFileServer(asHub);
    await install(fromHubs(hub.origin));
    const sent = hub.requests.flatMap(({ headers }) => Object.keys(headers));
    expect(sent.filter((name) => /auth|cookie|referer/.test(name))).toEqual([]);
  });

  test('a second installation downloads nothing, and a damaged file is had again', async () => {
    await using hub = await startFileServer(asHub);
    await install(fromHubs(hub.origin));
    await install(fromHubs(hub.origin));
    expect(hub.requests).toHaveLength(2);
    const damaged = Buffer.from(network).fill(0, 10, 20);
    await writeFile(join(folder, manifest.id, 'model.onnx'), damaged);
    await install(fromHubs(hub.origin));
    expect(await isWhole()).toBe(true);
  });

  test('a model of the registry has its size and checksum from there, each file below 200 MB', () => {
    expect(knownModels.models.map(({ id, measured }) => [id, measured])).toEqual([
      ['multilingual-e5-small', true],
      ['mmarco-minilm-reranker', false],
    ]);
    const sizes = knownModels.models.flatMap(({ files }) => files.map(({ bytes }) => bytes));
    expect(Math.max(...sizes)).toBeLessThan(200_000_000);
  });

  test('an unknown name is refused', async () => {
    await expect(install({}, { id: 'nothing' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(install({}, { id: '../../etc' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('HOUSE2: the files come from the first source that has them', () => {
  test('a download that is cut goes on where it stopped', async () => {
    const { onBytes, arrived } = follow();
    await using hub = await startFileServer(asHub, ({ url }, count) =>
      url?.endsWith('.onnx') && count < 4 ? { cutAfter: 40, arrived } : {},
    );
    await install(fromHubs(hub.origin), { onBytes });
    expect(await isWhole()).toBe(true);
    expect(hub.requests.map(({ range }) => range)).toEqual([
      undefined,
      'bytes=40-',
      'bytes=80-',
      'bytes=120-',
      undefined,
    ]);
  });

  test('also in a later attempt, and from another source', async () => {
    const { onBytes, arrived } = follow();
    await using weak = await startFileServer(asHub, (_request, count) =>
      count === 1 ? { cutAfter: 50, arrived } : { status: 503 },
    );
    await expect(install(fromHubs(weak.origin), { onBytes })).rejects.toThrow('HTTP 503');
    await using sound = await startFileServer(asHub);
    await install(fromHubs(sound.origin));
    expect(sound.requests[0]?.range).toBe('bytes=50-');
    expect(await isWhole()).toBe(true);
  });

  test('a server without parts begins anew, one that falls silent or only cuts is given up', async () => {
    await using whole = await startFileServer(asHub, (_request, count) =>
      count === 1 ? { cutAfter: 50 } : { wholeOnly: true },
    );
    await install(fromHubs(whole.origin));
    expect(await isWhole()).toBe(true);
    await rm(join(folder, manifest.id), { recursive: true });
    await using silent = await startFileServer(asHub, () => ({ silent: true }));
    await expect(install(fromHubs(silent.origin))).rejects.toThrow('the download broke off');
    expect(silent.requests).toHaveLength(3);
  });

  test('other bytes are thrown away, and the next source is asked', async () => {
    const path = '/toys/toy/resolve/abc/onnx/model_quantized.onnx';
    const other = Buffer.from(network).fill(0, 10, 20);
    await using wrong = await startFileServer({ ...asHub, [path]: other });
    await using long = await startFileServer({ ...asHub, [path]: Buffer.concat([network, network]) });
    await using right = await startFileServer(asHub);
    await install(fromHubs(wrong.origin, long.origin, right.origin));
    expect(await isWhole()).toBe(true);
    expect(right.requests[0]?.range).toBeUndefined();
  });

  test('each source that failed is named with its reason, and the files to copy by hand', async () => {
    await using empty = await startFileServer({});
    await expect(install(fromHubs(empty.origin, 'http://127.0.0.1:9'))).rejects.toMatchObject({
      code: 'upstream',
      message: expect.stringMatching(
        /HTTP 404; 127\.0\.0\.1:9: .*Put onnx\/model_quantized\.onnx, tokenizer\.json/,
      ),
    });
  });

  test('the hub of the settings stands for those of the registry', async () => {
    await using own = await startFileServer(asHub);
    await install({ ...fromHubs('http://127.0.0.1:9'), hub: `${own.origin}/` });
    expect(await isWhole()).toBe(true);
  });

  test('a folder or an address of the operator may hold the files side by side', async () => {
    const given = join(folder, 'given');
    await mkdir(given);
    await writeFile(join(given, 'model_quantized.onnx'), network);
    await writeFile(join(given, 'tokenizer.json'), contents['tokenizer.json']);
    const models = join(folder, 'models');
    await install({ folder: models }, { from: given });
    expect(installedIn(models)).toHaveLength(1);
    await using flat = await startFileServer({
      '/m/model.onnx': network,
      '/m/tokenizer.json': contents['tokenizer.json'],
    });
    await install({ folder: join(folder, 'others') }, { from: `${flat.origin}/m` });
    expect(installedIn(join(folder, 'others'))).toHaveLength(1);
  });

  test('a folder with a model.json of its own is another model', async () => {
    const given = join(folder, 'given');
    const own = await writeToyModel(given, 'rerank');
    const models = join(folder, 'models');
    await install({ folder: models }, { id: own.id, from: given });
    expect(installedIn(models).map(({ manifest: { id } }) => id)).toEqual(['toy-rerank']);
    await expect(install({}, { id: 'another', from: given })).rejects.toThrow('holds the model "toy-rerank"');
    await writeFile(join(given, 'model.json'), JSON.stringify({ ...own, maxTokens: 0 }));
    await expect(install({}, { id: own.id, from: given })).rejects.toThrow('look at maxTokens');
  });
});

test('HOUSE3: without room on the disk nothing is downloaded, and what is needed is said', async () => {
  await using hub = await startFileServer(asHub);
  const deps = { ...fromHubs(hub.origin), freeBytes: async () => 1_000_000 };
  await expect(install(deps)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/65 MB are needed, 1 MB are free/),
  });
  expect(hub.requests).toEqual([]);
});

describe('HOUSE8: the service installs one model at a time', () => {
  const open = (origin: string) =>
    createInstallations({ folder, ...fromHubs(origin), log: createTestLog(), native: false });
  const shown = ({ list }: ReturnType<typeof open>) => list().find(({ id }) => id === manifest.id);

  test('and tells how far it is, what it is and where from', async () => {
    await using hub = await startFileServer(asHub);
    const installations = open(hub.origin);
    expect(shown(installations)).toMatchObject({
      installed: false,
      licence: 'MIT',
      runtime: 'wasm',
      measured: false,
    });
    installations.install(manifest.id);
    expect(() => installations.install(manifest.id)).toThrow('is being installed');
    expect(shown(installations)?.progress).toMatchObject({ step: 'files' });
    await expect.poll(() => shown(installations)).toMatchObject({ installed: true });
    await expect.poll(() => shown(installations)?.progress).toBeUndefined();
    await installations.remove(manifest.id);
    expect(shown(installations)?.installed).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a failure stays beside the model until the next attempt, and an end leaves what is there', async () => {
    await using broken = await startFileServer(asHub, () => ({ status: 500 }));
    const failing = open(broken.origin);
    failing.install(manifest.id);
    await expect.poll(() => shown(failing)?.problem?.text).toMatch('HTTP 500');
    const arrived = (bytes: number) =>
      vi.waitFor(() => expect(shown(stopped)?.progress?.done).toBeGreaterThanOrEqual(bytes));
    await using stuck = await startFileServer(asHub, ({ headers }) =>
      headers.range ? { silent: true } : { cutAfter: 30, arrived },
    );
    const stopped = open(stuck.origin);
    stopped.install(manifest.id);
    await expect.poll(() => stuck.requests.some(({ range }) => range !== undefined)).toBe(true);
    stopped.stop(manifest.id);
    await expect.poll(() => shown(stopped)?.progress).toBeUndefined();
    expect(shown(stopped)?.problem).toBeUndefined();
    expect(await readdir(join(folder, `${manifest.id}.partial`))).toEqual(['model.onnx.part']);
    await removeInHouse(folder, manifest.id);
    expect(await readdir(folder)).toEqual([]);
  });
});
