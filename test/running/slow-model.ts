import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../fakes/listen.ts';

/** An OpenAI-compatible server whose answers have `words` words, one each `everyMs`. */
export async function slowModel(words: number, everyMs: number) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    for await (const chunk of request) void chunk;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = (delta: object, finish_reason: string | null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
    // The beginning is shown once the article supports a statement of it.
    write({ content: `${known} ` }, null);
    for (let n = 0; n < words && !response.destroyed; n += 1) {
      write({ content: `word${n} ` }, null);
      await pause(everyMs);
    }
    write({}, 'stop');
    response.end('data: [DONE]\n\n');
  };
  const server = createServer((request, response) => void answer(request, response));
  const { origin } = await listen(server);
  server.unref();
  return { baseUrl: `${origin}/v1`, close: () => server.closeAllConnections() };
}

/** What the article says, and every answer first. */
export const known = 'Connect PostgreSQL by its address in `DOCENT_DATABASE_URL`.';
