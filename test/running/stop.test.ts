import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publicPrefix } from '../../contract/api.ts';
import { createFrameReader } from '../../contract/frames.ts';
import { ready, startService } from './service.ts';
import { known, slowModel } from './slow-model.ts';

/** Processes take seconds to start, many times that on a busy machine. */
const patienceMs = 300_000;

/** A service on a site of one article whose answers have `words` words, one each 100 ms. */
async function serveWith(words: number, stopSeconds: string) {
  const folder = await mkdtemp(join(tmpdir(), 'docent-stop-'));
  const provider = await slowModel(words, 100);
  const { baseUrl } = provider;
  const models = join(folder, 'models.json');
  const model = {
    name: 'slow-chat',
    kind: 'chat',
    provider: 'openai-compatible',
    baseUrl,
    model: 'slow',
    callsAtOnce: 100,
  };
  await writeFile(models, JSON.stringify({ models: [model] }));
  await mkdir(join(folder, 'site'));
  await writeFile(join(folder, 'site/postgresql.md'), `# PostgreSQL\n\n${known}\n`);
  const service = await startService({
    DOCENT_DATA_DIR: join(folder, 'data'),
    DOCENT_CONTENT_DIR: join(folder, 'site'),
    DOCENT_MODELS_FILE: models,
    DOCENT_STOP_SECONDS: stopSeconds,
  });
  await ready(service);
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      service.child.kill('SIGKILL');
      await service.ended;
      provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const question = 'How do I connect PostgreSQL?';

/** Asks, and resolves with what came when the answer has ended; `begun` resolves with the first word. */
function ask(url: string, path: string, body: object) {
  const begun = Promise.withResolvers<void>();
  const read = async () => {
    const reply = await fetch(`${url}${publicPrefix}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const frames = createFrameReader();
    const events: { event: string; data?: unknown }[] = [];
    const decoder = new TextDecoder();
    for await (const bytes of reply.body ?? []) {
      events.push(...frames(decoder.decode(bytes, { stream: true })));
      if (events.some(({ event }) => event === 'token')) begun.resolve();
    }
    const text = events
      .flatMap(({ event, data }) => (event === 'token' ? [(data as { content: string }).content] : []))
      .join('');
    const state = events.find(({ event }) => event === 'answer_state')?.data as
      { answerState: string } | undefined;
    return { text, state: state?.answerState, last: events.at(-1)?.event };
  };
  const answered = read();
  answered.catch(begun.reject);
  return { begun: begun.promise, answered };
}

test.concurrent(
  'RUN5: fifty answers that run at SIGTERM end whole, and the service says at once that it is not ready',
  async ({ expect }) => {
    await using service = await serveWith(30, '60');
    const { url, child, ended, status } = service;
    const asked = Array.from({ length: 50 }, (_, index) =>
      index % 5 === 0
        ? ask(url, '/search/answer', { keyword: question })
        : ask(url, '/chat/stream', { message: question }),
    );
    await Promise.all(asked.map(({ begun }) => begun));
    const whole = fetch(`${url}${publicPrefix}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: question }),
    });
    child.kill('SIGTERM');
    await expect.poll(() => status('/readyz')).toBe(503);
    const answers = await Promise.all(asked.map(({ answered }) => answered));
    for (const { text, last } of answers) {
      expect(text).toContain('word0');
      expect(text).toContain('word29');
      expect(last).toBe('done');
    }
    expect(new Set(answers.map(({ state }) => state))).not.toContain('failed');
    expect(await (await whole).json()).toMatchObject({ reply: expect.stringContaining('word29') });
    expect(await ended).toBe(0);
  },
  patienceMs,
);

test.concurrent(
  'RUN5: what does not end in time ends with a sentence and as failed, on both chat operations and the search answer',
  async () => {
    await using service = await serveWith(10_000, '1');
    const { url, child, ended } = service;
    const chat = ask(url, '/chat/stream', { message: question });
    const search = ask(url, '/search/answer', { keyword: question });
    const whole = fetch(`${url}${publicPrefix}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: question }),
    });
    await Promise.all([chat.begun, search.begun]);
    child.kill('SIGTERM');
    expect(await chat.answered).toMatchObject({
      text: expect.stringContaining('The service is restarting, so this answer is not complete'),
      state: 'failed',
      last: 'done',
    });
    expect(await search.answered).toMatchObject({
      text: expect.stringContaining('The service is restarting'),
      last: 'done',
    });
    expect(await (await whole).json()).toMatchObject({
      reply: expect.stringContaining('The service is restarting'),
      answerState: 'failed',
      citations: [],
    });
    expect(await ended).toBe(0);
  },
  patienceMs,
);

test.concurrent(
  'RUN5: a second signal ends the service at once',
  async ({ expect }) => {
    await using service = await serveWith(10_000, '600');
    const { url, child, ended } = service;
    const chat = ask(url, '/chat/stream', { message: question });
    chat.answered.catch(() => undefined);
    await chat.begun;
    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
  },
  patienceMs,
);
