import type { Document } from '../../../http/implement.ts';
import { fieldsOf } from './calls.ts';
import { inPlainWords, plainLines } from './plain-errors.ts';

/** True when the client accepts a stream according to its header; otherwise it gets one JSON value. */
export const acceptsStream = (accept: string | undefined): boolean =>
  /\btext\/event-stream\b/i.test(accept ?? '');

/** The reply of the protocol's server as a document; `ended` is called when all of it was read. */
export async function documentOf(
  response: Response,
  {
    streams,
    isBatch,
    ended,
  }: { readonly streams: boolean; readonly isBatch: boolean; readonly ended: () => void },
): Promise<Document> {
  const contentType = response.headers.get('content-type') ?? 'text/plain; charset=utf-8';
  const headers = headersOf(response.headers);
  const { status, body } = response;
  if (body === null || !contentType.startsWith('text/event-stream')) {
    const text = body === null ? '' : await response.text().finally(ended);
    if (body === null) ended();
    const isJson = contentType.startsWith('application/json') && text !== '';
    return { status, contentType, headers, body: isJson ? inPlainWords(text) : text };
  }
  if (streams) return { status, contentType, headers, body: untilEnded(plainLines(body), ended) };
  const answers = repliesIn(await response.text().finally(ended));
  // A cancelled call has no reply.
  if (answers.length === 0)
    return { status: 202, contentType: 'text/plain; charset=utf-8', headers, body: '' };
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    headers,
    body: JSON.stringify(isBatch ? answers : (answers[0] ?? null)),
  };
}

/** Headers of the protocol, without length and connection, which the HTTP layer sets. */
const headersOf = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(([name]) => name.startsWith('mcp-') || name === 'allow' || name === 'cache-control'),
  );

async function* untilEnded(body: AsyncIterable<string>, ended: () => void): AsyncGenerator<string> {
  try {
    yield* body;
  } finally {
    ended();
  }
}

/** The replies among the messages of a stream, without progress notifications. */
const repliesIn = (frames: string): unknown[] =>
  frames
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trim()] : []))
    .filter((text) => text !== '')
    .map((text): unknown => JSON.parse(inPlainWords(text)))
    .filter((message) => 'result' in fieldsOf(message) || 'error' in fieldsOf(message));
