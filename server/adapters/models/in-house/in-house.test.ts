import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { specFor } from '../../../../test/fakes/model-spec.ts';
import { writeToyModel } from '../../../../test/fakes/in-house/toy-model.ts';
import type { EmbedCall } from '../../../ports/models.ts';
import { openModels } from '../connected-models.ts';
import { createModels } from '../models.ts';
import { removeInHouse } from './install/installations.ts';
import { createInHouse } from './in-house.ts';
import type { Manifest } from './manifest.ts';
import { createModelProcess, type Limits } from './process/model-process.ts';
import { runtimeFor } from './process/runtime.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-in-house-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = (kind: Manifest['kind'] = 'embedding') => writeToyModel(join(folder, `toy-${kind}`), kind);

/** The models of the folder; their processes end with the test. */
function opened() {
  const inHouse = createInHouse(folder);
  onTestFinished(() => inHouse.close());
  return createModels({ inHouse: inHouse.models() });
}

const embed = (texts: readonly string[], given: Partial<EmbedCall> = {}): EmbedCall => ({
  model: '',
  texts,
  scenario: 'search_embedding',
  signal: new AbortController().signal,
  ...given,
});

const near = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);

describe('HOUSE5: texts become vectors as the model was trained', () => {
  test('with its prefix, of length 1, and the same whatever stands beside them', async () => {
    await put();
    const models = opened();
    const { vectors, usage } = await models.embed(embed(['cats sleep', 'dogs', '']));
    const [cats, dogs, nothing] = vectors as [Float32Array, Float32Array, Float32Array];
    expect(near(cats, cats)).toBeCloseTo(1, 5);
    expect(near(cats, dogs)).toBeLessThan(0.3);
    expect([...nothing]).toEqual([0, 0, 0, 0]);
    // Two special tokens, "query", ":" and the words.
    expect(usage).toEqual({ promptTokens: 6 + 5 });
    const alone = await models.embed(embed(['dogs']));
    expect(alone.vectors[0]).toEqual(dogs);
    const passage = await models.embed(embed(['dogs'], { scenario: 'index_embedding' }));
    expect(passage.vectors[0]).not.toEqual(dogs);
  });

  test('a text that is longer than the model reads is the mean of its parts', async () => {
    await put();
    const models = opened();
    const { vectors, usage } = await models.embed(embed([`${'cats '.repeat(20)}${'dogs '.repeat(20)}`]));
    expect(usage.promptTokens).toBe(42 + 3 * 2);
    expect(near(vectors[0] ?? new Float32Array(), Float32Array.of(1, 1, 0, 0))).toBeGreaterThan(1.3);
    const endless = await models.embed(embed(['cats '.repeat(100_000)]));
    expect(endless.usage.promptTokens).toBe(8 * 16);
  });

  test('vectors of another length than was asked for are refused', async () => {
    await put();
    await expect(opened().embed(embed(['cats'], { dimensions: 8 }))).rejects.toThrow('4 dimensions, not 8');
  });

  test('their space changes with the weights and the prefixes', async () => {
    await put();
    const [before] = opened().list('embedding');
    const { vectorSpace } = before ?? {};
    expect(vectorSpace).toMatch(/^[0-9a-f]{16}$/);
    const manifest = await put();
    await writeFile(
      join(folder, manifest.id, 'model.json'),
      JSON.stringify({ ...manifest, queryPrefix: 'search: ' }),
    );
    expect(opened().list('embedding')[0]?.vectorSpace).not.toBe(vectorSpace);
  });
});

