import { expect, test } from 'vitest';
import type { ChatLog } from '../../../contract/chat-logs.ts';
import { conversationsOf } from './conversations.ts';

const log = (id: string, minute: number, ip: string): ChatLog => ({
  id,
  timestamp: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
  ip,
  userAgent: 'browser',
  question: id,
  answer: '',
  model: '',
  citations: [],
});

test('turns of one visitor stand together in the order they were asked; a long pause begins another', () => {
  const logs = [log('d', 59, 'a'), log('c', 21, 'b'), log('b', 20, 'a'), log('a', 10, 'a')];
  expect(conversationsOf(logs).map(({ id, turns }) => [id, turns.map((turn) => turn.id)])).toEqual([
    ['d', ['d']],
    ['c', ['c']],
    ['a', ['a', 'b']],
  ]);
});
