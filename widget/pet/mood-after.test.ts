import { expect, test } from 'vitest';
import { feelingAfter } from './mood-after.ts';

test('it thinks while an answer is on its way, and is glad or sad about what the visitor says of it', () => {
  expect(feelingAfter('docent:ask', undefined)?.mood).toBe('thinking');
  expect(feelingAfter('docent:answer', { ending: 'done' })?.mood).toBe('idle');
  expect(feelingAfter('docent:feedback', { rating: 'like' })?.mood).toBe('happy');
  expect(feelingAfter('docent:feedback', { type: 'dislike' })?.mood).toBe('sad');
});
test('anything else leaves it as it is', () => {
  expect(feelingAfter('docent:feedback', { rating: 'meh' })).toBeUndefined();
  expect(feelingAfter('docent:feedback', null)).toBeUndefined();
  expect(feelingAfter('docent:open', undefined)).toBeUndefined();
});
