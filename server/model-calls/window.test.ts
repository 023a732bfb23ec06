import { expect, test } from 'vitest';
import { Fault } from '../kit/fault.ts';
import { textWeight } from './estimate.ts';
import { fittingCall, textWithin, type Window } from './window.ts';

test('MOD14: a text is cut until it fits, however its characters weigh', () => {
  for (const text of [
    'word '.repeat(20_000),
    '文章的内容。'.repeat(10_000),
    `${'a'.repeat(9_000)}${'字'.repeat(9_000)}`,
  ])
    for (const room of [100, 1_000, 5_000]) {
      const cut = textWithin((length) => text.slice(0, length), 50_000, room);
      expect(textWeight(cut)).toBeLessThanOrEqual(Math.max(room, 200));
      expect(cut.length).toBeGreaterThan(100);
    }
  expect(textWithin((length) => 'short'.slice(0, length), 50_000, 0)).toBe('short');
});

test('MOD14: a call that is refused as too long is made once more, and no third time', async () => {
  const windows: (Window | undefined)[] = [];
  const refused = new Fault('upstream', 'too long', { window: { tokens: 512, asked: 2_000 } });
  const call = fittingCall(undefined, (window) => {
    windows.push(window);
    return { estimate: 1_000, run: () => Promise.reject(refused) };
  });
  await expect(call).rejects.toBe(refused);
  expect(windows).toEqual([undefined, { tokens: 512, rate: 2 }]);
  await expect(
    fittingCall(100, (window) => ({ estimate: 1, run: () => Promise.resolve(window) })),
  ).resolves.toEqual({ tokens: 100, rate: 1 });
});
