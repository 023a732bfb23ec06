import { expect, test } from 'vitest';
import type { ChatPart } from '../ports/models.ts';
import { textOf, wholeAnswer } from './collect-text.ts';

async function* said(...parts: ChatPart[]): AsyncGenerator<ChatPart> {
  yield* parts;
}

test('an answer is its text without reasoning, and tells how it ended', async () => {
  const parts: ChatPart[] = [
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'An ' },
    { type: 'text', text: 'answer.' },
    { type: 'finish', reason: 'filtered', usage: {} },
  ];
  expect(await wholeAnswer(said(...parts))).toEqual({ text: 'An answer.', end: 'filtered' });
  expect(await textOf(said(...parts))).toBe('An answer.');
});

test('an answer that does not end is read to a bound, and its call is broken off', async () => {
  let stopped = false;
  async function* endless(): AsyncGenerator<ChatPart> {
    try {
      for (;;) yield { type: 'text', text: 'again '.repeat(1000) };
    } finally {
      stopped = true;
    }
  }
  const { text, end } = await wholeAnswer(endless());
  expect([text.length, end, stopped]).toEqual([200_000, 'length', true]);
});
