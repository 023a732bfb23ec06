import { expect, it } from 'vitest';
import { specFor } from '../../../../../test/fakes/model-spec.ts';
import { withoutCallPath } from '../../model-address.ts';
import { createOpenai } from '../openai.ts';
import { json, patient, rerankCall, serveDialect } from '../../../../../test/fakes/provider/serve-dialect.ts';

const { dialect, talk } = serveDialect();

it.each([
  [
    'out of order',
    {
      data: [
        { index: 1, embedding: [0, 4] },
        { index: 0, embedding: [3, 0] },
      ],
    },
  ],
  [
    'indexes as text',
    {
      data: [
        { index: '0', embedding: [3, 0] },
        { index: '1', embedding: [0, 4] },
      ],
    },
  ],
  [
    'lists in lists',
    [
      { index: 0, embedding: [[3, 0]] },
      { index: 1, embedding: [[0, 4]] },
    ],
  ],
  [
    'bare',
    [
      [3, 0],
      [0, 4],
    ],
  ],
  [
    'of Ollama',
    {
      embeddings: [
        [3, 0],
        [0, 4],
      ],
    },
  ],
  [
    'of Cohere',
    {
      embeddings: {
        float: [
          [3, 0],
          [0, 4],
        ],
      },
    },
  ],
])('MOD5: vectors %s are read', async (_, reply) => {
  dialect.answer = (__, response) => json(response, 200, reply);
  const embed = createOpenai(patient).embedding(specFor(dialect.origin, { kind: 'embedding' }));
  const signal = new AbortController().signal;
  const texts = ['a', 'b'];
  const { vectors } = await embed({
    model: '',
    scenario: 'index_embedding',
    texts,
    anyDimensions: true,
    signal,
  });
  expect(vectors.map((vector) => Array.from(vector))).toEqual([
    [3, 0],
    [0, 4],
  ]);
});

it('MOD5: a server that takes one text alone gets one', async () => {
  dialect.answer = ({ input }, response) =>
    Array.isArray(input)
      ? json(response, 422, { detail: [{ loc: ['body', 'input'], msg: 'Input should be a valid string' }] })
      : json(response, 200, { data: [{ index: 0, embedding: [String(input).length, 1] }] });
  const embed = createOpenai(patient).embedding(specFor(dialect.origin, { kind: 'embedding' }));
  const signal = new AbortController().signal;
  const call = {
    model: '',
    scenario: 'index_embedding',
    texts: ['a', 'bb', 'ccc'],
    anyDimensions: true,
    signal,
  } as const;
  const { vectors } = await embed(call);
  expect(vectors.map(([length]) => length)).toEqual([1, 2, 3]);
  dialect.seen = [];
  await embed(call);
  expect(dialect.seen.map(({ input }) => input)).toEqual(['a', 'bb', 'ccc']);
});

it.each([
  ['bare numbers', [0.1, 0.2, 0.9]],
  ['a list of scores', { scores: [0.1, 0.2, 0.9] }],
  [
    'indexes as text',
    {
      results: [
        { index: '2', relevance_score: '0.9' },
        { index: '1', score: 0.2 },
      ],
    },
  ],
  [
    'ids of a corpus',
    {
      results: [
        { corpus_id: 1, score: 0.2 },
        { corpus_id: 2, score: 0.9 },
      ],
    },
  ],
])('MOD8: ranks as %s are read', async (_, reply) => {
  dialect.answer = (__, response) => json(response, 200, reply);
  const rerank = createOpenai(patient).rerank(specFor(dialect.origin, { kind: 'rerank' }));
  const { ranks } = await rerank(rerankCall(['a', 'b', 'c']));
  expect(ranks).toEqual([
    { index: 2, score: 0.9 },
    { index: 1, score: 0.2 },
  ]);
});

it.each([
  ['prompt must not be empty', 422, { message: ['prompt must not be empty', 'x'] }],
  ['Bad detail', 400, { error: { detail: 'Bad detail' } }],
  [
    'Open api daily request limit reached',
    200,
    { error_code: 17, error_msg: 'Open api daily request limit reached' },
  ],
  ['insufficient balance', 200, { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }],
  ['Invalid ApiKey', 400, { fault: { faultstring: 'Invalid ApiKey' } }],
  [
    'Provider returned error: model is busy upstream',
    400,
    { error: { message: 'Provider returned error', metadata: { raw: 'model is busy upstream' } } },
  ],
])('MOD5: the words of a failure are found: %s', async (words, status, refusal) => {
  dialect.answer = (_, response) => json(response, status, refusal);
  await expect(talk().ask()).rejects.toThrow(words);
});

