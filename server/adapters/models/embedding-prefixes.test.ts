import { describe, expect, it } from 'vitest';
import { specFor } from '../../../test/fakes/model-spec.ts';
import { prefixesOf, vectorSpace } from './embedding-prefixes.ts';

describe('MOD15: prefixes of embedding models', () => {
  it.each([
    ['intfloat/multilingual-e5-small', 'query: ', 'passage: '],
    ['multilingual-e5-large-instruct', expect.stringMatching(/^Instruct: .*\nQuery: $/), ''],
    ['BAAI/bge-small-zh-v1.5', expect.stringMatching(/：$/), ''],
    ['bge-base-en-v1.5', expect.stringMatching(/passages: $/), ''],
    ['nomic-embed-text:latest', 'search_query: ', 'search_document: '],
    ['Alibaba-NLP/gte-Qwen2-7B-instruct', expect.stringMatching(/^Instruct: /), ''],
    ['Qwen/Qwen3-Embedding-0.6B', expect.stringMatching(/^Instruct: .*\nQuery:$/), ''],
    ['google/embeddinggemma-300m', expect.stringMatching(/query: $/), expect.stringMatching(/text: $/)],
    ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', ''],
    ['snowflake-arctic-embed2', 'query: ', ''],
    ['snowflake-arctic-embed-m', expect.stringMatching(/passages: $/), ''],
    ['text-embedding-3-small', '', ''],
    ['BAAI/bge-m3', '', ''],
    ['thenlper/gte-base', '', ''],
    ['granite-embedding-278m-multilingual', '', ''],
    ['someone5-e', '', ''],
  ])('of %s are known by its name', (model, query, passage) => {
    expect(prefixesOf({ model })).toEqual({ query, passage });
  });

  it('are those of the file where it has some, also none', () => {
    const model = 'multilingual-e5-small';
    expect(prefixesOf({ model, queryPrefix: 'Q ' })).toEqual({ query: 'Q ', passage: 'passage: ' });
    expect(prefixesOf({ model, queryPrefix: '', passagePrefix: '' })).toEqual({ query: '', passage: '' });
  });

  it('are none where fields tell the server what a text is', () => {
    const asked = { model: 'multilingual-e5-small', queryBody: { input_type: 'query' } };
    expect(prefixesOf(asked)).toEqual({ query: '', passage: '' });
  });
});

describe('MOD16: vectors of two models are never compared', () => {
  const spec = specFor('http://one.example/v1', { kind: 'embedding', model: 'multilingual-e5-small' });

  it('the space changes with server, model, prefixes and fields', () => {
    const spaces = [
      spec,
      { ...spec, baseUrl: 'http://two.example/v1' },
      { ...spec, model: 'multilingual-e5-base' },
      { ...spec, queryPrefix: '' },
      { ...spec, passagePrefix: 'p: ' },
      { ...spec, passageBody: { input_type: 'passage' } },
      { ...spec, body: { truncate: true } },
    ].map(vectorSpace);
    expect(new Set(spaces).size).toBe(spaces.length);
  });

  it('the space stays with another key, name or batch size, and with the prefixes written out', () => {
    const same = { ...spec, name: 'other', batchSize: 4, key: () => 'another', queryPrefix: 'query: ' };
    expect(vectorSpace(same)).toBe(vectorSpace(spec));
  });
});
