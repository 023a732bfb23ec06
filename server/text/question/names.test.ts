import { expect, it } from 'vitest';
import { namesIn } from './names.ts';

it.each([
  ['How do I enter the US?', ['us']],
  ['What is the IT department?', ['it']],
  ['type 是 ALL 的时候', ['type', 'all']],
  ['HOW DO I DO IT', []],
  ['how do i do it', []],
])('ANS10: function words of “%s” that are names: %s', (question, names) => {
  expect([...namesIn(question)]).toEqual(names);
});
