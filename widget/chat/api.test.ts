import { afterEach, expect, test, vi } from 'vitest';
import { encodeFrame, doneFrame, type Frame } from '../../contract/frames.ts';
import { createApi } from './api.ts';

afterEach(() => void vi.unstubAllGlobals());

const api = createApi(new URL('https://docent.example/'), 'de');
const prefix = 'https://docent.example/apis/api.ai-suite.svc.run';

/** Answers every call with `reply` and keeps the calls. */
function serve(reply: (signal: AbortSignal | null | undefined) => Response | Promise<Response>) {
  const calls: { url: string; method: string | undefined; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    calls.push({
      url,
      method: init.method,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    return reply(init.signal);
  });
  return calls;
}

function ask(how: 'ask' | 'askWhole' = 'ask', signal = new AbortController().signal) {
  const frames: Frame[] = [];
  const following = {
    receive: (more: readonly Frame[]) => void frames.push(...more),
    signal,
    silenceMs: 60_000,
  };
  return { frames, ending: api[how]({ message: 'Hi', history: [] }, following) };
}

const sse = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } };

test('SCP5: a page that names a part of the site asks that part alone', async () => {
  const element = { getAttribute: () => ' path:/docs/v2/, tag:linux ' };
  vi.stubGlobal('document', { querySelector: () => element });
  const calls = serve(
    () => new Response(encodeFrame({ event: 'token', data: { content: 'Hi' } }) + doneFrame, sse),
  );
  await ask().ending;
  expect(calls[0]?.body).toMatchObject({ message: 'Hi', scope: 'path:/docs/v2/, tag:linux' });
});

test('a question goes to v1alpha2 and its frames come back', async () => {
  const calls = serve(
    () => new Response(encodeFrame({ event: 'token', data: { content: 'Hi' } }) + doneFrame, sse),
  );
  const { frames, ending } = ask();
  expect(await ending).toBe('done');
  expect(frames).toEqual([{ event: 'token', data: { content: 'Hi' } }]);
  expect(calls).toEqual([
    { url: `${prefix}/v1alpha2/chat/stream`, method: 'POST', body: { message: 'Hi', history: [] } },
  ]);
});

test('an error status and a page that is no stream are refusals', async () => {
  serve(() => new Response('down', { status: 503 }));
  expect(await ask().ending).toBe('refused');
  serve(() => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }));
  expect(await ask().ending).toBe('refused');
});

test('no network is unreachable; a stopped question is stopped', async () => {
  serve(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await ask().ending).toBe('unreachable');
  const abort = new AbortController();
  serve(
    (signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  const { ending } = ask('ask', abort.signal);
  abort.abort();
  expect(await ending).toBe('stopped');
});

test('a whole reply arrives as the frames of a stream', async () => {
  const citations = [{ postId: 'b', title: 'Backups', url: '/backups' }];
  serve(() =>
    Response.json({ reply: 'Copy it [1].', citations, answerState: 'answered', logId: 'log-1', extra: true }),
  );
  const { frames, ending } = ask('askWhole');
  expect(await ending).toBe('done');
  expect(frames.map((frame) => frame.event)).toEqual(['citations', 'token', 'answer_state', 'logId']);
  serve(() => new Response('{"reply":'));
  expect(await ask('askWhole').ending).toBe('cut');
});

test('feedback goes to v1alpha1 as a query without a body, comments cut to 200', async () => {
  const calls = serve(() => Response.json({ success: true }));
  expect(await api.rate('log 1', 'dislike', '不对'.repeat(150))).toBe(true);
  const url = new URL(calls[0]?.url ?? '');
  expect(url.origin + url.pathname).toBe(`${prefix}/v1alpha1/chat/feedback`);
  expect(url.searchParams.get('logId')).toBe('log 1');
  expect(url.searchParams.get('type')).toBe('dislike');
  expect(url.searchParams.get('comment')).toHaveLength(200);
  expect(calls[0]?.body).toBeUndefined();
});

test('feedback that the service refuses or never gets is not stored', async () => {
  serve(() => Response.json({ success: false, error: 'unknown id' }));
  expect(await api.rate('log-1', 'like', '')).toBe(false);
  serve(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await api.rate('log-1', 'like', '')).toBe(false);
});

test('WG27: a proxy that refuses too many questions is a limit, with the time it names', async () => {
  serve(() => new Response('<h1>429</h1>', { status: 429, headers: { 'retry-after': '20' } }));
  const limited = ask();
  expect(await limited.ending).toBe('refused');
  expect(limited.frames).toEqual([
    { event: 'answer_state', data: { answerState: 'limited', retryAfterSeconds: 20 } },
  ]);
});
