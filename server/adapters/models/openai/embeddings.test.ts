import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbedCall } from '../../../ports/models.ts';
import { specFor } from '../../../../test/fakes/model-spec.ts';
import { startQuirksServer, type QuirksServer } from '../../../../test/fakes/provider/quirks-server.ts';
import type { ModelSpec } from '../models-file.ts';
import { createOpenai } from './openai.ts';

let server: QuirksServer;
beforeAll(async () => void (server = await startQuirksServer()));
afterAll(() => server[Symbol.asyncDispose]());

const embed = (
  model: string,
  texts: readonly string[],
  call: Partial<EmbedCall> = {},
  spec: Partial<ModelSpec> = {},
) =>
  createOpenai({ retryBaseMs: 1 }).embedding(specFor(server.url, { kind: 'embedding', model, ...spec }))({
    model: '',
    scenario: 'index_embedding',
    texts,
    signal: new AbortController().signal,
    ...call,
  });

const numbers = ({ vectors }: { vectors: readonly Float32Array[] }) => vectors.map((vector) => [...vector]);
const sent = (model: string) =>
  server.seen.filter(({ fields }) => fields['model'] === model).map(({ fields }) => fields['input']);

const A = [1, 65 / 128, 0, 0];
const BB = [2, 66 / 128, 66 / 128, 0];

describe('embeddings', () => {
  it.each(['vectors', 'vectors-shuffled', 'vectors-base64'])(
    '%s come in the order of the texts',
    async (model) => {
      expect(numbers(await embed(model, ['A', 'BB']))).toEqual([A, BB]);
    },
  );

  it('are asked for in batches, with usage added up', async () => {
    const texts = Array.from({ length: 23 }, (_, place) => 'A'.repeat(place + 1));
    const { vectors, usage } = await embed('vectors', texts);
    expect(vectors.map((vector) => vector[0])).toEqual(texts.map((text) => text.length));
    expect(usage).toEqual({ promptTokens: 23 });
    expect(
      sent('vectors')
        .slice(-3)
        .map((input: string[]) => input.length),
    ).toEqual([10, 10, 3]);
  });

  it('US8: say which share was answered when a later batch fails', async () => {
    const texts = Array.from({ length: 12 }, () => 'AAAA');
    await expect(embed('vectors-first-batch-alone', texts)).rejects.toMatchObject({
      code: 'upstream',
      details: { upstreamStatus: 401, answered: 10 / 12 },
    });
  });

  it('MOD36: are asked for in batches of the size that was taken once', async () => {
    const call = createOpenai({ retryBaseMs: 1 }).embedding(
      specFor(server.url, { kind: 'embedding', model: 'vectors-two-at-most' }),
    );
    const ask = (texts: readonly string[]) =>
      call({ model: '', scenario: 'index_embedding', texts, signal: new AbortController().signal });
    await ask(['A', 'BB', 'CCC', 'DDDD']);
    const before = sent('vectors-two-at-most').length;
    await ask(['A', 'BB', 'CCC', 'DDDD']);
    expect(sent('vectors-two-at-most').slice(before)).toEqual([
      ['A', 'BB'],
      ['CCC', 'DDDD'],
    ]);
  });

  it('are asked for in smaller batches when a provider refuses the size', async () => {
    const texts = ['A', 'BB', 'CCC', 'DDDD', 'E'];
    expect((await embed('vectors-two-at-most', texts)).vectors.map((vector) => vector[0])).toEqual([
      1, 2, 3, 4, 1,
    ]);
  });

  it('of blank texts are zero and not asked for', async () => {
    const before = sent('vectors').length;
    expect(numbers(await embed('vectors', [' ', 'A', '']))).toEqual([[0, 0, 0, 0], A, [0, 0, 0, 0]]);
    expect(sent('vectors').slice(before)).toEqual([['A']]);
    expect(numbers(await embed('vectors', [''], { dimensions: 2 }))).toEqual([[0, 0]]);
    await expect(embed('vectors', [''])).rejects.toMatchObject({ code: 'invalid' });
  });

  it('have the dimensions that were asked for', async () => {
    expect(numbers(await embed('vectors', ['A'], { dimensions: 2 }))).toEqual([[1, 65 / 128]]);
    expect(server.seen.at(-1)?.fields).toMatchObject({ dimensions: 2, encoding_format: 'float' });
  });

  it('are asked for without dimensions when those are the model’s own, or refused', async () => {
    await embed('vectors', ['A'], { dimensions: 4 }, { dimensions: 4 });
    expect(server.seen.at(-1)?.fields).not.toHaveProperty('dimensions');
    expect(numbers(await embed('vectors-fixed', ['A'], { dimensions: 4 }))).toEqual([A]);
    expect(server.seen.at(-1)?.fields).not.toHaveProperty('dimensions');
  });

  it.each(['vectors-fixed', 'vectors-ignoring'])(
    '%s of another length are refused with the length to set',
    async (model) => {
      await expect(embed(model, ['A'], { dimensions: 3 })).rejects.toMatchObject({
        code: 'upstream',
        message: expect.stringContaining('4 dimensions, not 3'),
      });
    },
  );

  it.each([
    'vectors-missing',
    'vectors-null',
    'vectors-twice-the-index',
    'vectors-far-index',
    'vectors-of-two-lengths',
    'ok-json-error',
    'ok-html',
  ])('%s are a Fault upstream', async (model) => {
    await expect(embed(model, ['A', 'BB'])).rejects.toMatchObject({ code: 'upstream' });
  });

  it('end with the signal', async () => {
    const reason = new Error('stopped');
    await expect(embed('vectors', ['A'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
