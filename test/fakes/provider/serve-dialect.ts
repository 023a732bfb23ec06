import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { listen, type Listening } from '../listen.ts';
import { specFor } from '../model-spec.ts';
import type { ChatCall, RerankCall } from '../../../server/ports/models.ts';
import type { ModelSpec } from '../../../server/adapters/models/models-file.ts';
import { createOpenai, type OpenaiOptions } from '../../../server/adapters/models/openai/openai.ts';

type Fields = Readonly<Record<string, any>>;
type Answer = (fields: Fields, response: ServerResponse, path: string) => void;

export const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
export const stream = (response: ServerResponse, ...texts: readonly string[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const text of texts) response.write(text);
  response.end();
};
export const chunk = (delta: unknown, finish: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
export const events = (...data: readonly string[]) => data.map((one) => `data: ${one}\n\n`);
export const say = (response: ServerResponse, text = 'Fine.') =>
  stream(response, ...events(chunk({ content: text }), chunk({}, 'stop'), '[DONE]'));

export const patient: OpenaiOptions = { retryBaseMs: 1, afterFinishMs: 20, betweenTokensMs: 20_000 };

/** A call that ranks documents. */
export const rerankCall = (documents: readonly string[], topN = 2): RerankCall => ({
  model: '',
  scenario: 'search_rerank',
  query: 'q',
  documents,
  topN,
  signal: new AbortController().signal,
});

/** A server of a test file that answers as the test in work has set it, and keeps what it was sent by that test. */
export function serveDialect() {
  let listening: Listening;
  const dialect = {
    answer: ((_fields, response) => response.end()) as Answer,
    seen: [] as Fields[],
    get origin() {
      return listening.origin;
    },
  };
  beforeAll(async () => {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const fields: Fields = JSON.parse(Buffer.concat(pieces).toString());
        dialect.seen.push(fields);
        dialect.answer(fields, response, request.url ?? '');
      });
    });
    listening = await listen(server);
  });
  afterAll(() => listening[Symbol.asyncDispose]());
  beforeEach(() => void (dialect.seen = []));

  /** Asks a model of the server, and puts the parts of its answer together. */
  const talk = (spec: Partial<ModelSpec> = {}, client = createOpenai(patient)) => {
    const model = specFor(`${dialect.origin}/v1`, spec);
    const send = client.chat(model);
    const ask = async (call: Partial<ChatCall> = {}) => {
      let text = '';
      let reasoning = '';
      let reason = '';
      for await (const part of send({
        model: '',
        scenario: 'visitor_qa',
        task: { kind: 'ping' },
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello?' },
        ],
        signal: new AbortController().signal,
        ...call,
      })) {
        if (part.type === 'text') text += part.text;
        if (part.type === 'reasoning') reasoning += part.text;
        if (part.type === 'finish') reason = part.reason;
      }
      return { text, reasoning, reason };
    };
    return { ask, notTaken: () => client.notTaken(model) };
  };
  return { dialect, talk };
}
