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
      for (let nth = 0; ; nth += 1) yield { type: 'text', text: wordsFrom(nth * 1_000) };
    } finally {
      stopped = true;
    }
  }
  const { text, end } = await wholeAnswer(endless());
  expect([text.length, end, stopped]).toEqual([200_000, 'length', true]);
});

/** A thousand different words of six letters. */
const wordsFrom = (first: number): string =>
  Array.from({ length: 1_000 }, (_, at) =>
    Array.from(((first + at + 1) * 7_919 + 11_881_376).toString(26).slice(-5), (sign) =>
      String.fromCharCode(97 + Number.parseInt(sign, 26)),
    ).join(''),
  ).join(' ');

test('ANS20: an answer that runs into a loop is read no further, and a short text of it is none', async () => {
  const looping = async function* (): AsyncGenerator<ChatPart> {
    for (;;) yield { type: 'text', text: 'again and again ' };
  };
  const { text, isLoop } = await wholeAnswer(looping());
  expect([text.length < 1_000, isLoop]).toEqual([true, true]);
  expect(await textOf(looping())).toBe('');
});
