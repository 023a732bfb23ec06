import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';

/** A provider of models that wants a key: right answers, 401, 404, and a web page beside its interface. */
export interface FakeProvider {
  /** The base address of the interface. */
  readonly url: string;
  /** An address of the same server that is a web page. */
  readonly page: string;
  readonly key: string;
  /** Names of the models that were asked, in order. */
  readonly asked: string[];
  /** Texts that were embedded, in order. */
  readonly embedded: string[];
  /** Models that answer 503. */
  readonly broken: Set<string>;
  /** Says what it sees on a picture; without it the usual answer. */
  seen: string;
  /** Addresses of pictures that were shown, in order. */
  readonly pictures: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

const models = ['talker', 'embedder'];

export async function startFakeProvider(): Promise<FakeProvider> {
  const key = 'sk-provider-secret-0123456789';
  const asked: string[] = [];
  const embedded: string[] = [];
  const broken = new Set<string>();
  const looking = { seen: '', pictures: [] as string[] };

  const json = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString();
    const path = request.url ?? '';
    if (!path.startsWith('/v1/')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
      return;
    }
    if (request.headers.authorization !== `Bearer ${key}`) {
      json(response, 401, { error: { message: 'Incorrect API key provided' } });
      return;
    }
    if (path === '/v1/models') {
      json(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
      return;
    }
    const { model, stream, input } = JSON.parse(body) as { model: string; stream?: boolean; input?: unknown };
    asked.push(model);
    if (Array.isArray(input)) embedded.push(...input.map(String));
    const shown = Array.from(body.matchAll(/"image_url":\{"url":"([^"]+)"/g), ([, url = '']) => url);
    looking.pictures.push(...shown);
    if (!models.includes(model))
      json(response, 404, { error: { message: `The model ${model} does not exist` } });
    else if (broken.has(model)) json(response, 503, { error: { message: 'overloaded' } });
    else if (path === '/v1/embeddings') json(response, 200, vectors(Array.isArray(input) ? input.length : 1));
    else if (stream)
      streamReply(response, model, shown.length > 0 && looking.seen !== '' ? looking.seen : replyText);
    else json(response, 200, { choices: [{ message: { content: replyText }, finish_reason: 'stop' }] });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const listening = await listen(server);
  return Object.assign(looking, {
    url: `${listening.origin}/v1`,
    page: `${listening.origin}/welcome`,
    key,
    asked,
    embedded,
    broken,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  });
}

const replyText = 'Tokens and answers are limited on the usage page [1].';

const vectors = (count: number) => ({
  data: Array.from({ length: count }, (_, index) => ({ index, embedding: [0.6, 0.8, 0, 0] })),
  usage: { prompt_tokens: 4 },
});

function streamReply(response: ServerResponse, model: string, reply: string): void {
  const event = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const word of reply.split(/(?<= )/))
    event({ model, choices: [{ index: 0, delta: { content: word } }] });
  event({ model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  event({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 } });
  response.end('data: [DONE]\n\n');
}
