import { expect } from 'vitest';
import { consolePrefix, haloModelsPrefix, publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { articles } from '../api/site.ts';
import { createTestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeImageProcessor } from '../fakes/image-processor.ts';
import { createFakeModels, type FakeScript } from '../fakes/models.ts';

/*
 * The clients of the reference implementation as Docent meets them: the calls they make, and nothing but what they
 * read of the replies. They know no contract; what they read must stay as it is.
 */

/** A reply as a script reads it: without a schema. */
export type Loose = any;

export interface WireReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** As `await response.json()`; fails the test when it is none. */
  json(): Loose;
}

/** The service, and the two ways in which the scripts reach it. */
export async function openReference(script: FakeScript = {}) {
  const models = createFakeModels(script);
  const imageProcessor = createFakeImageProcessor();
  const app = await createTestApp({ host: createFakeHost(articles), models, imageProcessor });
  const signedIn = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'password=test-password',
  });
  const cookie = /docent_session=[^;]+/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '';

  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: unknown,
  ): Promise<WireReply> => {
    const isForm = payload instanceof FormData;
    const encoded = isForm ? new Response(payload) : undefined;
    const reply = await app.inject({
      method,
      url,
      headers: {
        ...headers,
        ...(payload !== undefined && {
          'content-type': encoded?.headers.get('content-type') ?? 'application/json',
        }),
      },
      ...(payload !== undefined && {
        payload: encoded ? Buffer.from(await encoded.arrayBuffer()) : JSON.stringify(payload),
      }),
    });
    const { statusCode: status, body } = reply;
    return { status, type: String(reply.headers['content-type']), body, json: () => JSON.parse(body) };
  };

  /** `fetch` of the console: same origin, the session cookie, and no header of its own. */
  const sameOrigin = { host: 'site', origin: 'http://site', 'sec-fetch-site': 'same-origin', cookie };
  return {
    app,
    models,
    /** The widget, on a page of the site. */
    widget: {
      get: (path: string) => send('GET', publicPrefix + path, {}),
      getV2: (path: string) => send('GET', publicPrefixV2 + path, {}),
      post: (path: string, payload?: unknown) =>
        send('POST', publicPrefix + path, { accept: 'text/event-stream' }, payload),
      postV2: (path: string, payload: unknown) =>
        send('POST', publicPrefixV2 + path, { accept: 'text/event-stream' }, payload),
    },
    console: {
      get: (path: string) => send('GET', consolePrefix + path, sameOrigin),
      /** The platform's model management, which some pages ask too. */
      getModels: (path: string) => send('GET', haloModelsPrefix + path, sameOrigin),
      post: (path: string, payload?: unknown) => send('POST', consolePrefix + path, sameOrigin, payload),
      put: (path: string, payload: unknown) => send('PUT', consolePrefix + path, sameOrigin, payload),
      remove: (path: string) => send('DELETE', consolePrefix + path, sameOrigin),
      /** `EventSource`: a GET that can send nothing but the cookie. Frames of one name, read as JSON. */
      async events(path: string, name: string): Promise<Loose[]> {
        const { type, body } = await send('GET', consolePrefix + path, {
          cookie,
          accept: 'text/event-stream',
        });
        expect(type).toMatch(/^text\/event-stream/);
        return blocksOf(body).flatMap((block) => (block.event === name ? [JSON.parse(block.data)] : []));
      },
    },
  };
}

interface Block {
  readonly event: string;
  readonly data: string;
}

/** Blocks between two line feeds; of several `data:` lines the last one counts, and an empty one drops the block. */
function blocksOf(body: string): Block[] {
  return body.split('\n\n').flatMap((block) => {
    let [event, data] = ['', ''];
    for (const line of block.split('\n')) {
      if (line.startsWith('event:')) event = line.slice(6).trim();
      if (line.startsWith('data:')) data = line.slice(5).trim();
    }
    return data === '' ? [] : [{ event, data }];
  });
}

/** The part of a stream that the widget shows. It stops at `[DONE]`; without one it would go on waiting. */
export function widgetView(body: string) {
  const seen = { text: '', reasoning: '', thought: false, logId: '', done: false };
  let citations: Loose[] = [];
  let structured: Loose;
  for (const { event, data } of blocksOf(body)) {
    if (data === '[DONE]') {
      seen.done = true;
      break;
    }
    if (event === 'citations') citations = JSON.parse(data);
    else if (event === 'structured_result') structured = JSON.parse(data);
    else if (event === 'reasoning_start') seen.thought = true;
    else if (event === 'reasoning_delta') seen.reasoning += JSON.parse(data).content ?? '';
    else if (event === 'logId') seen.logId = data;
    else if (event !== 'reasoning_end') seen.text += contentOf(data);
  }
  return { ...seen, citations, structured };
}

/** The view of the console's debug page and its search preview: every event that they do not know is a token. */
export function consoleView(body: string) {
  let text = '';
  const [stages, citations]: [Loose[], Loose[]] = [[], []];
  let summary: Loose;
  for (const { event, data } of blocksOf(body)) {
    if (data === '[DONE]') continue;
    if (event === 'trace_stage') stages.push(JSON.parse(data));
    else if (event === 'citations') citations.push(...JSON.parse(data));
    else if (event === 'trace_summary') summary = JSON.parse(data);
    else text += contentOf(data);
  }
  return { text, stages, citations, summary };
}

/** A token: JSON with a text `content`; other JSON shows nothing, anything else is shown as it is. */
function contentOf(data: string): string {
  if (!data.startsWith('{')) return data;
  try {
    const { content } = JSON.parse(data);
    return typeof content === 'string' ? content : '';
  } catch {
    return data;
  }
}

export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
export const instantOrEmpty = expect.stringMatching(/^(?:\d{4}-\d\d-\d\dT.+Z)?$/);
export const text = expect.any(String);
export const number = expect.any(Number);
export const flag = expect.any(Boolean);
export const list = expect.any(Array);
