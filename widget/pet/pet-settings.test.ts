import { expect, test } from 'vitest';
import { petSettingsFrom } from './pet-settings.ts';

const base = new URL('https://docent.example/help/');

test('PET49: addresses are relative to the service, or absolute', () => {
  const pet = petSettingsFrom(
    {
      pet: {
        id: 'ember',
        name: 'Ember',
        style: 'pixel',
        size: 120,
        masterUrl: '/pet-skins/ember/master',
        expressions: { blink: 'https://cdn.example/b.png', happy: 'javascript:alert(1)', sad: 7 },
      },
    },
    base,
  );
  expect(pet).toEqual({
    name: 'Ember',
    style: 'pixel',
    size: 120,
    master: 'https://docent.example/pet-skins/ember/master',
    expressions: { blink: 'https://cdn.example/b.png' },
  });
});

test('PET47: without a pet, or without its picture, there is none', () => {
  for (const value of [
    undefined,
    {},
    { pet: null },
    { pet: { masterUrl: '' } },
    { pet: { masterUrl: 'data:image/png,x' } },
  ])
    expect(petSettingsFrom(value, base)).toBeUndefined();
});

test('sizes are kept within what a page can bear', () => {
  const sizeOf = (size: unknown) => petSettingsFrom({ pet: { masterUrl: '/a', size } }, base)?.size;
  expect([sizeOf(5000), sizeOf(1), sizeOf('x')]).toEqual([240, 48, 96]);
});
