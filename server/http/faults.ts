import { STATUS_CODES } from 'node:http';
import { encodeFrame, doneFrame } from '../../contract/frames.ts';
import { token } from '../../contract/events.ts';
import { statusOf, type ErrorStyle } from '../../contract/faults.ts';
import type { ExplanationCode } from '../../contract/explanations/texts.ts';
import { explained } from '../kit/explained.ts';
import { Fault, isFirstReading, type FaultDetails } from '../kit/fault.ts';
import { unreadableJson } from './bad-request-body.ts';
import { visitorTexts, type VisitorLanguage } from './visitor-texts.ts';

/** A failure as sent: status, headers, body. */
export interface Failure {
  readonly status: number;
  readonly contentType: 'application/json' | 'application/problem+json' | 'text/event-stream';
  readonly body: string;
}

/** Message for anything that is not a Fault; it reveals nothing about the bug. */
export const internalError = explained('internal');

/**
 * The failure as visitors may see it: a plain message with a code, since messages of the database, the site or a provider
 * belong only in the log. Refusals of the request itself and codes in `forVisitorsToo` are unchanged.
 */
export function forVisitors(fault: Fault, language: VisitorLanguage): Fault {
  const { details } = fault;
  const isOurs = fault.code === 'unavailable' || fault.code === 'upstream';
  if (!isOurs || forVisitorsToo.has(fault.explanation?.code ?? '')) return fault;
  if (isFirstReading(fault)) return new Fault('unavailable', visitorTexts[language].reading, details);
  const { retryAfterSeconds } = details;
  return new Fault('unavailable', visitorTexts[language].away, {
    code: 'UNAVAILABLE',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** Codes of failures whose messages are written for visitors. */
const forVisitorsToo: ReadonlySet<string> = new Set<ExplanationCode>([
  'mindmap_none',
  'mindmap_waiting',
  'stopping',
]);

/** Wire form of a failure that happened before a reply began. */
export function failureOf(style: ErrorStyle, fault: Fault, language: VisitorLanguage): Failure {
  const status = statusOf[fault.code];
  const code = fault.details.code ? { code: fault.details.code } : {};
  const { conflicts: found } = fault.details;
  const conflicts = found ? { conflicts: found } : {};
  switch (style.style) {
    case 'error-field':
      return json(style.ok ? 200 : status, {
        error: fault.message,
        ...code,
        ...conflicts,
      });
    case 'success-flag': {
      const ok = style.ok === true || (style.ok === 'except-invalid' && fault.code !== 'invalid');
      return json(ok ? 200 : status, { success: false, message: fault.message, ...code, ...conflicts });
    }
    case 'flag': {
      const ok = style.ok === true || (style.ok === 'except-stale' && fault.code !== 'stale');
      return json(ok ? 200 : status, {
        [style.flag]: false,
        error: fault.message,
        ...code,
        ...conflicts,
      });
    }
    case 'json-rpc':
      return json(status, jsonRpcError(status, fault.message));
    case 'openai':
      return json(status, { error: openAiError(status, fault.message, fault.details) });
    case 'search-reply':
      if (fault.code !== 'unavailable' && fault.code !== 'upstream')
        return json(status, { error: fault.message });
      return json(200, { total: 0, articles: [], source: 'error', error: fault.message, ...code });
    case 'chat-reply':
      if (fault.code === 'invalid') return json(400, { error: fault.message });
      if (fault.code === 'disabled') return json(200, { error: fault.message });
      return json(200, { reply: visitorTexts[language].assistantAway, citations: [], answerState: 'failed' });
    case 'debug-stream':
      return fault.code === 'invalid'
        ? json(400, { error: fault.message })
        : frames(200, streamFailure(style, fault, language));
    case 'chat-stream':
    case 'search-stream':
      return frames(fault.code === 'invalid' ? 400 : 200, streamFailure(style, fault, language));
    case 'error-stream':
    case 'progress-stream':
      return frames(200, streamFailure(style, fault, language));
  }
}

/** Frames of a failure, without the closing `[DONE]`; also used when a stream fails half way. */
export function streamFailure(style: ErrorStyle, fault: Fault, language: VisitorLanguage): string {
  switch (style.style) {
    case 'chat-stream':
      if (fault.code === 'disabled') return encodeFrame({ event: 'error', data: fault.message });
      return encodeFrame(
        token(`⚠️ ${fault.code === 'invalid' ? fault.message : visitorTexts[language].assistantAway}`),
      );
    case 'search-stream':
    case 'debug-stream':
      return encodeFrame(
        token(
          fault.code === 'invalid' || fault.code === 'disabled'
            ? fault.message
            : visitorTexts[language].assistantAway,
        ),
      );
    case 'progress-stream':
      return encodeFrame({ event: 'error', data: JSON.stringify({ error: fault.message }) });
    default:
      return encodeFrame({ event: 'error', data: fault.message });
  }
}

/** OpenAI's error types by status. */
const openAiTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

const openAiError = (
  status: number,
  message: string,
  { param, code }: Pick<FaultDetails, 'param' | 'code'> = {},
) => ({
  message,
  type: openAiTypes[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
  param: param ?? null,
  code: code ?? null,
});

/** JSON-RPC 2.0, section 5.1: the codes of errors that precede a message. */
const jsonRpcCodes = { parse: -32_700, invalid: -32_600, internal: -32_603 } as const;

const jsonRpcError = (status: number, message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: {
    code:
      status >= 500
        ? jsonRpcCodes.internal
        : message === unreadableJson
          ? jsonRpcCodes.parse
          : jsonRpcCodes.invalid,
    message,
  },
});

/**
 * RFC 9457 problem for refusals of the HTTP layer itself (malformed body, unknown path, missing credentials) and for
 * bugs.
 */
export function problem(
  status: number,
  detail: string,
  request: { readonly url: string; readonly id: string },
  style?: ErrorStyle,
): Failure {
  const own =
    style?.style === 'success-flag'
      ? { success: false, message: detail }
      : style?.style === 'openai'
        ? { error: openAiError(status, detail) }
        : style?.style === 'json-rpc'
          ? jsonRpcError(status, detail)
          : {};
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance: request.url.split('?')[0],
    requestId: request.id,
    timestamp: new Date().toISOString(),
    error: detail,
    ...own,
  };
  const contentType = style?.style === 'json-rpc' ? 'application/json' : 'application/problem+json';
  return { status, contentType, body: JSON.stringify(body) };
}

const json = (status: number, value: unknown): Failure => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});

const frames = (status: number, text: string): Failure => ({
  status,
  contentType: 'text/event-stream',
  body: text + doneFrame,
});
