import { expect, test } from 'vitest';
import { citationsFrom, structuredResultFrom, summaryFrom } from './payloads.ts';

const garbage: unknown[] = [
  undefined,
  null,
  1,
  'text',
  true,
  {},
  [],
  [null],
  [[]],
  { items: 'no' },
  { items: {} },
];

test('nothing that arrives breaks a reader', () => {
  for (const value of garbage) {
    expect(Array.isArray(citationsFrom(value))).toBe(true);
    expect(summaryFrom(value)).toBeUndefined();
    expect(structuredResultFrom(value)).toBeUndefined();
  }
});

test('a broken source keeps its place so that the marks still count right', () => {
  const citations = citationsFrom([null, { title: 'Backups', url: '/backups', postId: 'b', quote: 7 }]);
  expect(citations[1]).toEqual({ title: 'Backups', url: '/backups', postId: 'b' });
});

test('SRC2: a citation keeps the name of its source', () => {
  const [named, plain] = citationsFrom([
    { postId: 's1~a', title: 'Gates', url: 'https://docs.example.org/gates', source: 'Guide' },
    { postId: 'b', title: 'Backups', url: '/backups', source: 7 },
  ]);
  expect([named?.source, plain?.source]).toEqual(['Guide', undefined]);
});

test('an endless list is cut', () => {
  expect(citationsFrom(Array.from({ length: 5000 }, () => ({ title: 'x' })))).toHaveLength(50);
});

test('an unknown state is no state', () => {
  expect(summaryFrom({ answerState: 'wonderful' })).toBeUndefined();
  expect(summaryFrom({ answerState: 'limited', retryAfterSeconds: 90 })).toMatchObject({
    answerState: 'limited',
    retryAfterSeconds: 90,
  });
});

test('cards of an unknown variant are recommendations, and ranks count from one', () => {
  const result = structuredResultFrom({ variant: 'galaxy', items: [{ title: 'A' }, { title: 'B' }] });
  expect(result?.variant).toBe('recommendation');
  expect(result?.items.map((item) => item.rank)).toEqual([1, 2]);
});
