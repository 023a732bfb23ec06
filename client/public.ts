import type { chat } from '../contract/chat/chat.ts';
import type { mindmapPublic } from '../contract/mindmap.ts';
import type { search } from '../contract/search.ts';
import type { widgetConfig } from '../contract/widget/widget-config.ts';
import { operationsOf, type ClientOptions } from './operations.ts';
import type { Called } from './request.ts';
import type { Operation } from './typed.ts';

export { ApiError } from './reply.ts';
export type { ClientOptions } from './operations.ts';
export type { EventsOf, ReplyOf, RequestOf } from './typed.ts';
export type { StreamEvent } from '../contract/events.ts';

/** The parts of the contract that visitors' pages need, without schemas; a test compares them with the contract. */
export const publicOperations = {
  chat: {
    stream: call('POST', '/chat/stream', 'stream', { style: 'chat-stream' }),
    resume: call('POST', '/chat/stream/resume', 'stream', { style: 'error-field' }),
    stop: call('POST', '/chat/stream/stop', 'json', { style: 'error-field' }),
    answer: call('POST', '/chat', 'json', { style: 'chat-reply' }),
    feedback: call('POST', '/chat/feedback', 'json', { style: 'flag', flag: 'success', ok: true }),
  },
  widgetConfig: { read: call('GET', '/widget-config', 'json', { style: 'error-field' }) },
  search: {
    keywordResults: call('GET', '/search/halo-results', 'json', { style: 'search-reply' }),
    scopes: call('GET', '/search/scopes', 'json', { style: 'error-field' }),
    answer: call('POST', '/search/answer', 'stream', { style: 'search-stream' }),
  },
  mindmapPublic: { read: call('GET', '/mindmap', 'json', { style: 'error-field', ok: true }) },
} as const;

function call(
  method: Called['method'],
  path: string,
  kind: Called['reply']['kind'],
  errors: Called['errors'],
): Called {
  return { method, path, reply: { kind }, errors };
}

interface Groups {
  readonly chat: typeof chat;
  readonly widgetConfig: typeof widgetConfig;
  readonly search: typeof search;
  readonly mindmapPublic: typeof mindmapPublic;
}

/** The public operations by group and name: `client.chat.answer({ body: { message } })`. */
export type PublicClient = {
  readonly [G in keyof Groups]: {
    readonly [K in keyof Groups[G]['endpoints']]: Operation<Groups[G]['endpoints'][K]>;
  };
};

/** Creates a client for the public operations: a few kilobytes in a browser. Operations throw {@link ApiError} for every reported failure. */
export function createPublicClient(options: ClientOptions): PublicClient {
  const entries = Object.entries(publicOperations).map(([name, endpoints]) => [
    name,
    operationsOf({ prefix: 'public', endpoints }, options),
  ]);
  // The mapped type `PublicClient` describes what this loop builds.
  return Object.fromEntries(entries) as PublicClient;
}
