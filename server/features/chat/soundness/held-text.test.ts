import { expect, test } from 'vitest';
import { createHeldText } from './held-text.ts';

const make = () => createHeldText((text) => text.includes('true.'));

test('ANS39: text is held until a statement is supported, and passes from then on', () => {
  const held = make();
  expect(held.push('First. ')).toBe('');
  expect(held.push('This is true. And')).toBe('First. This is true. And');
  expect(held.push(' more')).toBe(' more');
  expect(held.end('')).toBe('');
});

test('ANS39: a text without any is kept apart', () => {
  const held = make();
  held.push('False.');
  expect(held.end(' All of it.')).toBeUndefined();
  expect(held.held).toBe('False. All of it.');
});

test('ANS39: a short text that says that the site lacks it is shown', () => {
  const held = make();
  held.push('The articles do not mention this.');
  expect(held.end('')).toBe('The articles do not mention this.');
});

test('ANS39: after some 1,500 characters nothing more is waited for', () => {
  const held = make();
  held.push('False. '.repeat(300));
  expect(held.isHopeless).toBe(true);
});

test('the answer to an uncovered question begins with saying so, unless it says it itself or has a marker', () => {
  const notCovered = 'The articles on this site do not answer this question.';
  const ask = () => createHeldText((text) => text.includes('true.'), notCovered);
  expect(ask().push('This is true.')).toBe(`${notCovered}\n\nThis is true.`);
  for (const text of ['This is true.[1]', 'The articles do not mention it. This is true.'])
    expect(ask().push(text)).toBe(text);
  const invented = ask();
  invented.push('The moon was painted green.');
  expect(invented.end('')).toBeUndefined();
});
