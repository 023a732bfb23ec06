import { expect, test } from 'vitest';
import { piecesOf, withChanges } from './changes.ts';

const text = 'He go home. 你好 , 世界';
const edits = [
  { start: 3, end: 5, replacement: 'goes', reason: 'wording' },
  { start: 14, end: 17, replacement: '，', reason: 'punctuation' },
  { start: 19, end: 19, replacement: '。', reason: 'punctuation' },
];

test('the pieces are the text with its changes in their places', () => {
  expect(piecesOf(text, edits)).toEqual([
    { kind: 'same', text: 'He ' },
    { kind: 'change', index: 0, before: 'go', after: 'goes', reason: 'wording' },
    { kind: 'same', text: ' home. 你好' },
    { kind: 'change', index: 1, before: ' , ', after: '，', reason: 'punctuation' },
    { kind: 'same', text: '世界' },
    { kind: 'change', index: 2, before: '', after: '。', reason: 'punctuation' },
  ]);
});

test('each change is taken or left by itself', () => {
  expect(withChanges(text, edits, new Set([0, 1, 2]))).toBe('He goes home. 你好，世界。');
  expect(withChanges(text, edits, new Set([1]))).toBe('He go home. 你好，世界');
  expect(withChanges(text, edits, new Set())).toBe(text);
  expect(withChanges('', [], new Set())).toBe('');
});

test('ED8: a proposed link says in which sentence it stands', () => {
  const sentence = 'He go home.';
  const link = { start: 6, end: 10, replacement: '[home](/home)', reason: 'Home', sentence };
  expect(piecesOf(text, [link])[1]).toMatchObject({ before: 'home', sentence });
});
