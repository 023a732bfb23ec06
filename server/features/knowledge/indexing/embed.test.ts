import { describe, expect, test } from 'vitest';
import { configGroups } from '../../../../contract/config/groups.ts';
import { createFakeModels, type FakeModels } from '../../../../test/fakes/models.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { Models } from '../../../ports/models.ts';
import { chooseEmbedding, createEmbedder, parseSignature } from './embed.ts';
import type { StoredChunk } from '../store.ts';

const chunk = (vectorKey: string): StoredChunk => ({
  identity: vectorKey,
  index: 0,
  text: `text of ${vectorKey}`,
  headingPath: ['Heading'],
  anchor: '',
  tokens: 3,
  keywords: [],
  vectorKey,
});

/** An embedder over vectors in memory. */
function embedder(models: Pick<Models, 'embed'>, signature = 'fake-embedding@16', now = () => 0) {
  const kept = new Map<string, Float32Array>();
  const ensure = createEmbedder({
    models: { list: () => [], ...models },
    now,
    store: {
      signatureOf: async () => signature,
      vectors: async (_, keys) => new Map([...kept].filter(([key]) => keys.includes(key))),
      putVectors: async (_, vectors) => {
        for (const { key, vector } of vectors) kept.set(key, vector);
      },
    },
  }).ensure;
  return {
    kept,
    ensure: (chunks: readonly StoredChunk[], signal?: AbortSignal) =>
      ensure({ title: 'T' }, chunks, 1, signal),
  };
}

const sent = (models: FakeModels) => models.calls.embedding.flatMap(({ texts }) => texts);

describe('the vectors of passages', () => {
  test('KN26: a model whose vectors have another length is not asked for each article', async () => {
    let asked = 0;
    let time = 0;
    const embed = async () => ({ vectors: [new Float32Array(++asked && 8)], usage: {} });
    const { ensure } = embedder({ embed }, 'fake-embedding@16', () => time);
    const refused = { code: 'upstream', message: expect.stringContaining('8 dimensions instead of 16') };
    for (const key of ['a', 'b', 'c']) await expect(ensure([chunk(key)])).rejects.toMatchObject(refused);
    expect(asked).toBe(1);
    time = 60_000;
    await expect(ensure([chunk('a')])).rejects.toMatchObject(refused);
    expect(asked).toBe(2);
  });

  test('are made of title, headings and text, by the model of the generation', async () => {
    const models = createFakeModels();
    const { kept, ensure } = embedder(models);
    await ensure([chunk('a')]);
    expect(models.calls.embedding).toMatchObject([
      {
        model: 'fake-embedding',
        dimensions: 16,
        scenario: 'index_embedding',
        texts: ['T > Heading\ntext of a'],
      },
    ]);
    expect(kept.get('a')).toHaveLength(16);
  });

  test('an unchanged passage is never paid for twice, and the same text in two places once', async () => {
    const models = createFakeModels();
    const { ensure } = embedder(models);
    await ensure([chunk('a'), chunk('b'), chunk('a')]);
    await ensure([chunk('b'), chunk('c')]);
    expect(sent(models)).toEqual(['a', 'b', 'c'].map((key) => `T > Heading\ntext of ${key}`));
  });

  test('many passages go in batches; what an earlier batch made is kept when a later one fails', async () => {
    const models = createFakeModels();
    const { kept, ensure } = embedder({
      embed: (call) =>
        models.calls.embedding.length === 1
          ? Promise.reject(unavailable('No more today'))
          : models.embed(call),
    });
    await expect(ensure(Array.from({ length: 20 }, (_, index) => chunk(`k${index}`)))).rejects.toThrow(
      'No more today',
    );
    expect(kept.size).toBe(16);
  });

  test('a generation without vectors calls no model', async () => {
    const models = createFakeModels();
    await embedder(models, '').ensure([chunk('a')]);
    expect(models.calls.embedding).toHaveLength(0);
  });

  test.each<[string, Float32Array[], RegExp]>([
    ['too few', [], /0 vectors for 1 texts/],
    ['too many', [new Float32Array(16), new Float32Array(16)], /2 vectors for 1 texts/],
    ['other dimensions', [new Float32Array(1024)], /1024 dimensions instead of 16/],
    ['no numbers', [new Float32Array(16).fill(Number.NaN)], /no numbers/],
  ])('%s: nothing is kept, and the message says what to do about it', async (_, vectors, words) => {
    const { kept, ensure } = embedder({ embed: async () => ({ vectors, usage: {} }) });
    await expect(ensure([chunk('a')])).rejects.toMatchObject({
      code: 'upstream',
      message: expect.stringMatching(words),
    });
    expect(kept.size).toBe(0);
  });

  test('the signal reaches the model', async () => {
    const leaving = new AbortController();
    leaving.abort(new Error('stopping'));
    await expect(embedder(createFakeModels()).ensure([chunk('a')], leaving.signal)).rejects.toThrow(
      'stopping',
    );
  });
});

describe('the embedding model of the configuration', () => {
  const config = configGroups.models.parse({ embeddingDimensions: 512 });

  test('is the named one or the default one, with its own dimensions or the configured ones', () => {
    expect(chooseEmbedding(createFakeModels({ dimensions: 64 }), config)?.signature).toBe(
      'fake-embedding@64',
    );
    const open = createFakeModels();
    const plain = {
      ...open,
      defaultOf: () =>
        ({
          name: 'plain',
          kind: 'embedding',
          provider: 'p',
          modelId: 'm',
          builtin: false,
          features: [],
        }) as const,
    };
    expect(chooseEmbedding(plain, config)?.signature).toBe('plain@512');
    expect(chooseEmbedding(open, { ...config, aiFoundationEmbeddingModelName: 'gone' })).toBeUndefined();
  });

  test('a signature identifies a model with any characters in its name', () => {
    expect(parseSignature('vendor/model@v2@768')).toEqual({ model: 'vendor/model@v2', dimensions: 768 });
    expect(parseSignature('vendor/model@768/f00d')).toEqual({ model: 'vendor/model', dimensions: 768 });
  });
});