it.each([
  ['/v1', '/ranking', 404, { detail: 'Not Found' }],
  ['/v1/retrieval/nvidia/reranker', '/reranking', 404, '404 page not found'],
  ['/v1', '/ranking', 404, { error: { message: 'Unknown path /v1/rerank' } }],
])('MOD5: rerankers of NVIDIA are found at %s%s, and remembered', async (base, path, status, refusal) => {
  const paths: string[] = [];
  dialect.answer = ({ query, passages, truncate }, response, asked) => {
    paths.push(asked);
    if (asked !== `${base}${path}`) return json(response, status, refusal);
    expect({ query, truncate }).toEqual({ query: { text: 'q' }, truncate: 'END' });
    const rankings = passages.map((_: unknown, index: number) => ({ index, logit: index * 2 - 3 }));
    json(response, 200, { rankings, usage: { prompt_tokens: 7, total_tokens: 7 } });
  };
  const client = createOpenai(patient);
  const spec = specFor(`${dialect.origin}${base}`, { kind: 'rerank', model: 'nv-rerank' });
  const rerank = client.rerank(spec);
  const call = rerankCall(['a', 'b', 'c']);
  const { ranks, usage } = await rerank(call);
  expect(ranks.map(({ index }) => index)).toEqual([2, 1]);
  expect(ranks.every(({ score }) => score > 0 && score < 1)).toBe(true);
  expect(usage.promptTokens).toBe(7);
  paths.length = 0;
  await rerank(call);
  expect(paths).toEqual([`${base}${path}`]);
  expect(dialect.seen.at(-1)).toEqual({
    model: 'nv-rerank',
    truncate: 'END',
    query: { text: 'q' },
    passages: [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
  });
  expect(withoutCallPath(`${dialect.origin}${base}${path}`)).toBe(`${dialect.origin}${base}`);
});

it.each([
  ['texts', { detail: [{ loc: ['body', 'passages'], msg: 'Field required', type: 'missing' }] }, ['a', 'b']],
  ['objects', { error: "missing field 'passages', a list of objects" }, [{ text: 'a' }, { text: 'b' }]],
])('MOD5: a reranker that calls the documents passages gets them as %s', async (_, refusal, passages) => {
  dialect.answer = (fields, response) => {
    if (JSON.stringify(fields['passages']) !== JSON.stringify(passages)) return json(response, 422, refusal);
    json(response, 200, {
      results: [
        { index: 1, score: 0.9 },
        { index: 0, score: 0.2 },
      ],
    });
  };
  const rerank = createOpenai(patient).rerank(specFor(dialect.origin, { kind: 'rerank' }));
  const call = rerankCall(['a', 'b']);
  expect((await rerank(call)).ranks.map(({ index }) => index)).toEqual([1, 0]);
  const asked = dialect.seen.length;
  await rerank(call);
  expect(dialect.seen).toHaveLength(asked + 1);
});

it('MOD5: a reranker whose model is unknown is not looked for elsewhere', async () => {
  dialect.answer = (_, response) =>
    json(response, 404, { error: { message: 'The model `x` was not found' } });
  const rerank = createOpenai(patient).rerank(specFor(dialect.origin, { kind: 'rerank' }));
  await expect(rerank(rerankCall(['a'], 1))).rejects.toMatchObject({ code: 'upstream' });
  expect(dialect.seen).toHaveLength(1);
});

it('MOD5: a word for the kind of texts that the provider has not is replaced by its own', async () => {
  dialect.answer = ({ input_type: type }, response) =>
    type === undefined
      ? json(response, 400, { message: 'valid input_type must be provided with the provided model' })
      : type.startsWith('search_')
        ? json(response, 200, { data: [{ index: 0, embedding: [1, 0] }] })
        : json(response, 400, { message: 'input_type must be search_query, search_document or clustering' });
  const embed = createOpenai(patient).embedding(specFor(dialect.origin, { kind: 'embedding' }));
  const call = { model: '', texts: ['a'], anyDimensions: true, signal: new AbortController().signal };
  await embed({ ...call, scenario: 'index_embedding' });
  await embed({ ...call, scenario: 'search_embedding' });
  expect(dialect.seen.map((fields) => fields['input_type'])).toEqual([
    undefined,
    'passage',
    'search_document',
    'query',
    'search_query',
  ]);
});

it.each([
  [{ output: { results: [{ index: 1, relevance_score: 0.9 }] } }],
  [{ rankings: [{ index: 1, logit: 3.5 }] }],
  [{ results: [{ index: 1, relevance_score: '0.9' }] }],
])('MOD8: ranks of other shapes are read: %j', async (reply) => {
  // Documents that must be objects are sent as such.
  dialect.answer = ({ documents }, response) =>
    typeof documents[0] === 'string'
      ? json(response, 422, { message: 'documents[0]: expected an object with the field text' })
      : json(response, 200, reply);
  const rerank = createOpenai(patient).rerank(specFor(dialect.origin, { kind: 'rerank' }));
  const { ranks } = await rerank(rerankCall(['a', 'b']));
  expect(ranks).toMatchObject([{ index: 1 }]);
  expect(dialect.seen.at(-1)?.['documents']).toEqual([{ text: 'a' }, { text: 'b' }]);
});
