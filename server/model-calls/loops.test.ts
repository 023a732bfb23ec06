import { expect, test } from 'vitest';
import { createLoopWatch } from './loops.ts';

/** Length of the text when a loop was found, `undefined` when none was. */
function foundAt(text: string, given = ''): number | undefined {
  const watch = createLoopWatch(given);
  for (let at = 0; at < text.length; at += 7) if (watch.push(text.slice(at, at + 7))) return at;
  return undefined;
}

test.each([
  ['digits', 'limit-whitelist_1.1.2' + '.1.1'.repeat(2_000), 1_500],
  ['dashes', '-'.repeat(4_000), 1_300],
  ['a list that counts', Array.from({ length: 500 }, (_, n) => `${n}. The logs are kept.\n`).join(''), 1_000],
  ['words', 'You can limit it to your own needs. '.repeat(50), 400],
  ['JSON', `{"sections": [${'"Languages", '.repeat(200)}`, 400],
  [
    'rounds of seven hundred characters',
    `${'The lorry left the harbour at noon. '.repeat(9)}${'Nobody came. '.repeat(4)}${Array.from({ length: 12 }, (_, n) => `Sentence ${String.fromCharCode(97 + n)} says this. `).join('')}`.repeat(
      6,
    ),
    4_000,
  ],
])('ANS20: a loop of %s ends soon', (_, text, most) => {
  expect(foundAt(text)).toBeLessThan(most);
});

test.each([
  [
    'years with figures',
    Array.from({ length: 10 }, (_, n) => `- ${2010 + n}: ${n * 7} articles were read\n`).join(''),
  ],
  ['a table of numbers', Array.from({ length: 14 }, (_, n) => `| ${n} | ${n * n} | ${n ** 3} |\n`).join('')],
  [
    'steps',
    ['Open the panel.', 'Press Save.', 'Wait a minute.', 'Close the panel.', 'Press Save again.']
      .map((step, n) => `${n + 1}. ${step}`)
      .join('\n')
      .repeat(2),
  ],
])('ANS20: %s are no loop', (_, text) => {
  expect(foundAt(text)).toBeUndefined();
});

test('ANS20: what the given text repeats is no loop, what repeats far more is', () => {
  const given = `It says ${'something of weight '.repeat(20)}and ends.`;
  expect(foundAt(given.toUpperCase(), given)).toBeUndefined();
  expect(
    foundAt(`他说${'很重要的事情'.repeat(60)}。`, `He says ${'a weighty thing '.repeat(60)}.`),
  ).toBeUndefined();
  expect(foundAt('something of weight '.repeat(500), given)).toBeLessThan(2_000);
  expect(foundAt('something of weight '.repeat(500), 'It says something of weight and ends.')).toBeLessThan(
    400,
  );
});
