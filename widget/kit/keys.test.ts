import { expect, test } from 'vitest';
import { sends } from './keys.ts';

const enter = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 };

test('Enter sends, but not while an input method composes and not with Shift', () => {
  expect(sends(enter)).toBe(true);
  expect(sends({ ...enter, isComposing: true })).toBe(false);
  expect(sends({ ...enter, keyCode: 229 })).toBe(false);
  expect(sends({ ...enter, shiftKey: true })).toBe(false);
  expect(sends({ ...enter, key: 'a' })).toBe(false);
});
