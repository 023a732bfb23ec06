import { expect, test } from 'vitest';
import { ask, end, receive, type Ending, type Turn } from './conversation.ts';
import { eventsAfter, resultOf } from './page-result.ts';
import type { Frame } from '../../contract/frames.ts';

/** A turn that ended after some frames. */
function turn(ending: Ending, ...frames: readonly Frame[]): Turn {
  const asked = ask([], { id: 1, question: 'How?', intentRouteId: undefined });
  const [ended] = end(receive(asked, 1, frames, 0), 1, ending, 0);
  if (!ended) throw new Error('no turn');
  return ended;
}

const token: Frame = { event: 'token', data: { content: 'So.' } };
const state = (answerState: string, more: object = {}) =>
  ({ event: 'answer_state', data: { answerState, ...more } }) as unknown as Frame;

test('WG51: the result names the question, the state and the citations', () => {
  const citations = [{ title: 'A', url: '/a', postName: 'a' }];
  const given = turn(
    'done',
    { event: 'citations', data: citations } as unknown as Frame,
    token,
    state('answered'),
  );
  expect(resultOf(given)).toMatchObject({
    asked: 'How?',
    answerState: 'answered',
    citations: [{ title: 'A' }],
  });
  expect(eventsAfter(given).map(([name]) => name)).toEqual(['answer']);
});

test.each(['stopped', 'cut', 'silent', 'refused', 'unreachable'] as const)(
  'WG51, WG52: an answer that ended as %s has a reason in words',
  (ending) => {
    expect(() => resultOf(turn(ending, token))).toThrow(/^[A-Z].+ .+\.$/);
    // A visitor who stops an answer makes no error.
    expect(eventsAfter(turn(ending, token)).map(([name]) => name)).toEqual(
      ending === 'stopped' ? ['answer'] : ['answer', 'error'],
    );
  },
);

test('WG52: a limit is told as such, and is a state of the answer', () => {
  const limited = turn('done', state('limited', { retryAfterSeconds: 60 }));
  expect(eventsAfter(limited).map(([name]) => name)).toEqual(['answer', 'limit']);
  expect(resultOf(limited).answerState).toBe('limited');
});

test('WG51: what the service says of a failure is the reason', () => {
  const failed = turn('done', { event: 'error', data: 'The chat is closed.' });
  expect(() => resultOf(failed)).toThrow('The chat is closed.');
  expect(() => resultOf(undefined)).toThrow();
});
