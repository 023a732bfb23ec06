import { describe, expect, test } from 'vitest';
import { faultCodes, statusOf, type ErrorStyle, type FaultCode } from '../../contract/faults.ts';
import { databaseUnavailable } from '../kit/database.ts';
import { explained } from '../kit/explained.ts';
import { conflict, Fault, unavailable } from '../kit/fault.ts';
import { failureOf, forVisitors, problem } from './faults.ts';

const apology = 'The assistant is unavailable right now. Please try again later.';

/** Status and body of a code in each style. */
const told: readonly (readonly [
  rule: string,
  style: ErrorStyle,
  code: FaultCode,
  status: number,
  body: unknown,
])[] = [
  ['ERR4', { style: 'error-field' }, 'not-found', 404, { error: 'because' }],
  ['ERR4', { style: 'error-field', ok: true }, 'not-found', 200, { error: 'because' }],
  ['ERR5', { style: 'success-flag' }, 'conflict', 409, { success: false, message: 'because' }],
  ['ERR5', { style: 'success-flag', ok: true }, 'invalid', 200, { success: false, message: 'because' }],
  [
    'ERR5',
    { style: 'success-flag', ok: 'except-invalid' },
    'invalid',
    400,
    { success: false, message: 'because' },
  ],
  [
    'ERR5',
    { style: 'success-flag', ok: 'except-invalid' },
    'upstream',
    200,
    { success: false, message: 'because' },
  ],
  ['ERR6', { style: 'flag', flag: 'saved', ok: true }, 'invalid', 200, { saved: false, error: 'because' }],
  ['ERR7', { style: 'flag', flag: 'merged' }, 'invalid', 400, { merged: false, error: 'because' }],
  ['ERR2', { style: 'chat-reply' }, 'invalid', 400, { error: 'because' }],
  ['CHAT9', { style: 'chat-reply' }, 'disabled', 200, { error: 'because' }],
  [
    'CHAT10',
    { style: 'chat-reply' },
    'upstream',
    200,
    { reply: apology, citations: [], answerState: 'failed' },
  ],
  ['ERR2', { style: 'chat-stream' }, 'invalid', 400, 'data:{"content":"⚠️ because"}\n\ndata:[DONE]\n\n'],
  ['ERR1', { style: 'chat-stream' }, 'disabled', 200, 'event:error\ndata:because\n\ndata:[DONE]\n\n'],
  ['ERR3', { style: 'chat-stream' }, 'upstream', 200, `data:{"content":"⚠️ ${apology}"}\n\ndata:[DONE]\n\n`],
  ['SA1', { style: 'search-stream' }, 'invalid', 400, 'data:{"content":"because"}\n\ndata:[DONE]\n\n'],
  ['SA3', { style: 'search-stream' }, 'disabled', 200, 'data:{"content":"because"}\n\ndata:[DONE]\n\n'],
  [
    'ERR3',
    { style: 'search-stream' },
    'unavailable',
    200,
    `data:{"content":"${apology}"}\n\ndata:[DONE]\n\n`,
  ],
  ['ERR2', { style: 'debug-stream' }, 'invalid', 400, { error: 'because' }],
  ['ERR3', { style: 'debug-stream' }, 'upstream', 200, `data:{"content":"${apology}"}\n\ndata:[DONE]\n\n`],
  ['SSE12', { style: 'error-stream' }, 'upstream', 200, 'event:error\ndata:because\n\ndata:[DONE]\n\n'],
  [
    'SSE3',
    { style: 'progress-stream' },
    'busy',
    200,
    'event:error\ndata:{"error":"because"}\n\ndata:[DONE]\n\n',
  ],
];

describe('a failure before the reply began', () => {
  test.each(told)('%s: in the style %j, %s is %i', (_rule, style, code, status, body) => {
    const failure = failureOf(style, new Fault(code, 'because'), 'en');
    const isJson = failure.contentType === 'application/json';
    expect([failure.status, isJson ? JSON.parse(failure.body) : failure.body]).toEqual([status, body]);
    expect(failure.contentType).toBe(typeof body === 'string' ? 'text/event-stream' : 'application/json');
  });

  test.each(faultCodes.map((code) => [code, statusOf[code]] as const))(
    'ERR8: %s is %i where a style shows statuses',
    (code, status) => {
      expect(failureOf({ style: 'error-field' }, new Fault(code, 'because'), 'en').status).toBe(status);
    },
  );

  test('PET42: a machine-readable code stands beside the message', () => {
    const gone = new Fault('gone', 'The job is gone', { code: 'JOB_GONE' });
    expect(JSON.parse(failureOf({ style: 'success-flag', ok: true }, gone, 'en').body)).toEqual({
      success: false,
      code: 'JOB_GONE',
      message: 'The job is gone',
    });
  });

  test.each([
    ['zh-CN', '助手暂时不可用，请稍后再试。'],
    ['de', 'Der Assistent ist gerade nicht verfügbar.'],
  ] as const)('ERR3: visitors are apologised to in their language: %s', (language, words) => {
    const { body } = failureOf({ style: 'chat-stream' }, new Fault('upstream', 'because'), language);
    expect(body).toContain(words);
  });
});

describe('ERR11: a failure shown to a visitor', () => {
  test.each([
    databaseUnavailable('it refuses the password'),
    new Fault('upstream', 'The key sk-1 has no credit'),
    unavailable(explained('folder_unreadable', { reason: '/srv/site' })),
  ])('is a plain sentence with a code in place of its cause: $message', (fault) => {
    const shown = forVisitors(fault, 'en');
    expect(JSON.parse(failureOf({ style: 'flag', flag: 'success', ok: true }, shown, 'en').body)).toEqual({
      success: false,
      error: 'This is unavailable right now. Please try again later.',
      code: 'UNAVAILABLE',
    });
    expect(shown.details.retryAfterSeconds).toBe(fault.details.retryAfterSeconds);
  });

  test.each([conflict('Another one is at work'), unavailable(explained('mindmap_waiting'))])(
    'stays as it is when it is about the request or a state: $message',
    (fault) => {
      expect(forVisitors(fault, 'en')).toBe(fault);
    },
  );
});

test('a refusal of the HTTP layer is a problem that also older clients can read', () => {
  const { status, contentType, body } = problem(
    413,
    'The body is too large',
    { url: '/x?secret=1', id: 'id-1' },
    {
      style: 'success-flag',
    },
  );
  expect([status, contentType]).toEqual([413, 'application/problem+json']);
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: 'Payload Too Large',
    status: 413,
    detail: 'The body is too large',
    instance: '/x',
    requestId: 'id-1',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    error: 'The body is too large',
    success: false,
    message: 'The body is too large',
  });
});
