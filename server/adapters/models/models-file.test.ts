import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../kit/fault.ts';
import { parseModelsFile } from './models-file.ts';

const chat = {
  name: 'qwen',
  kind: 'chat',
  provider: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:11434/v1/',
  model: 'qwen3:8b',
};
const env = { MODEL_KEY: ' key-0123456789 ', EMPTY: '', BROKEN: 'a\nb' };

/** Lines of the error for a file. */
function errorsOf(file: unknown): string[] {
  try {
    parseModelsFile(typeof file === 'string' ? file : JSON.stringify(file), env);
  } catch (error) {
    if (isFault(error, 'invalid')) return error.message.split('\n');
    throw error;
  }
  return [];
}

const withModel = (change: object) => ({ models: [{ ...chat, ...change }] });

describe('a models file', () => {
  it('gives models, keys and defaults', () => {
    const file = parseModelsFile(
      JSON.stringify({
        models: [
          {
            ...chat,
            apiKeyEnv: 'MODEL_KEY',
            headers: { 'X-Title': 'Docent' },
            price: { promptPerMillion: 0.5, currency: 'USD' },
          },
          { ...chat, name: 'bge', kind: 'embedding', dimensions: 1024, batchSize: 32 },
          { ...chat, name: 'flux', kind: 'image' },
        ],
        defaults: { chat: 'qwen', embedding: 'bge' },
      }),
      env,
    );
    expect(file.models[0]).toMatchObject({
      baseUrl: 'http://127.0.0.1:11434/v1',
      features: [],
      reasoningStartsAtOnce: false,
      price: { promptPerMillion: 0.5, currency: 'USD' },
    });
    expect(file.models[0]?.key()).toBe('key-0123456789');
    expect(file.models[1]?.key()).toBeUndefined();
    expect(file.models[2]?.features).toEqual(['text-to-image', 'image-to-image']);
    expect(file.defaults).toEqual({ chat: 'qwen', embedding: 'bge', rerank: undefined, image: undefined });
    expect(inspect(file, { depth: 9, showHidden: true }) + JSON.stringify(file)).not.toContain(
      'key-0123456789',
    );
  });

  it('may be empty', () => {
    expect(parseModelsFile('\uFEFF{"models":[]}', {}).models).toEqual([]);
  });

  it.each([
    [{}, ['models: must be a list of models']],
    [[], ['models file: must be an object with "models"']],
    [withModel({ baseUrl: 'ftp://x' }), ['models[0].baseUrl: must be an http or https address']],
    [withModel({ baseUrl: undefined }), ['models[0].baseUrl: must be an http or https address']],
    [
      withModel({ baseUrl: 'https://u:secret@x/v1' }),
      ['models[0].baseUrl: must not carry credentials; name an environment variable in apiKeyEnv'],
    ],
    [
      withModel({ baseUrl: 'https://x/v1?key=secret' }),
      ['models[0].baseUrl: must not carry a query or a fragment'],
    ],
    [
      withModel({ provider: 'secret-cloud' }),
      ['models[0].provider: unknown provider; "openai-compatible" is the one there is'],
    ],
    [withModel({ kind: 'voice' }), ['models[0].kind: must be chat, embedding, rerank or image']],
    [withModel({ name: '' }), ['models[0].name: must be 1 to 100 characters, without blanks at its ends']],
    [
      withModel({ name: 'builtin-x' }),
      ['models[0].name: names that begin with "builtin-" belong to the built-in models'],
    ],
    [withModel({ model: ' ' }), ['models[0].model: must not be empty']],
    [withModel({ dimensions: 0 }), ['models[0].dimensions: must be 1 to 16384']],
    [withModel({ dimensions: 1.5 }), ['models[0].dimensions: must be a whole number']],
    [withModel({ reasoningStartsAtOnce: 'yes' }), ['models[0].reasoningStartsAtOnce: must be true or false']],
    [withModel({ temprature: 1 }), ['models[0].temprature: unknown field']],
    [
      withModel({ apiKey: 'sk-secret', token: 'secret' }),
      [
        'models[0].apiKey: keys do not belong in this file; put the key into an environment variable and its name into apiKeyEnv',
        'models[0].token: keys do not belong in this file; put the key into an environment variable and its name into apiKeyEnv',
      ],
    ],
    [
      withModel({ apiKeyEnv: 'sk-secret-0123' }),
      ['models[0].apiKeyEnv: must be the name of an environment variable: capitals, digits and _'],
    ],
    [
      withModel({ apiKeyEnv: 'NOT_SET' }),
      ['models[0].apiKeyEnv: the environment variable NOT_SET is not set'],
    ],
    [withModel({ apiKeyEnv: 'EMPTY' }), ['models[0].apiKeyEnv: the environment variable EMPTY is not set']],
    [
      withModel({ apiKeyEnv: 'BROKEN' }),
      ['models[0].apiKeyEnv: BROKEN holds characters that a header cannot carry'],
    ],
    [
      withModel({ headers: { Authorization: 'secret' } }),
      ['models[0].headers.Authorization: secrets do not belong in this file; use apiKeyEnv'],
    ],
    [
      withModel({ headers: { 'X-Api-Key': 'secret' } }),
      ['models[0].headers.X-Api-Key: secrets do not belong in this file; use apiKeyEnv'],
    ],
    [
      withModel({ headers: { 'X-Team': 'Bearer secret' } }),
      ['models[0].headers.X-Team: its value looks like a key; use apiKeyEnv'],
    ],
    [withModel({ headers: { Host: 'x' } }), ['models[0].headers.Host: is set by the client itself']],
    [
      withModel({ headers: { 'X-A': 'a\r\nb' } }),
      ['models[0].headers.X-A: holds characters that a header cannot carry'],
    ],
    [
      withModel({ price: { promptPerMillion: -1, currency: 'usd' } }),
      [
        'models[0].price.promptPerMillion: must not be negative',
        'models[0].price.currency: must be a currency code such as USD',
      ],
    ],
    [{ models: [chat, { ...chat, kind: 'rerank' }] }, ['models[1].name: the same name as models[0]']],
    [
      { models: [chat], defaults: { chat: 'other', rerank: 'qwen' } },
      [
        'defaults.chat: names no chat model of this file',
        'defaults.rerank: names no rerank model of this file',
      ],
    ],
    [{ models: [chat], defaults: { voice: 'qwen' } }, ['defaults.voice: unknown field']],
    ['{"models": [{"apiKey": secret}]}', ['models file: not valid JSON']],
    ['', ['models file: not valid JSON']],
  ])('%j is refused by lines that name the place and no value', (file, lines) => {
    expect(errorsOf(file)).toEqual(lines);
    expect(lines.join()).not.toContain('secret-');
  });

  it('tells where the JSON breaks', () => {
    expect(errorsOf('{\n  "models": [1,]\n}')).toEqual([
      expect.stringMatching(/^models file: not valid JSON/),
    ]);
    expect(errorsOf('{"a": 1 "b": "sk-secret"}')).toEqual(['models file: not valid JSON (line 1 column 9)']);
  });
});

