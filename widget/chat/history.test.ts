import { expect, test } from 'vitest';
import { ask, end, receive, type Conversation } from './conversation.ts';
import { historyOf, shortened } from './history.ts';

function talk(...pairs: readonly (readonly [string, string])[]): Conversation {
  return pairs.reduce<Conversation>((so, [question, text], id) => {
    const asked = ask(so, { id, question, intentRouteId: undefined });
    return end(receive(asked, id, [{ event: 'token', data: { content: text } }], 0), id, 'done', 0);
  }, []);
}

test('the newest twelve items go along, oldest first', () => {
  const history = historyOf(talk(...Array.from({ length: 9 }, (_, n) => [`q${n}`, `a${n}`] as const)));
  expect(history).toHaveLength(12);
  expect(history[0]).toEqual({ role: 'user', content: 'q3' });
  expect(history[11]).toEqual({ role: 'assistant', content: 'a8' });
});

test('questions without a usable answer stay behind', () => {
  const open = ask(talk(['q0', 'a0'], ['q1', '  ']), { id: 9, question: 'now', intentRouteId: undefined });
  expect(historyOf(open).map((item) => item.content)).toEqual(['q0', 'a0']);
});

test('long texts keep head and tail within 2000 characters, whole characters only', () => {
  for (const text of ['a'.repeat(5000), '🐈'.repeat(2001), '字'.repeat(2001), `x${'🐈'.repeat(3000)}`]) {
    const short = shortened(text);
    expect(short.length).toBeLessThanOrEqual(2000);
    expect(short.isWellFormed()).toBe(true);
  }
  expect(shortened('x'.repeat(2000))).toBe('x'.repeat(2000));
});
