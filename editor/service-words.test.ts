import { describe, expect, test } from 'vitest';
import { explain } from '../contract/explanations/explain.ts';
import { explanationTexts, type ExplanationCode } from '../contract/explanations/texts.ts';
import { serviceTexts } from './service-texts.ts';
import { ServiceError, serviceWords } from './service-words.ts';
import { sendStream } from './send-stream.ts';
import { sendByWordpress } from './wordpress/send-by-wordpress.ts';
import type { Ask, Send } from './ask.ts';
import { textsFor } from './texts.ts';

const languages = { en: textsFor('en'), zh: textsFor('zh') };
const ask: Ask = { text: 'He go.', action: 'polish', instruction: '', format: 'patch' };

/** The parameters of a text of the service, each by a value that is seen again. */
const paramsOf = (code: ExplanationCode): Record<string, string> =>
  Object.fromEntries(
    [...explanationTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name = ''], n) => [name, `value${n}`]),
  );

describe('ED6: what the service says is worded in the language of the author', () => {
  const codes = Object.keys(serviceTexts.en) as (keyof typeof serviceTexts.en)[];
  test.for(codes)('%s', (code) => {
    const explanation = { code, params: paramsOf(code) };
    const [en = '', zh = ''] = [languages.en, languages.zh].map((texts) =>
      serviceWords('', explanation, texts),
    );
    for (const words of [en, zh]) expect(words).not.toMatch(/[{}]|^$/);
    expect(en).not.toMatch(/\p{sc=Han}/u);
    // A refused value is its reason alone.
    expect(zh).toMatch(code === 'value_refused' ? /^value/ : /\p{sc=Han}/u);
  });

  test('a reason is worded by its own code', () => {
    const refused = 'Model "m": the address refuses the connection (ECONNREFUSED: 127.0.0.1:11434)';
    expect(serviceWords(refused, explain(refused), languages.zh)).toBe(
      '语言模型出错：无法连接（127.0.0.1:11434）',
    );
    const untrusted =
      'Model "m": the certificate of the server is not trusted (CERT_HAS_EXPIRED: certificate has expired)';
    expect(serviceWords(untrusted, explain(untrusted), languages.zh)).toBe(
      '语言模型出错：证书不受信任（certificate has expired）',
    );
    const foreign = 'Model "m": HTTP 429: slow down';
    expect(serviceWords(foreign, explain(foreign), languages.zh)).toBe('语言模型出错（HTTP 429）：slow down');
  });

  test('words without a code are said to be those of the service', () => {
    expect(serviceWords('You may not', undefined, languages.en)).toBe('You may not');
    expect(serviceWords('You may not', undefined, languages.zh)).toBe('Docent 返回的信息：You may not');
    const later = { code: 'of_a_later_version', params: {} };
    expect(serviceWords('Later', later, languages.zh)).toBe('Docent 返回的信息：Later');
  });
});

/** The words of the failure with which a request ends. */
async function failureOf(send: Send): Promise<string> {
  try {
    for await (const { event } of send(ask, new AbortController().signal)) expect(event).toBe('');
  } catch (error) {
    return error instanceof ServiceError
      ? serviceWords(error.message, error.explanation, languages.zh)
      : String(error);
  }
  return '';
}

describe('ED6: a request without a stream', () => {
  const stream = (reply: Response | Error) => {
    const endpoint = `data:text/plain,`;
    const original = globalThis.fetch;
    globalThis.fetch = () => (reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply));
    return failureOf(
      sendStream({ endpoint, headers: () => ({}), credentials: 'same-origin' }, languages.zh),
    ).finally(() => {
      globalThis.fetch = original;
    });
  };
  const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

  test.for([
    ['no network', () => new TypeError('Failed to fetch'), '无法连接 Docent。'],
    [
      'session ended',
      () => new Response('', { status: 401 }),
      '尚未登录 Docent，或登录已过期。请登录后重试。',
    ],
    ['too long for a proxy', () => new Response('<html>', { status: 413 }), '文字太长，请只选中其中一部分。'],
    ['a proxy without the service', () => new Response('<html>', { status: 502 }), 'HTTP 502'],
    [
      'refused by code',
      () => json(403, { error: 'Off', explanation: { code: 'writing_off', params: {} } }),
      '写作助手已关闭。',
    ],
    ['refused by a route of the site', () => json(403, { error: '请先登录' }), 'Docent 返回的信息：请先登录'],
  ] as const)('%s', async ([, reply, words]) => {
    expect(await stream(reply())).toContain(words);
  });
});

describe('ED9 ED6: a request by WordPress', () => {
  const wordpress = (error: unknown) =>
    failureOf(sendByWordpress({ apiFetch: () => Promise.reject(error) } as never, languages.zh));
  const limit = { code: 'model_limit', params: {} };

  test.for([
    ['docent_refused', { explanation: limit }, '本站今天的 AI 额度已用完，明天恢复。'],
    ['docent_refused', {}, 'Docent 返回的信息：In English'],
    ['docent_token', {}, '本站用于 Docent 的访问令牌无效，请联系管理员。'],
    ['docent_unreachable', {}, '无法连接 Docent。'],
    ['rest_cookie_invalid_nonce', {}, '登录已过期。请在另一个标签页登录，然后重试。'],
    ['fetch_error', {}, '无法连接 Docent。'],
    ['rest_forbidden', {}, 'In English'],
  ] as const)('%s %o', async ([code, data, words]) => {
    expect(await wordpress({ code, message: 'In English', data })).toContain(words);
  });
});
