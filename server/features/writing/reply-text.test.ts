import { describe, expect, test } from 'vitest';
import { createReplyText } from './reply-text.ts';

const fence = 'aB3_-x';

/** Result for a reply that arrives in pieces of `pieces` characters. */
function textOf(reply: string, { pieces = 1, source = 'Old text.', announces = true } = {}): string {
  const text = createReplyText(source, fence, announces);
  let given = '';
  for (let at = 0; at < reply.length; at += pieces) given += text.push(reply.slice(at, at + pieces));
  return given + text.end();
}

describe('WR13: the text in a reply', () => {
  test.each([
    ['plain', '  New  *text*.\n\nMore.\n', 'New  *text*.\n\nMore.'],
    ['in a fence', '```markdown\nNew *text*.\n```', 'New *text*.'],
    ['in a fence that is not closed', '```\nNew *text*.', 'New *text*.'],
    ['in a fence, with words behind it', '```md\nNew.\n```\n\nI changed a word.', 'New.'],
    [
      'in a fence, with code inside',
      '```\nNew.\n\n```js\nlet a;\n```\n\nMore.\n```\n',
      'New.\n\n```js\nlet a;\n```\n\nMore.',
    ],
    ['announced', "Sure! Here's the polished text:\n\nNew.", 'New.'],
    ['announced and in a fence', '好的，以下是润色后的文字：\n```\n新的文字。\n```', '新的文字。'],
    ['between our tags', `<text-${fence}>\nNew.\n</text-${fence}>\n`, 'New.'],
    ['with our tag inside', `New <before-${fence}>text.`, 'New text.'],
    ['code', '```js\nlet a;\n```', '```js\nlet a;\n```'],
    ['like an announcement', 'Here is where it begins: at home.', 'Here is where it begins: at home.'],
    ['with odd ends', 'a < b and `c` ``', 'a < b and `c` ``'],
    ['empty', ' \n', ''],
    ['an empty fence', '```\n```', ''],
  ])('is found when it is %s', (_, reply, text) => {
    for (const pieces of [1, 2, 3, 7, 1000]) expect(textOf(reply, { pieces })).toBe(text);
  });

  test('keeps the beginning that the source has too, and all of a continuation', () => {
    const reply = "Here's the plan:\n\nWe go.";
    expect(textOf(reply, { source: "Here's the plan:\n\nWe goes." })).toBe(reply);
    expect(textOf(reply, { announces: false })).toBe(reply);
  });

  test('comes as early as it is certain', () => {
    const text = createReplyText('Old.', fence);
    expect(['New', ' te', 'xt.\n', '\nMore'].map((piece) => text.push(piece))).toEqual([
      'New',
      ' te',
      'xt.',
      '\n\nMore',
    ]);
  });

  test.each([' ', '\n', '<', '`', '``` \n', '\r\n', 'Here '])(
    'is found in bounded time among %j',
    (piece) => {
      const text = createReplyText('Old.', fence);
      let given = 0;
      for (let round = 0; round < 30_000; round++) given += text.push(`x${piece}`.slice(round % 2)).length;
      expect(given + text.end().length).toBeLessThanOrEqual(30_000 * 8);
    },
  );
});
