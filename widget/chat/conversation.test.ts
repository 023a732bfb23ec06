import { expect, test } from 'vitest';
import type { Frame } from '../../contract/frames.ts';
import {
  ask,
  askAgain,
  end,
  isUsable,
  rate,
  receive,
  showVersion,
  shownAnswer,
  type Answer,
  type Conversation,
} from './conversation.ts';

const token = (content: string): Frame => ({ event: 'token', data: { content } });
const thought = (content: string): Frame => ({ event: 'reasoning_delta', data: { content } });
const backups = { postId: 'b', title: 'Backups', url: '/backups' };

const asked = ask([], { id: 1, question: 'How do I back up?', intentRouteId: undefined });
const answerOf = (conversation: Conversation, id = 1): Answer => {
  const turn = conversation.find((each) => each.id === id);
  if (!turn) throw new Error(`no turn ${id}`);
  return turn.answer;
};
/** The answer after frames that came one by one, a second apart, from time 1000. */
const after = (...frames: Frame[]): Answer =>
  answerOf(frames.reduce((so, frame, n) => receive(so, 1, [frame], 1000 * (n + 1)), asked));

test('tokens join without losing white space', () => {
  expect(after(token('Copy the '), token('data\n'), token(' folder')).text).toBe('Copy the data\n folder');
});

test('frames give the same answer however they are batched', () => {
  const frames: Frame[] = [
    { event: 'citations', data: [backups] },
    { event: 'reasoning_start', data: {} },
    thought('Let me see'),
    { event: 'reasoning_end', data: {} },
    token('Copy it [1].'),
    { event: 'logId', data: 'log-1' },
  ];
  const whole = receive(asked, 1, frames, 5);
  for (let cut = 0; cut <= frames.length; cut++) {
    const parts = receive(receive(asked, 1, frames.slice(0, cut), 5), 1, frames.slice(cut), 5);
    expect(parts).toEqual(whole);
  }
});

test('reasoning is kept apart from the answer and timed from its first piece', () => {
  const answer = after({ event: 'reasoning_start', data: {} }, thought('Hmm'), thought('…'), token('Yes.'));
  expect(answer.text).toBe('Yes.');
  expect(answer.reasoning).toEqual({ text: 'Hmm…', startedAt: 1000, endedAt: 4000 });
});

test('reasoning that never closes is closed with the stream', () => {
  const open = receive(asked, 1, [thought('Hmm')], 1000);
  expect(answerOf(end(open, 1, 'cut', 3000)).reasoning).toEqual({
    text: 'Hmm',
    startedAt: 1000,
    endedAt: 3000,
  });
});

test('the closing summary brings the checked sources and the state', () => {
  const checked = { ...backups, quote: 'Copy the folder.', anchor: 'copy' };
  const answer = after(
    { event: 'citations', data: [backups] },
    { event: 'answer_state', data: { answerState: 'partial', citations: [checked] } },
  );
  expect(answer.state).toBe('partial');
  expect(answer.citations).toEqual([checked]);
});

test('a limited answer knows when the visitor may ask again', () => {
  const answer = after({ event: 'answer_state', data: { answerState: 'limited', retryAfterSeconds: 60 } });
  expect(answer.retryAt).toBe(61_000);
});

test('an ended answer takes no more frames and keeps its first ending', () => {
  const ended = end(receive(asked, 1, [token('Yes')], 1), 1, 'stopped', 2);
  const later = end(receive(ended, 1, [token(' and no')], 3), 1, 'cut', 4);
  expect(answerOf(later)).toMatchObject({ text: 'Yes', ending: 'stopped' });
});

test('frames for a turn that is gone change nothing', () => {
  expect(receive([], 1, [token('Yes')], 1)).toEqual([]);
});

test('frames with payloads of the wrong kind leave a readable answer', () => {
  const broken = [
    { event: 'citations', data: { no: 'list' } },
    { event: 'structured_result', data: [] },
    { event: 'answer_state', data: 'fine' },
    { event: 'reasoning_delta', data: null },
    { event: 'token', data: { content: { deep: true } } },
  ] as unknown as Frame[];
  expect(after(...broken, token('Still here'))).toMatchObject({
    text: 'Still here',
    citations: [],
    state: undefined,
  });
});

test('only answers that say something carry a talk on', () => {
  expect(isUsable(after(token('Yes')))).toBe(true);
  expect(isUsable(after())).toBe(false);
  expect(
    isUsable(after(token('Too many'), { event: 'answer_state', data: { answerState: 'limited' } })),
  ).toBe(false);
  expect(isUsable(after(token('Yes'), { event: 'error', data: 'closed' }))).toBe(false);
});

test('a rating belongs to one answer, and a hundred turns stay', () => {
  let conversation: Conversation = [];
  for (let id = 0; id < 120; id++)
    conversation = ask(conversation, { id, question: 'q', intentRouteId: undefined });
  expect(conversation).toHaveLength(100);
  const rated = rate(conversation, 119, 'like');
  expect(rated.filter((turn) => turn.answer.rating === 'like').map((turn) => turn.id)).toEqual([119]);
});

test('WG70: a question that is asked again keeps its answer until the new one begins, and gets it back when nothing comes', () => {
  const shown = (conversation: Conversation) => conversation.map((turn) => shownAnswer(turn).text);
  const first = end(receive(asked, 1, [token('Good')], 1), 1, 'done', 2);
  const again = askAgain(first, 1);
  expect(shown(again)).toEqual(['Good']);
  expect(shown(receive(again, 1, [token('Be')], 3))).toEqual(['Be']);

  for (const [frames, ending] of [
    [[], 'unreachable'],
    [[{ event: 'answer_state', data: { answerState: 'limited', retryAfterSeconds: 60 } }], 'done'],
    [[token('⚠️ away'), { event: 'answer_state', data: { answerState: 'failed' } }], 'done'],
    [[token('Half')], 'stopped'],
  ] as const) {
    const ended = end(receive(again, 1, frames, 3), 1, ending, 4);
    const isKept = ending !== 'stopped';
    expect([ended[0]?.answer.text, ended[0]?.failed?.ending]).toEqual(
      isKept ? ['Good', ending] : ['Half', undefined],
    );
    // Another attempt begins from the answer that is shown.
    expect(shown(askAgain(ended, 1))).toEqual([isKept ? 'Good' : 'Half']);
  }
});

test('WG70: the answers to a question can be compared, and each keeps its rating', () => {
  const ended = (conversation: Conversation, text: string) =>
    end(receive(conversation, 1, [token(text)], 1), 1, 'done', 2);
  let conversation = rate(ended(asked, 'one'), 1, 'like');
  for (const text of ['two', 'three', 'four', 'five', 'six'])
    conversation = ended(askAgain(conversation, 1), text);
  expect(conversation[0]?.versions?.map(({ text }) => text)).toEqual(['two', 'three', 'four', 'five', 'six']);
  const second = rate(showVersion(conversation, 1, 1), 1, 'dislike');
  expect(answerOf(second)).toMatchObject({ text: 'three', rating: 'dislike' });
  expect(answerOf(showVersion(showVersion(second, 1, 0), 1, 1)).rating).toBe('dislike');
  expect(answerOf(showVersion(second, 1, 9)).text).toBe('three');
});
