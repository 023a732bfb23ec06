import process from 'node:process';
import { createServer, type ServerResponse } from 'node:http';
import { createOpenai } from '../server/adapters/models/openai/openai.ts';
import { specFor } from '../test/fakes/model-spec.ts';
import { yieldToEventLoop } from '../server/work/event-loop.ts';
import { listen } from '../test/fakes/listen.ts';

const TOKENS = 10_000;

/**
 * Cost of a chat stream of one-character chunks in the model client, including the sending server in the same process.
 */
export async function run(): Promise<void> {
  const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
  const burst = event('x').repeat(TOKENS) + end;
  await measure('in bursts', async (response) => void response.end(burst));
  await measure('each in a write of its own', async (response) => {
    for (let sent = 0; sent < TOKENS; sent += 1) {
      response.write(event('x'));
      await yieldToEventLoop();
    }
    response.end(end);
  });
}

const event = (text: string) =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })}\n\n`;

async function measure(name: string, send: (response: ServerResponse) => Promise<void>): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void send(response);
  });
  await using listening = await listen(server);
  const chat = createOpenai().chat(specFor(`${listening.origin}/v1`));
  await read(chat);
  const began = process.cpuUsage();
  const runs = 5;
  let parts = 0;
  for (let nth = 0; nth < runs; nth += 1) parts += await read(chat);
  const spent = process.cpuUsage(began);
  const us = (spent.user + spent.system) / (runs * TOKENS);
  console.log(
    `${TOKENS} tokens ${name}: ${us.toFixed(2)} µs CPU per token, ${Math.round(parts / runs)} parts`,
  );
}

/** Reads one stream to its end and counts its parts. */
async function read(chat: ReturnType<ReturnType<typeof createOpenai>['chat']>): Promise<number> {
  const call = {
    model: '',
    scenario: 'model_test',
    task: { kind: 'ping' },
    messages: [],
    signal: new AbortController().signal,
  } as const;
  let characters = 0;
  let parts = 0;
  for await (const part of chat(call)) {
    parts += 1;
    if (part.type === 'text') characters += part.text.length;
  }
  if (characters !== TOKENS) throw new Error(`${characters} characters came`);
  return parts;
}
