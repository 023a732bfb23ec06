import { expect, test } from 'vitest';
import { ask, end, receive, type Conversation } from './conversation.ts';
import { readConversation, writeConversation } from './conversation-storage.ts';

const asked = (question: string, id = 1): Conversation => ask([], { id, question, intentRouteId: undefined });

test('a conversation comes back as it was', () => {
  const frames = [
    { event: 'citations', data: [{ postId: 'a', title: 'A', url: '/a', quote: 'so' }] },
    { event: 'reasoning_delta', data: { content: 'hm' } },
    { event: 'token', data: { content: 'Yes [1].' } },
    { event: 'answer_state', data: { answerState: 'answered' } },
    { event: 'logId', data: 'log-1' },
  ] as const;
  const talk = end(receive(asked('Really?'), 1, frames, 5), 1, 'done', 9);
  expect(readConversation(JSON.parse(writeConversation(talk)))).toEqual(talk);
});

test('an answer on its way is kept as cut', () => {
  const talk = receive(asked('Really?'), 1, [{ event: 'token', data: { content: 'Ye' } }], 0);
  expect(readConversation(JSON.parse(writeConversation(talk)))[0]?.answer).toMatchObject({
    text: 'Ye',
    ending: 'cut',
  });
});

test('WG81, CL16: the tab keeps the name of the conversation, and the key of a running answer for itself alone', () => {
  const conversationId = 'c'.repeat(32);
  const turn = { id: 1, question: 'Really?', intentRouteId: undefined, conversationId, resumeKey: 'secret' };
  const talk = ask([], turn);
  expect(readConversation(JSON.parse(writeConversation(talk, true)))).toMatchObject([
    { conversationId, resumeKey: 'secret', answer: { ending: 'cut' } },
  ]);
  expect(writeConversation(talk)).not.toContain('secret');
  expect(writeConversation(end(talk, 1, 'done', 0), true)).not.toContain('secret');
});

test('what somebody else wrote there does no harm', () => {
  expect(readConversation('x')).toEqual([]);
  expect(
    readConversation([null, 7, {}, { question: ' ' }, { question: 'a', answer: { text: 1, ending: 'x' } }]),
  ).toMatchObject([{ question: 'a', answer: { text: '', ending: 'cut', citations: [] } }]);
});

test('the oldest turns are left behind, by number and by length', () => {
  const long = (length: number) =>
    Array.from({ length: 30 }, (_, n) => end(asked('x'.repeat(length), n + 1), n + 1, 'done', 0)).flat();
  expect(readConversation(JSON.parse(writeConversation(long(10))))).toHaveLength(20);
  expect(writeConversation(long(40_000)).length).toBeLessThanOrEqual(400_000);
});
