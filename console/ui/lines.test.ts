import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

test('lines that say nothing or the same again do not count', () => {
  expect(linesOf(' https://a.example \n\nhttps://b.example\r\nhttps://a.example\n')).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
  expect(linesOf('')).toEqual([]);
});
