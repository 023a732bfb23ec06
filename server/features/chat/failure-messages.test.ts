import { describe, expect, test } from 'vitest';
import { Fault } from '../../kit/fault.ts';
import { chatDisabledMessage, failureMessage } from './failure-messages.ts';
import { textsOf } from './texts/texts.ts';

const upstream = (details: ConstructorParameters<typeof Fault>[2]) =>
  new Fault('upstream', 'key sk-secret', details);

describe('a failure in friendly words', () => {
  test.each([
    [upstream({ upstreamKind: 'status', upstreamStatus: 401 }), '没有设置好', "isn't set up correctly"],
    [upstream({ upstreamKind: 'status', upstreamStatus: 404 }), '没有设置好', "isn't set up correctly"],
    [upstream({ upstreamKind: 'status', upstreamStatus: 400 }), '换个说法', 'another way'],
    [upstream({ upstreamKind: 'status', upstreamStatus: 429 }), '过一会儿', 'busy right now'],
    [upstream({ upstreamKind: 'status', upstreamStatus: 503 }), '暂时不可用', 'unavailable right now'],
    [upstream({ upstreamKind: 'timeout' }), '用时过长', 'took too long'],
    [upstream({}), '暂时不可用', 'unavailable right now'],
    [new Error('key sk-secret'), '暂时不可用', 'unavailable right now'],
    ['thrown text sk-secret', '暂时不可用', 'unavailable right now'],
  ])('ERR3: %s tells what a visitor can know, in both languages', (error, zh, en) => {
    const texts = [failureMessage(error, 'zh-CN', 'chat').text, failureMessage(error, 'en', 'chat').text];
    expect(texts[0]).toContain(zh);
    expect(texts[1]).toContain(en);
    expect(texts.join()).not.toContain('secret');
    // Visitors can do nothing about status codes or settings.
    expect(texts.join()).not.toMatch(/\d{3}|check it|请检查/);
    expect(failureMessage(error, 'en', 'chat').answerState).toBe('failed');
  });

  test('ANS4: below the beginning of an answer stands that it broke off, unless a limit or a restart says more', () => {
    for (const kind of ['chat', 'search'] as const)
      expect(failureMessage(upstream({}), 'en', kind, true).text).toContain('broke off here');
    const limited = new Fault('limited', 'x', { limit: 'visitor-daily' });
    expect(failureMessage(limited, 'en', 'chat', true).text).toContain("today's question limit");
  });

  test('US5: a limit says when to come back', () => {
    const limited = new Fault('limited', 'x', { limit: 'visitor-hourly', retryAfterSeconds: 601 });
    expect(failureMessage(limited, 'en', 'chat')).toEqual({
      text: expect.stringContaining('about 11 min'),
      answerState: 'limited',
      limit: 'visitor',
      retryAfterSeconds: 601,
    });
  });

  test('US18: too many searches of a moment are told as such, not as the limit of an hour', () => {
    const limited = new Fault('limited', 'x', { limit: 'visitor-searches', retryAfterSeconds: 31 });
    expect(failureMessage(limited, 'en', 'chat').text).toBe(
      "⚠️ You've asked a lot in a short time. Please try again in about 1 min.",
    );
    expect(failureMessage(limited, 'zh-CN', 'search').text).toContain('短时间内');
  });

  test('US5: a ceiling of the site is no limit of the visitor', () => {
    const limited = new Fault('limited', 'x', { limit: 'model-tokens', retryAfterSeconds: 60 });
    expect(failureMessage(limited, 'de', 'chat')).toMatchObject({
      text: expect.stringContaining('KI-Kontingent dieser Website'),
      limit: 'site',
    });
  });

  test.each(['zh-CN', 'zh-TW', 'ja', 'ko', 'fr', 'de', 'es', 'pt', 'ru'])(
    'ERR3: in %s each failure has words of its own, not the English ones',
    (language) => {
      const { failures } = textsOf(language);
      const english = textsOf('en').failures;
      expect(new Set(Object.values(failures)).size).toBe(Object.keys(english).length);
      expect(Object.values(failures).filter((words) => Object.values(english).includes(words))).toEqual([]);
      expect(failures.hourly).toContain('{minutes}');
    },
  );

  test('SA4: in search answers it has no warning sign', () => {
    expect(failureMessage(new Error('x'), 'en', 'search').text).not.toContain('⚠️');
    expect(failureMessage(new Error('x'), 'en', 'chat').text).toMatch(/^⚠️ /);
  });

  test('CHAT9: a disabled chat replies with its message', () =>
    expect([chatDisabledMessage('zh-CN'), chatDisabledMessage('en')]).toEqual([
      '本站未开放对话。',
      'Chat is closed on this site.',
    ]));
});
