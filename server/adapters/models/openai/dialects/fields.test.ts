import { describe, expect, it } from 'vitest';
import { specFor } from '../../../../../test/fakes/model-spec.ts';
import { withoutCallPath } from '../../model-address.ts';
import { createOpenai } from '../openai.ts';
import {
  json,
  patient,
  rerankCall,
  say,
  serveDialect,
} from '../../../../../test/fakes/provider/serve-dialect.ts';

const { dialect, talk } = serveDialect();

describe('MOD7, MOD8, MOD9: fields, scores and addresses', () => {
  it('sends fields of the file with every request', async () => {
    dialect.answer = (_, response) => say(response);
    await talk({ body: { num_ctx: 8192, temperature: 1 } }).ask({ temperature: 0 });
    expect(dialect.seen[0]).toMatchObject({ num_ctx: 8192, temperature: 1, stream: true });
    dialect.answer = (_, response) => json(response, 200, { data: [{ index: 0, embedding: [1, 0] }] });
    const spec = {
      kind: 'embedding' as const,
      body: { user: 'x' },
      queryBody: { t: 'q' },
      passageBody: { t: 'p' },
    };
    const embed = createOpenai(patient).embedding(specFor(dialect.origin, spec));
    const call = { model: '', texts: ['a'], anyDimensions: true, signal: new AbortController().signal };
    await embed({ ...call, scenario: 'index_embedding' });
    await embed({ ...call, scenario: 'search_embedding' });
    expect(dialect.seen.slice(1)).toMatchObject([
      { user: 'x', t: 'p' },
      { user: 'x', t: 'q' },
    ]);
  });

  it('MOD15: puts the prefixes of an embedding model before its texts', async () => {
    dialect.answer = (_, response) => json(response, 200, { data: [{ index: 0, embedding: [1, 0] }] });
    const spec = { kind: 'embedding' as const, model: 'multilingual-e5-small', passagePrefix: 'text: ' };
    const embed = createOpenai(patient).embedding(specFor(dialect.origin, spec));
    const call = { model: '', texts: ['a'], anyDimensions: true, signal: new AbortController().signal };
    await embed({ ...call, scenario: 'index_embedding' });
    await embed({ ...call, scenario: 'search_embedding' });
    expect(dialect.seen.map(({ input }) => input)).toEqual([['text: a'], ['query: a']]);
  });

  it('scores of any scale come between 0 and 1, in the same order, from then on', async () => {
    const rerank = createOpenai(patient).rerank(specFor(dialect.origin, { kind: 'rerank' }));
    const ranked = async (scores: readonly number[]) => {
      dialect.answer = (_, response) =>
        json(response, 200, {
          results: scores.map((relevance_score, index) => ({ index, relevance_score })),
        });
      const { ranks } = await rerank(
        rerankCall(
          scores.map((_, place) => `text ${place}`),
          9,
        ),
      );
      return ranks;
    };
    expect(await ranked([0.2, 0.9])).toEqual([
      { index: 1, score: 0.9 },
      { index: 0, score: 0.2 },
    ]);
    const logits = await ranked([-9.3, 2.8, -0.4]);
    expect(logits.map(({ index }) => index)).toEqual([1, 2, 0]);
    for (const { score } of logits) expect(score > 0 && score < 1).toBe(true);
    expect((await ranked([0, 0.5]))[1]?.score).toBe(0.5);
  });

  it.each([
    ['http://127.0.0.1:11434/api/chat', 'http://127.0.0.1:11434'],
    ['http://127.0.0.1:11434/api/embed/', 'http://127.0.0.1:11434'],
    ['https://chat.example/api/chat/completions', 'https://chat.example/api'],
    ['https://x.example/v1/chat/completions?api-version=1', 'https://x.example/v1'],
    [' https://x.example/v1/responses ', 'https://x.example/v1'],
    ['https://x.example/v1/models/gpt-4o', 'https://x.example/v1'],
    ['http://house.example/models/llama', 'http://house.example/models/llama'],
    ['https://x.example/v1beta/openai/chat/completions', 'https://x.example/v1beta/openai'],
  ])('an address with the path of a call is cut: %s', (pasted, address) => {
    expect(withoutCallPath(pasted)).toBe(address);
  });

  it.each([
    ['/', 404, { error: '404 page not found' }],
    ['', 200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }],
    ['/api', 405, { detail: 'Method Not Allowed' }],
  ])('at "%s" a failure says how addresses end', async (path, status, refusal) => {
    dialect.answer = (_, response) => json(response, status, refusal);
    await expect(talk({ baseUrl: `${dialect.origin}${path}` }).ask()).rejects.toThrow(
      /usually ends with \/v1/,
    );
    await expect(talk().ask()).rejects.not.toThrow(/usually ends with/);
  });
});