describe('HOUSE6: an installed model is a connected one', () => {
  test('an embedding model is the default where no other is connected, a reranker only where it is chosen', async () => {
    await put();
    await put('rerank');
    const models = opened();
    expect(models.defaultOf('embedding')).toMatchObject({
      name: 'toy-embedding',
      dimensions: 4,
      inHouse: true,
      builtin: false,
    });
    expect(models.defaultOf('rerank')?.name).toBe('builtin-overlap');
    const inHouse = createInHouse(folder);
    const file = {
      models: [specFor('http://127.0.0.1:9/v1', { name: 'toy-embedding', kind: 'embedding' })],
      defaults: { chat: undefined, embedding: undefined, rerank: undefined, image: undefined },
    };
    const hidden = createModels({ file, inHouse: inHouse.models() });
    expect(hidden.list('embedding').map(({ provider }) => provider)).toEqual(['openai-compatible']);
  });

  test('a reranker puts the document first that answers', async () => {
    await put('rerank');
    const { ranks } = await opened().rerank({
      model: 'toy-rerank',
      query: 'who sleep',
      documents: ['dogs bark', '', 'cats sleep', 'dogs '.repeat(50)],
      topN: 2,
      scenario: 'search_rerank',
      signal: new AbortController().signal,
    });
    expect(ranks[0]?.index).toBe(2);
    expect(ranks[0]?.score).toBeGreaterThan(0.9);
    expect(ranks).toHaveLength(2);
  });

  test('it comes and goes without a restart', async () => {
    const clock = { time: 0 };
    const inHouse = createInHouse(folder);
    const models = openModels({
      path: join(folder, 'models.json'),
      isRequired: false,
      variables: {},
      log: createTestLog(),
      inHouse,
      now: () => (clock.time += 2_000),
    });
    expect(models.list('embedding')).toEqual([]);
    await put();
    expect(models.list('embedding')).toHaveLength(1);
    await removeInHouse(folder, 'toy-embedding');
    expect(models.list('embedding')).toEqual([]);
  });
});

describe('HOUSE4: a model computes in a process of its own', () => {
  async function processOf(limits: Limits = {}) {
    const manifest = await put();
    const place = join(folder, manifest.id);
    const started = createModelProcess(
      { place, manifest, runtime: () => runtimeFor(undefined, undefined) },
      limits,
    );
    onTestFinished(() => started.close());
    return started;
  }

  test('it starts with the first call and ends after a while without one', async () => {
    const model = await processOf({ idleMs: 20 });
    expect(model.pid).toBeUndefined();
    await model.run({ text: 'cats' }, false);
    await expect.poll(() => model.pid).toBeUndefined();
    expect((await model.run({ text: 'cats' }, true)).vector).toHaveLength(4);
  });

  test('its death is a failed call, and the next one starts it again', async () => {
    const model = await processOf();
    await model.run({ text: 'cats' }, false);
    const running = model.run({ text: 'cats sleep '.repeat(1_000) }, false);
    process.kill(model.pid ?? 0, 'SIGKILL');
    await expect(running).rejects.toMatchObject({
      code: 'upstream',
      message: expect.stringContaining('its process ended (SIGKILL)'),
    });
    expect((await model.run({ text: 'cats' }, false)).vector).toHaveLength(4);
  });

  test('a late answer ends it', async () => {
    const model = await processOf({ openMs: 1 });
    await expect(model.run({ text: 'cats' }, false)).rejects.toThrow('no answer within');
    expect(model.pid).toBeUndefined();
  });

  test('a network that cannot be read is a failed call with the reason', async () => {
    const model = await processOf();
    await writeFile(join(folder, 'toy-embedding', 'model.onnx'), 'no network');
    await expect(model.run({ text: 'cats' }, false)).rejects.toThrow('Model "toy-embedding": ');
  });

  test('questions come before passages that wait', async () => {
    await put();
    const models = opened();
    const order: string[] = [];
    const passages = models
      .embed(
        embed(
          Array.from({ length: 40 }, () => 'cats'),
          { scenario: 'index_embedding' },
        ),
      )
      .then(() => order.push('passages'));
    const question = models.embed(embed(['dogs'])).then(() => order.push('question'));
    await Promise.all([passages, question]);
    expect(order).toEqual(['question', 'passages']);
  });

  test('who leaves gets no answer, and the others do', async () => {
    await put();
    const models = opened();
    const left = new AbortController();
    const leaving = models.embed(embed(['cats', 'cats'], { signal: left.signal }));
    left.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect((await models.embed(embed(['dogs']))).vectors).toHaveLength(1);
  });
});
