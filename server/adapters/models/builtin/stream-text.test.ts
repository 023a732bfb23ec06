import { expect, it } from 'vitest';
import { streamText } from './stream-text.ts';

const never = new AbortController().signal;

it.each([
  '',
  '  ',
  'one',
  '\n\n- 备份每天进行，见 `backup --all`。\n  然后 重启 🐱🐱\n',
  'x'.repeat(100),
  ' lead and trail  ',
])('%j is said whole, in pieces, and ends once', async (text) => {
  const parts = await Array.fromAsync(streamText(text, never));
  expect(parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toBe(text);
  expect(parts.at(-1)).toEqual({
    type: 'finish',
    reason: 'stop',
    usage: { promptTokens: 0, completionTokens: 0 },
  });
  const pieces = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  expect(pieces.every((piece) => piece.isWellFormed() && piece.length < 120)).toBe(true);
});

it('stops with the signal', async () => {
  const controller = new AbortController();
  const said = async () => {
    for await (const part of streamText('one two three four five six seven', controller.signal)) {
      expect(part.type).toBe('text');
      controller.abort(new Error('left'));
    }
  };
  await expect(said()).rejects.toThrow('left');
});
