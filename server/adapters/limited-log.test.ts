import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitedLog } from './limited-log.ts';

type Fields = Readonly<Record<string, unknown>>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const counted = () => {
  const lines: { readonly fields: Fields; readonly message: string }[] = [];
  const write = (fields: Fields, message: string) => void lines.push({ fields, message });
  return { lines, log: limitedLog({ debug: write, info: write, warn: write, error: write }, Date.now) };
};

test('RUN19: of a message that strangers cause without end the log takes 100 lines a minute and counts the others', () => {
  const { lines, log } = counted();
  for (let at = 0; at < 100_000; at++) log.warn({ origin: `https://x${at}.example` }, 'refused');
  log.warn({}, 'another message');
  expect(lines).toHaveLength(101);
  vi.advanceTimersByTime(60_000);
  expect(lines.at(-1)?.fields).toEqual({ lines: 99_900, of: 'refused' });
  log.warn({}, 'refused');
  expect(lines.at(-1)?.message).toBe('refused');
});

test('RUN19: in an hour it takes 600 lines of a message, and those of debugging are not limited', () => {
  const { lines, log } = counted();
  for (let minute = 0; minute < 59; minute++) {
    for (let line = 0; line < 200; line++) log.error({}, 'failed');
    vi.advanceTimersByTime(60_000);
  }
  expect(lines.filter(({ message }) => message === 'failed')).toHaveLength(600);
  for (let line = 0; line < 700; line++) log.debug({}, 'detail');
  expect(lines.filter(({ message }) => message === 'detail')).toHaveLength(700);
});
