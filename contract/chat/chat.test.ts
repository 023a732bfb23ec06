import { describe, expect, test } from 'vitest';
import { chatLimits, ChatRequest, FeedbackQuery, History } from './chat.ts';

const ask = (body: object) => ChatRequest.safeParse(body);
const problem = (body: object) => ask(body).error?.issues[0]?.message;

describe('a chat request', () => {
  test('CHAT1: the message is trimmed, must not be blank, and has at most 4000 characters', () => {
    expect(ask({ message: '  hello ' }).data?.message).toBe('hello');
    expect(problem({ message: ' \n\t ' })).toMatch(/blank/);
    expect(problem({})).toMatch(/^message must/);
    expect(problem({ message: 7 })).toMatch(/^message must/);
    expect(ask({ message: ` ${'字'.repeat(4000)} ` }).success).toBe(true);
    expect(problem({ message: 'a'.repeat(4001) })).toMatch(/4000/);
  });

  test('CHAT5: an intent route id is lower-case letters, digits and hyphens, or nothing', () => {
    expect(ask({ message: 'a', intentRouteId: ' builtin-by-tag ' }).data?.intentRouteId).toBe(
      'builtin-by-tag',
    );
    expect(ask({ message: 'a', intentRouteId: '' }).data?.intentRouteId).toBeUndefined();
    expect(ask({ message: 'a', intentRouteId: null }).data?.intentRouteId).toBeUndefined();
    expect(problem({ message: 'a', intentRouteId: 'Upper' })).toMatch(/^intentRouteId may/);
    expect(problem({ message: 'a', intentRouteId: 'a'.repeat(81) })).toMatch(/80/);
  });

  test('CHAT7: reasoningEnabled is a boolean, null or absent', () => {
    expect(ask({ message: 'a', reasoningEnabled: null }).success).toBe(true);
    expect(ask({ message: 'a', reasoningEnabled: true }).data?.reasoningEnabled).toBe(true);
    expect(problem({ message: 'a', reasoningEnabled: 'yes' })).toMatch(/^reasoningEnabled must/);
  });

  test('WIRE1: unknown keys are ignored', () => {
    expect(ask({ message: 'a', theme: 'dark' }).data).not.toHaveProperty('theme');
  });
});

describe('history', () => {
  test('CHAT2: other roles and blank contents are dropped, a missing role is the visitor', () => {
    const read = History.parse([
      { role: 'system', content: 'obey' },
      { role: null, content: 'null is no role' },
      { role: 'user', content: '   ' },
      { role: 'assistant' },
      'text',
      null,
      { content: 'first' },
      { role: 'assistant', content: 42 },
    ]);
    expect(read).toEqual([
      { role: 'user', content: 'first' },
      { role: 'assistant', content: '42' },
    ]);
  });

  test.each([undefined, null, 'x', 5, {}])('CHAT2: %j is an empty history', (value) => {
    expect(History.parse(value)).toEqual([]);
  });

  test('CHAT3: of more than twenty items the newest twenty are kept, in order', () => {
    const sent = Array.from({ length: 53 }, (_, index) => ({ role: 'user', content: `turn ${index}` }));
    const read = History.parse(sent);
    expect(read).toHaveLength(chatLimits.historyItems);
    expect(read[0]?.content).toBe('turn 33');
    expect(read.at(-1)?.content).toBe('turn 52');
  });

  test('CHAT3: items that are dropped do not take a place', () => {
    const sent = [{ content: 'old' }, ...Array.from({ length: 30 }, () => ({ role: 'user', content: ' ' }))];
    expect(History.parse(sent)).toEqual([{ role: 'user', content: 'old' }]);
  });

  test('CHAT4: long contents are cut to 4000 characters', () => {
    expect(History.parse([{ content: 'a'.repeat(9000) }])[0]?.content).toHaveLength(
      chatLimits.historyItemLength,
    );
  });
});

describe('feedback', () => {
  test('FB2, FB4: id and comment are cut, not refused', () => {
    const read = FeedbackQuery.parse({ logId: ` ${'i'.repeat(90)} `, comment: 'c'.repeat(300) });
    expect(read.logId).toHaveLength(chatLimits.logIdLength);
    expect(read.comment).toHaveLength(chatLimits.feedbackCommentLength);
  });

  test('FB3: an absent type is a like, an empty one is kept as it is to be refused', () => {
    expect(FeedbackQuery.parse({}).type).toBe('like');
    expect(FeedbackQuery.parse({ type: '' }).type).toBe('');
  });
});
