import { expect, test } from 'vitest';
import { askedPart } from './byte-range.ts';

const file = { size: 10, tag: '"t"' };

test.each([
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-40', { start: 0, end: 9 }],
  ['Bytes=9-99', { start: 9, end: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
  ['bytes=99999999999999999999-', undefined],
  ['', undefined],
])('%s of ten bytes', (range, part) => {
  expect(askedPart({ range }, file)).toEqual(part);
});

test('another version than the one that a client has is sent whole', () => {
  expect(askedPart({ range: 'bytes=0-1', 'if-range': '"t"' }, file)).toEqual({ start: 0, end: 1 });
  for (const version of ['"other"', 'W/"t"', 'Sat, 28 Nov 2026 13:00:00 GMT'])
    expect(askedPart({ range: 'bytes=0-1', 'if-range': version }, file)).toBeUndefined();
});

test('an empty file has no part', () => {
  expect(askedPart({ range: 'bytes=0-' }, { size: 0, tag: '"t"' })).toBe('none');
});
