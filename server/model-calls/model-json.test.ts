import { expect, test } from 'vitest';
import { jsonObjectIn } from './model-json.ts';

test.each([
  ['plain', '{"a": 1}', { a: 1 }],
  ['fenced', 'Here it is:\n```json\n{"a": {"b": [1, 2]}}\n```\nBye', { a: { b: [1, 2] } }],
  ['with commas too many', '{"a": [1, 2,], }', { a: [1, 2] }],
  ['cut in a text', '{"a": "one", "b": "tw', { a: 'one' }],
  ['cut in a list', '{"list": [{"a": "x"}, {"a": "y"}, {"a": "z', { list: [{ a: 'x' }, { a: 'y' }] }],
  ['cut after a bracket in a text', '{"a": "}{", "b": [1, {"c": 2}', { a: '}{', b: [1, { c: 2 }] }],
  ['in single quotes', "{'a': 'it', 'b': True, 'c': None}", { a: 'it', b: true, c: null }],
  ['with a comment and bare names', '{a: 1, // one\n b: 2}', { a: 1, b: 2 }],
  ['followed by another one', '{"a": 1} {"b": 2}', { a: 1 }],
])('an object is read when it is %s', (_, answer, read) => {
  expect(jsonObjectIn(answer)).toEqual(read);
});

test.each(['', 'no object', '[1, 2]', '{', '}{', '{"a', '{nonsense}'])(
  'nothing is read from %j',
  (answer) => {
    expect(jsonObjectIn(answer)).toBeUndefined();
  },
);

test('deep and endless brackets do no harm', () => {
  expect(jsonObjectIn('{"a":'.repeat(50_000))).toBeUndefined();
  expect(jsonObjectIn('{'.repeat(300_000))).toBeUndefined();
  expect(jsonObjectIn('data: {}\n'.repeat(100_000))).toEqual({});
  expect(jsonObjectIn('{"a":1,"b":['.repeat(15_000))).toBeDefined();
});
