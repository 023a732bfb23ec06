import { expect, test } from 'vitest';
import { modelPreset as preset } from '../../../../test/fakes/provider/model-preset.ts';
import { baseOf, draftOf, fieldsOf, withPreset } from './model-draft.ts';

test('a provider fills in address and model, and the dimensions of an embedding model', () => {
  expect(withPreset(draftOf(), preset)).toMatchObject({
    baseUrl: preset.baseUrl,
    model: 'talk-1',
    dimensions: null,
  });
  expect(withPreset({ ...draftOf(), kind: 'embedding' }, preset)).toMatchObject({
    model: 'vector-1',
    dimensions: 768,
  });
  expect(withPreset({ ...draftOf(), kind: 'rerank' }, preset)).toMatchObject({ model: '' });
});

test('what is not typed of a key stays, and one that nobody can read goes; a variable takes its place; prices are sent when there is one', () => {
  const draft = { ...draftOf(), baseUrl: 'https://models.example/v1', model: 'talk-1' };
  expect(fieldsOf(draft, 'stored')).not.toHaveProperty('key');
  expect(fieldsOf(draft)).toMatchObject({ keyVariable: '', price: null, fallback: '' });
  expect(fieldsOf(draft)).not.toHaveProperty('key');
  expect(fieldsOf(draft, 'unreadable')).toMatchObject({ key: '' });
  expect(fieldsOf({ ...draft, key: 'sk-new' }, 'stored')).toMatchObject({ key: 'sk-new' });
  const variable = fieldsOf({ ...draft, keyVariable: ' MODEL_KEY ' }, 'stored');
  expect(variable).toMatchObject({ keyVariable: 'MODEL_KEY' });
  expect(variable).not.toHaveProperty('key');
  expect(fieldsOf({ ...draft, promptPerMillion: 0.5, currency: 'eur' }, 'stored').price).toEqual({
    promptPerMillion: 0.5,
    currency: 'EUR',
  });
});

test('the prefixes of an embedding model are those of its name, none, or typed ones with their blanks', () => {
  const draft = { ...draftOf(), kind: 'embedding' as const };
  expect(fieldsOf(draft)).toMatchObject({ queryPrefix: null, passagePrefix: null });
  const none = { queryPrefix: '', passagePrefix: '' };
  expect(fieldsOf({ ...draft, prefixes: 'none' })).toMatchObject(none);
  const own = { queryPrefix: 'query: ', passagePrefix: '' };
  expect(fieldsOf({ ...draft, prefixes: 'own', ...own })).toMatchObject(own);
  expect(fieldsOf({ ...draftOf(), prefixes: 'own', ...own })).not.toHaveProperty('queryPrefix');
});

test.each([
  [{}, 'named'],
  [{ queryPrefix: '', passagePrefix: '' }, 'none'],
  [{ queryPrefix: '', passagePrefix: 'text: ' }, 'own'],
])('a model with the prefixes %o is opened with the choice %s, and saved as it was', (prefixes, way) => {
  const draft = draftOf({
    name: 'vectors',
    kind: 'embedding',
    baseUrl: preset.baseUrl,
    model: 'vector-1',
    key: 'none',
    revision: 1,
    ...prefixes,
  });
  expect(draft.prefixes).toBe(way);
  const saved = way === 'named' ? { queryPrefix: null, passagePrefix: null } : prefixes;
  expect(fieldsOf(draft)).toMatchObject(saved);
});

test('CFG27: a typed key goes to no address that its person has not seen', () => {
  const model = {
    name: 'main',
    kind: 'chat',
    baseUrl: preset.baseUrl,
    model: 'talk-1',
    key: 'stored',
    revision: 3,
  } as const;
  expect(baseOf(model, false)).toMatchObject({ baseUrl: preset.baseUrl, model: 'talk-1' });
  expect(baseOf(model, true).baseUrl).toBeUndefined();
  expect(baseOf(undefined, true)).toEqual({ baseUrl: undefined });
});
