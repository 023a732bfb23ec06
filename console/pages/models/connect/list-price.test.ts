import { expect, test } from 'vitest';
import { modelPreset as preset } from '../../../../test/fakes/provider/model-preset.ts';
import { hasListPrice, listPriceOf, providerOf, withListPrice } from './list-price.ts';
import { draftOf, fieldsOf } from './model-draft.ts';

const [price] = preset.prices as [(typeof preset.prices)[0]];

test.each([
  ['https://models.example/v1', 'somewhere'],
  [' https://MODELS.example/v1/chat/completions ', 'somewhere'],
  ['models.example', 'somewhere'],
  ['https://models.example.evil/v1', undefined],
  ['http://127.0.0.1:8000/v1', undefined],
  ['', undefined],
  ['::', undefined],
])('MODEL12: the provider of the address %j is %s', (baseUrl, id) => {
  expect(providerOf({ baseUrl }, [preset])?.id).toBe(id);
});

test.each([
  ['chat', 'talk-1', true],
  ['chat', 'talk-1-2026-01-31', true],
  ['chat', 'talk-1-20260131', true],
  ['chat', 'talk-1-mini', false],
  ['chat', 'talk-10', false],
  ['image', 'talk-1', false],
] as const)('MODEL12: of the %s model %s a price is known: %s', (kind, model, isKnown) => {
  expect(listPriceOf({ model, kind }, preset) !== undefined).toBe(isKnown);
});

test('MODEL12: a published price is in the form only when it was taken, and can be changed there', () => {
  const draft = { ...draftOf(), baseUrl: preset.baseUrl, model: 'talk-1' };
  expect(fieldsOf(draft).price).toBeNull();
  const taken = withListPrice(draft, price);
  expect(hasListPrice(taken, price)).toBe(true);
  expect(fieldsOf(taken).price).toEqual({
    promptPerMillion: 0.2,
    completionPerMillion: 0.8,
    currency: 'USD',
  });
  expect(hasListPrice({ ...taken, promptPerMillion: 0.3 }, price)).toBe(false);
});
