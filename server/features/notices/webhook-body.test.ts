import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { proposedShape, webhookShapes } from '../../../contract/operator/notices.ts';
import { noticeIn, type Notice } from './notice.ts';
import { worded } from './texts.ts';
import { refusalIn, signedHeaders, webhookBody } from './webhook-body.ts';

const now = 1_800_000_000_123;
const site = { title: 'Birds & <bees>', console: 'https://birds.example/console/' };
const notice: Notice = { event: 'model', phase: 'begun', subject: 'talker', figures: {} };
const told = (given: Partial<Notice> = {}) => {
  const one = { ...notice, ...given };
  return { id: 'id-1', at: now, notice: one, words: worded(one, 'en', site), site };
};
const bodyOf = (shape: (typeof webhookShapes)[number], secret?: string, given: Partial<Notice> = {}) => {
  const call = webhookBody(
    told(given),
    { shape, address: 'https://chat.example/send?access_token=t', secret },
    now,
  );
  return { ...call, value: JSON.parse(call.body) as Record<string, unknown> };
};

describe('NT3: bodies of webhooks', () => {
  test('every service gets its own shape, proposed from the address', () => {
    expect(bodyOf('slack').value['text']).toContain('Birds &amp; &lt;bees&gt;: The model talker fails');
    expect(bodyOf('discord').value).toMatchObject({ allowed_mentions: { parse: [] } });
    for (const [shape, name] of [
      ['dingtalk', 'msgtype'],
      ['wecom', 'msgtype'],
      ['feishu', 'msg_type'],
    ] as const)
      expect(bodyOf(shape).value[name]).toBe('text');
    expect(bodyOf('json').value).toMatchObject({
      id: 'id-1',
      event: 'model',
      phase: 'begun',
      subject: 'talker',
      title: 'The model talker fails',
      console: site.console,
    });
    expect(
      [
        'https://hooks.slack.com/services/T/B/x',
        'https://discord.com/api/webhooks/1/x',
        ' https://open.feishu.cn/open-apis/bot/v2/hook/x',
        'https://oapi.dingtalk.com/robot/send?access_token=x',
        'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x',
        'https://hooks.slack.com.evil.example/x',
        'not an address',
      ].map(proposedShape),
    ).toEqual(['slack', 'discord', 'feishu', 'dingtalk', 'wecom', 'json', 'json']);
  });

  test('no message is longer than its service takes, in whole characters', () => {
    const questions = Array.from({ length: 10 }, (_, index) => `${index} ${'问'.repeat(190)}`);
    const digest = { event: 'digest', figures: { from: 'a', to: 'b' }, questions, gaps: questions } as const;
    const { value } = bodyOf('wecom', undefined, {
      ...digest,
      questions: [...questions],
      gaps: [...questions],
    });
    const { content } = value['text'] as { content: string };
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2_048);
    expect(content).not.toContain('\ufffd');
    expect(content.endsWith('…')).toBe(true);
  });

  test('DingTalk and Feishu are signed as they ask for', () => {
    const ding = new URL(bodyOf('dingtalk', 'SEC1').address);
    expect(ding.searchParams.get('access_token')).toBe('t');
    expect(ding.searchParams.get('sign')).toBe(
      createHmac('sha256', 'SEC1').update(`${now}\nSEC1`).digest('base64'),
    );
    const seconds = String(Math.floor(now / 1000));
    expect(bodyOf('feishu', 'SEC1').value).toMatchObject({
      timestamp: seconds,
      sign: createHmac('sha256', `${seconds}\nSEC1`).update('').digest('base64'),
    });
    expect(bodyOf('feishu').value).not.toHaveProperty('sign');
  });

  test('NT4: a refusal with status 200 is one', () => {
    expect(refusalIn('dingtalk', '{"errcode":310000,"errmsg":"keywords not in content"}')).toContain(
      'keywords',
    );
    expect(refusalIn('wecom', '{"errcode":0,"errmsg":"ok"}')).toBe('');
    expect(refusalIn('feishu', '{"code":19021,"msg":"sign match fail"}')).toContain('sign match');
    expect(refusalIn('feishu', '{"StatusCode":0,"StatusMessage":"success"}')).toBe('');
    expect(refusalIn('wecom', '<html>sign in</html>')).toContain('sign in');
    expect(refusalIn('slack', 'ok')).toBe('');
    expect(refusalIn('slack', 'invalid_token')).toBe('invalid_token');
    expect(refusalIn('json', 'whatever')).toBe('');
  });
});

test('NT2: a receiver can check sender and time by the signature', () => {
  const { body } = bodyOf('json');
  const headers = signedHeaders(body, { id: 'id-1', event: 'model', secret: 's3cret' }, now);
  const timestamp = headers['docent-timestamp'];
  expect(timestamp).toBe('1800000000');
  expect(headers['docent-signature']).toBe(
    `v1=${createHmac('sha256', 's3cret').update(`${timestamp}.${body}`).digest('hex')}`,
  );
  expect(signedHeaders(body, { id: 'id-1', event: 'model', secret: undefined }, now)).not.toHaveProperty(
    'docent-signature',
  );
});

test('every event has words in both languages for all its phases', () => {
  const events = ['budget', 'model', 'site', 'index', 'disk', 'digest', 'test'] as const;
  for (const event of events)
    for (const phase of ['begun', 'ended', 'once'] as const)
      for (const language of ['en', 'zh'] as const) {
        const one = noticeIn(JSON.stringify({ event, phase, subject: 'talker', figures: { percent: 100 } }));
        const { title, text, message } = worded(one, language, site);
        expect([title, text, message].every((part) => part !== '' && !part.includes('undefined'))).toBe(
          event !== 'digest' || title === '',
        );
      }
});
