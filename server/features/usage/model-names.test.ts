import { expect, test } from 'vitest';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { alertLevel } from './reports/alert.ts';
import { ceilingOf, realName } from './model-names.ts';

const models = createFakeModels();
const none = createFakeModels({ kinds: [] });

test('an empty name is the default model of its kind, or the default slot when there is none', () => {
  expect(realName(models, 'chat', '')).toBe('fake-chat');
  expect(realName(models, 'chat', ' mine ')).toBe('mine');
  expect(realName(none, 'chat', '')).toBe('ai-foundation-default-language');
  expect(realName(none, 'embedding', '')).toBe('ai-foundation-default-embedding');
  expect(realName(none, 'rerank', '')).toBe('ai-foundation-default-rerank');
});

test('a ceiling of a default slot holds for the default model; of two the smaller counts', () => {
  expect(ceilingOf({ 'fake-chat': 5 }, models, 'chat', 'fake-chat')).toBe(5);
  expect(ceilingOf({ 'ai-foundation-default-language': 7 }, models, 'chat', 'fake-chat')).toBe(7);
  expect(ceilingOf({ 'fake-chat': 9, 'ai-foundation-language': 7 }, models, 'chat', 'fake-chat')).toBe(7);
  expect(ceilingOf({ 'ai-foundation-default-language': 7 }, models, 'chat', 'other')).toBeUndefined();
  expect(
    ceilingOf({ 'ai-foundation-default-language': 7 }, none, 'chat', 'ai-foundation-default-language'),
  ).toBe(7);
});

test('0 and names of the language itself are no ceilings', () => {
  expect(ceilingOf({ 'fake-chat': 0 }, models, 'chat', 'fake-chat')).toBeUndefined();
  expect(ceilingOf({}, models, 'chat', 'constructor')).toBeUndefined();
});

test('alerts begin at half of a ceiling', () => {
  expect([0, 49, 50, 79, 80, 99, 100, 500].map((used) => alertLevel(used, 100))).toEqual([
    0, 0, 50, 50, 80, 80, 100, 100,
  ]);
  expect(alertLevel(1e9, undefined)).toBe(0);
});