describe('MOD7, MOD9: fields and addresses', () => {
  it.each([
    ['http://127.0.0.1:8080/v1/chat/completions', 'http://127.0.0.1:8080/v1'],
    ['https://models.example/v1/embeddings/', 'https://models.example/v1'],
    ['http://tei.example/rerank', 'http://tei.example'],
    ['https://models.example/proxy/v4/', 'https://models.example/proxy/v4'],
  ])('%s is %s', (baseUrl, address) => {
    expect(parseModelsFile(JSON.stringify(withModel({ baseUrl })), env).models[0]?.baseUrl).toBe(address);
  });

  it('takes fields of the operator, but no secrets and none that Docent sets', () => {
    const body = { num_ctx: 8192, provider: { order: ['a'] }, max_tokens: 5, safety_settings: [] };
    expect(parseModelsFile(JSON.stringify(withModel({ body })), env).models[0]?.body).toEqual(body);
    for (const field of ['messages', 'api_key', 'access_token', 'password'])
      expect(errorsOf(withModel({ body: { [field]: 'x' } }))).toEqual([
        expect.stringContaining(`models[0].body.${field}: `),
      ]);
    expect(errorsOf(withModel({ queryBody: {} }))).toEqual([
      'models[0].queryBody: is for embedding models only',
    ]);
    expect(errorsOf(withModel({ body: { a: 'x'.repeat(10_001) } }))).toHaveLength(1);
  });
});
