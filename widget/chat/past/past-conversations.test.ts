import { beforeEach, expect, test, vi } from 'vitest';
import { ask, end, receive, type Conversation } from '../conversation.ts';
import { createPastConversations } from './past-conversations.ts';

/** Storage of a tab and of a browser. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  return () => vi.unstubAllGlobals();
});

const day = 86_400_000;
const saying = (question: string, content = 'Yes.'): Conversation =>
  end(
    receive(
      ask([], { id: 1, question, intentRouteId: undefined }),
      1,
      [{ event: 'token', data: { content } }],
      0,
    ),
    1,
    'done',
    0,
  );
const questions = (past: ReturnType<typeof createPastConversations>) =>
  past.list().map(({ conversation }) => conversation[0]?.question);

test('WG74: conversations are kept for 30 days, the newest first, without that of this tab', () => {
  let now = 100 * day;
  const past = createPastConversations(() => now);
  past.keep(saying('first'));
  past.keep([...saying('first'), ...saying('and more')]);
  expect(questions(past)).toEqual([]);
  past.startAnew();
  now += day;
  past.keep(saying('second'));
  past.startAnew();
  expect(questions(past)).toEqual(['second', 'first']);
  now += 29.5 * day;
  expect(questions(createPastConversations(() => now))).toEqual(['second']);
  expect(past.open('gone')).toBeUndefined();
  const [second] = past.list();
  expect(past.open(second?.id ?? '')?.[0]).toMatchObject({ question: 'second', answer: { text: 'Yes.' } });
  expect(questions(past)).toEqual([]);
  // It goes on as the same conversation, also on the next page of the tab.
  createPastConversations(() => now).keep([...saying('second'), ...saying('third')]);
  past.startAnew();
  expect(past.list()).toHaveLength(1);
  past.clear();
  expect(past.list()).toEqual([]);
});

test('WG74: there is a limit to their number and to their length, and what others wrote there does no harm', () => {
  let now = day;
  const past = createPastConversations(() => now++);
  for (let n = 0; n < 30; n++) {
    past.keep(saying(`question ${n}`, 'x'.repeat(50_000)));
    past.startAnew();
  }
  expect(past.list()).toHaveLength(20);
  for (let n = 0; n < 30; n++) {
    past.keep(Array.from({ length: 6 }, () => saying(`long ${n}`, 'x'.repeat(50_000))).flat());
    past.startAnew();
  }
  expect(past.list().length).toBeLessThan(6);
  for (const text of ['x', '{}', '[null, 1, {"id": 1}, {"id": "a", "at": "b", "turns": [{}]}]']) {
    localStorage.setItem('docent-conversations', text);
    expect(createPastConversations(() => now).list()).toEqual([]);
  }
});
