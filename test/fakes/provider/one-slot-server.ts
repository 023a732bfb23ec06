import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../listen.ts';

/** What a chat server does with a request; it ends or destroys the response, or leaves it open. */
export type Behaviour = (response: ServerResponse, body: Record<string, unknown>) => unknown;

/** A frame of a chat stream with a piece of text. */
export const piece = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

export const finish = (reason = 'stop', usage: object = { prompt_tokens: 9, completion_tokens: 9 }): string =>
  `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: reason }], usage })}\n\ndata: [DONE]\n\n`;

/** Begins a stream. */
export const streaming = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

export const refuse =
  (status: number, error: object): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));

/** A chat server with one slot, like a small model at home; it counts what was asked, at once and given up. */
export async function startChatServer(behave: Behaviour) {
  const seen = { asked: 0, running: 0, most: 0, aborted: 0, bodies: [] as Record<string, unknown>[] };
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      seen.asked += 1;
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      seen.bodies.push(body);
      response.on('close', () => {
        seen.running -= 1;
        if (!response.writableFinished) seen.aborted += 1;
      });
      void Promise.resolve(behave(response, body)).catch(() => response.destroy());
    });
  });
  return Object.assign(await listen(server), { seen });
}

/** Streams a text piece by piece, `ms` apart. */
export async function streamSlowly(response: ServerResponse, text: string, ms: number): Promise<void> {
  streaming(response);
  for (const word of text.split(/(?<= )/)) {
    if (response.destroyed) return;
    response.write(piece(word));
    await pause(ms);
  }
  response.end(finish());
}
