import { describe, expect, test } from 'vitest';
import { seeded } from '../../../../test/fakes/random.ts';
import { applyEdits, editsBetween } from './edits.ts';

const shown = (text: string, result: string, grain: 'sentence' | 'word' = 'sentence') =>
  editsBetween(text, result, grain).map(
    ({ start, end, replacement, reason }) => `${text.slice(start, end)} -> ${replacement} (${reason})`,
  );

describe('WR10: edits between a text and its result', () => {
  test.each([
    ['The same.', 'The same.', []],
    [
      'He go home. It rain.',
      'He goes home. It rained.',
      ['go -> goes (wording)', 'rain -> rained (wording)'],
    ],
    ['I has a old bike.', 'I own an aged bike.', ['has a old -> own an aged (wording)']],
    ['One. Two. Three.', 'One. Three.', ['Two.  ->  (removed)']],
    ['One. Three.', 'One. Two. Three.', [' -> Two.  (added)']],
    ['It is late. We go.', 'It is late, and we go.', ['. We -> , and we (wording)']],
    ['It is late, and we go.', 'It is late. We go.', [', and we -> . We (wording)']],
    ['水很热，小心。', '水很烫，请小心。', ['热， -> 烫，请 (wording)']],
    ['a  b', 'a b', ['   ->   (spacing)']],
    ['Well,yes', 'Well, yes', [' ->   (spacing)']],
    ['Well. yes', 'Well, yes', ['. -> , (punctuation)']],
    ['line one\nline two\n', 'line one\nline 2\n', ['two -> 2 (wording)']],
  ])('%j to %j', (text, result, expected) => {
    expect(shown(text, result)).toEqual(expected);
  });

  test.each([
    [
      'I recieve teh mail.',
      'I receive the mail.',
      ['recieve -> receive (spelling)', 'teh -> the (spelling)'],
    ],
    [
      'He said "yes", realy.',
      'He said “yes”, really.',
      ['"yes" -> “yes” (punctuation)', 'realy -> really (spelling)'],
    ],
    ['monday, at Home', 'Monday, at home', ['monday -> Monday (capitals)', 'Home -> home (capitals)']],
    [
      'I dont know, he cant.',
      "I don't know, he can't.",
      ["dont -> don't (punctuation)", "cant -> can't (punctuation)"],
    ],
    ["She said 'yes' here.", 'She said “yes” here.', ["'yes' -> “yes” (punctuation)"]],
    ['你好,世界.', '你好，世界。', [', -> ， (punctuation)', '. -> 。 (punctuation)']],
  ])('word by word, %j to %j', (text, result, expected) => {
    expect(shown(text, result, 'word')).toEqual(expected);
  });

  test('apply cleanly, all together and each alone, whatever the texts', () => {
    const random = seeded(11);
    const stock = [
      'a',
      'the ',
      'Cat',
      ' sat',
      '. ',
      '。',
      '，',
      '好',
      '天气',
      '\n',
      '\r\n',
      '\n\n',
      '“',
      '"',
      '(',
      '👩‍🚀',
      '𠮷',
      'e\u0301',
      '  ',
      '# ',
      '```\n',
      '3.5',
    ];
    const anyText = () => Array.from({ length: random(40) }, () => stock[random(stock.length)]).join('');
    for (let round = 0; round < 1500; round++) {
      const text = anyText();
      const result = random(3) === 0 ? anyText() : mutated(text, random, stock);
      for (const grain of ['sentence', 'word'] as const) {
        const edits = editsBetween(text, result, grain);
        expect(applyEdits(text, edits)).toBe(result);
        let at = -1;
        for (const edit of edits) {
          expect(edit.start > at && edit.end >= edit.start && edit.end <= text.length).toBe(true);
          expect(text.slice(edit.start, edit.end)).not.toBe(edit.replacement);
          expect(applyEdits(text, [edit]).isWellFormed()).toBe(true);
          at = edit.end;
        }
      }
    }
  });

  test('stay bounded for long texts that have nothing in common', () => {
    const text = Array.from({ length: 9_000 }, (_, place) => `old${place}`).join(' ');
    const result = Array.from({ length: 9_000 }, (_, place) => `new${place}`).join(' ');
    expect(applyEdits(text, editsBetween(text, result, 'sentence'))).toBe(result);
  });
});

function mutated(text: string, random: (below: number) => number, stock: readonly string[]): string {
  const letters = Array.from(text);
  for (let change = 0; change < 4; change++) {
    letters.splice(random(letters.length + 1), random(4), stock[random(stock.length)] ?? '');
  }
  return letters.join('');
}
