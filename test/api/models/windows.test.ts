import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { estimateMessages } from '../../../server/model-calls/estimate.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createTestLog } from '../../fakes/log.ts';
import { specFor } from '../../fakes/model-spec.ts';
import { finish, piece, startChatServer, streaming } from '../../fakes/provider/one-slot-server.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const sections = Array.from(
  { length: 40 },
  (_, n) =>
    `## Chapter ${n}\n\nThe harbour of chapter ${n} is open. ${'Ships call at the quay and leave with the tide. '.repeat(12)}`,
);
const articles = [{ id: 'harbour', title: 'The harbour', text: `# The harbour\n\n${sections.join('\n\n')}` }];

/** A service with a model that refuses what does not fit into `tokens` and otherwise says `reply`; and the prompts it read. */
async function start(reply: string, tokens: number) {
  const asked: { readonly estimate: number; readonly text: string; readonly isRefused: boolean }[] = [];
  const server = await startChatServer((response, body) => {
    const messages = body['messages'] as { role: 'user'; content: string }[];
    const wanted = Number(body['max_tokens']);
    const estimate = estimateMessages(messages);
    const isRefused = estimate + wanted > tokens;
    asked.push({ estimate, text: messages.map(({ content }) => content).join(' '), isRefused });
    if (!isRefused) return void streaming(response).end(piece(reply) + finish());
    const message = `This model's maximum context length is ${tokens} tokens. However, you requested ${estimate + wanted} tokens (${estimate} in the messages, ${wanted} in the completion).`;
    return void response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message, code: 'context_length_exceeded' } }));
  });
  const notes: object[] = [];
  const info = (fields: object, message: string) =>
    void (message.startsWith('the model reads a part') && notes.push(fields));
  const defaults = { chat: 'test', embedding: undefined, rerank: undefined, image: undefined };
  app = await createTestApp({
    host: createFakeHost(articles),
    log: { ...createTestLog(), info },
    models: createModels({ file: { models: [specFor(`${server.origin}/v1`)], defaults } }),
  });
  const post = async (path: string, body: object) => {
    const sent = await app?.inject({
      method: 'POST',
      url: `${consolePrefix}${path}`,
      headers: { 'content-type': 'application/json', ...asAdmin },
      payload: JSON.stringify(body),
    });
    if (!sent) throw new Error('start first');
    return sent;
  };
  return { asked, notes, post, server };
}

describe('MOD14: a model with a small window is given what fits', () => {
  test('MM15: the mind map of a long article is drawn from whole sections and further headings', async () => {
    const outline = '# The harbour\n\n## [Chapter 0](#chapter-0)\n\n## [Chapter 1](#chapter-1)\n';
    const { asked, notes, post, server } = await start(outline, 2_000);
    await using _server = server;
    const drawn = await post('/mindmap/generate', { postName: 'harbour' });
    expect(drawn.statusCode).toBe(200);
    expect(asked.map(({ isRefused }) => isRefused)).toEqual([true, false]);
    expect(asked[1]?.text).toContain('The harbour of chapter 0 is open.');
    expect(asked[1]?.text).not.toContain('The harbour of chapter 39 is open.');
    expect(asked[1]?.text).toContain('## Chapter 20');
    expect(notes).toMatchObject([{ article: 'harbour' }]);
  });

  test('EX15: an excerpt is written from the beginning of the article', async () => {
    const { asked, notes, post, server } = await start(
      'Ships call at the quay and leave with the tide.',
      900,
    );
    await using _server = server;
    await post('/config/save', { excerpt: { maxInputLength: 20_000 } });
    const written = await post('/knowledge/excerpts/generate', { postName: 'harbour' });
    expect(written.statusCode).toBe(200);
    expect(asked.map(({ isRefused }) => isRefused)).toEqual([true, false]);
    expect(asked[1]?.text).toContain('The harbour of chapter 0 is open.');
    expect(asked[1]?.estimate).toBeGreaterThan(200);
    expect(notes).toHaveLength(1);
  });
});
