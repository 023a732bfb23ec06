import { expect, test } from 'vitest';
import type { HistoryItem } from '../../../../contract/chat/chat.ts';
import { textWeight } from '../../../model-calls/estimate.ts';
import { answerTokens, roomIn } from '../../../model-calls/window.ts';
import { fitted } from './budget.ts';

const turn = (at: number): HistoryItem => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `${at} ${'ship ahoy '.repeat(40)}`,
});
const history = Array.from({ length: 6 }, (_, at) => turn(at));
const passages = Array.from({ length: 5 }, (_, at) => ({
  article: at + 1,
  title: 'T',
  headingPath: [],
  text: `${at} ${'船在港口。'.repeat(30)}`,
}));
const weight = (texts: readonly { readonly content?: string; readonly text?: string }[]) =>
  texts.reduce((sum, { content = '', text = '' }) => sum + textWeight(content + text), 0);

test('MOD14: everything stays that fits', () => {
  expect(fitted({ history, passages }, 5_000)).toEqual({ history, passages });
});

test.each([1_100, 700, 400, 200])('MOD14: %i tokens hold the newest turns and the first passages', (room) => {
  const kept = fitted({ history, passages }, room);
  expect(weight(kept.history) + weight(kept.passages)).toBeLessThanOrEqual(room);
  expect(kept.history).toEqual(history.slice(history.length - kept.history.length));
  expect(kept.passages.map(({ article }) => article)).toEqual(
    passages.slice(0, kept.passages.length).map(({ article }) => article),
  );
  expect(kept.passages.length).toBeGreaterThan(0);
});

test('MOD14: of a passage that is too long its beginning stays, and nothing of one that would be a scrap', () => {
  const [first] = passages;
  const { passages: kept } = fitted(
    { history: [], passages: [{ ...first!, text: first!.text.repeat(20) }] },
    150,
  );
  expect(kept).toHaveLength(1);
  expect(textWeight(kept[0]?.text ?? '')).toBeLessThan(150);
  expect(fitted({ history, passages }, 30)).toEqual({ history: [], passages: [] });
});

test('MOD14: the answer has a third of a small window at most, and the rest is for the prompt', () => {
  expect(answerTokens(2_000, undefined)).toBe(2_000);
  expect(answerTokens(2_000, { tokens: 768, rate: 1 })).toBe(256);
  expect(roomIn({ tokens: 768, rate: 1 }, 256)).toBeLessThan(512);
  expect(roomIn({ tokens: 768, rate: 2 }, 256)).toBeLessThan(256);
});
