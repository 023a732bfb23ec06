import { expect, test } from 'vitest';
import { configGroups, defaults } from '../../../contract/config/groups.ts';
import { presetNames, presetOf, presets } from './presets.ts';

test.each(presetNames)('the preset %s is allowed, and recognised by its numbers', (name) => {
  const settings = { ...defaults().retrieval, ...presets[name] };
  expect(configGroups.retrieval.safeParse(settings).success).toBe(true);
  expect(presetOf(settings)).toBe(name);
});

test('a fresh installation is balanced; other numbers are no preset', () => {
  expect(presetOf(defaults().retrieval)).toBe('balanced');
  expect(presetOf({ ...defaults().retrieval, topK: 33 })).toBeUndefined();
});
