import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { consolePrefix, publicPrefix } from '../contract/api.ts';
import { jsonIn } from '../server/adapters/hosts/remote/json-answer.ts';
import { readFeed } from '../server/adapters/hosts/web/extract/read-feed.ts';
import { createModels } from '../server/adapters/models/models.ts';
import { isFault } from '../server/kit/fault.ts';
import { splitFrontMatter } from '../server/markup/front-matter.ts';
import { asAdmin, createTestApp, type TestApp } from '../test/app.ts';
import { createFakeHost } from '../test/fakes/host.ts';
import { listen } from '../test/fakes/listen.ts';
import { specFor } from '../test/fakes/model-spec.ts';
import { createFigures, measured } from './fixtures/figures.ts';

/**
 * Texts of one repeated part, of 0.25 and 1 MB, as an article, as a question with its history, as a reply of a model, as a feed, front matter
 * and JSON of a platform. For each way the longest turn of the event loop, in processor time of its thread, so that other work of the
 * machine does not count, and how many times more processor time four times the text takes. DOCENT_BENCH_SHAPES names some of the parts.
 */
export async function run(): Promise<void> {
  const figures = createFigures('hostile-texts');
  const named = process.env['DOCENT_BENCH_SHAPES']?.split(',');
  const worst = new Map<string, Worst>();
  // Modules are loaded and compiled by the first text.
  await waysOf('word ', small / 10);
  for (const [shape, part] of shapes) {
    if (named && !named.includes(shape)) continue;
    const before = await waysOf(part, small);
    for (const [way, { turnMs, cpuMs }] of await waysOf(part, 4 * small)) {
      const had = worst.get(way) ?? { turnMs: 0, turnOf: '', growth: 0, growthOf: '' };
      const growth = cpuMs < leastCpuMs ? 0 : cpuMs / Math.max(1, before.get(way)?.cpuMs ?? 0);
      console.log(
        `${shape.padEnd(14)} ${way.padEnd(28)} turn ${turnMs.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`,
      );
      worst.set(way, {
        ...(turnMs > had.turnMs ? { turnMs, turnOf: shape } : { turnMs: had.turnMs, turnOf: had.turnOf }),
        ...(growth > had.growth
          ? { growth, growthOf: shape }
          : { growth: had.growth, growthOf: had.growthOf }),
      });
    }
  }
  for (const [way, { turnMs, turnOf, growth, growthOf }] of worst) {
    // What a thread does stops nobody.
    const goal = way.endsWith('thread)') ? undefined : { atMost: 50 };
    figures.note(`${way}: longest turn (${turnOf})`, turnMs, 'ms', goal);
    if (growth > 0)
      figures.note(`${way}: CPU of 1 MB to 0.25 MB (${growthOf})`, growth, 'times', { atMost: 6 });
  }
  if (!named) await figures.keep();
}

interface Worst {
  readonly turnMs: number;
  readonly turnOf: string;
  readonly growth: number;
  readonly growthOf: string;
}

interface Taken {
  readonly turnMs: number;
  readonly cpuMs: number;
}

const small = 250_000;
/** Less processor time says nothing about growth. */
const leastCpuMs = 200;

const shapes: readonly (readonly [string, string])[] = [
  ['blanks', ' '],
  ['line breaks', '\n'],
  ['full stops', '. '],
  ['Chinese marks', '。'],
  ['digits', '1'],
  ['letters', 'a'],
  ['capitals', 'Aa '],
  ['Han', '灯塔'],
  ['brackets', '['],
  ['pictures', '![a]('],
  ['stars', '**`'],
  ['tags', '<'],
  ['tags and brackets', '<p>['],
  ['data', 'iVBORw0KGgo'],
  ['JSON', '{"level":30,"msg":"tower","path":"/a/b"},'],
  ['cells', '| a '],
  ['quotes', '> '],
  ['items', '- '],
  ['mail', 'a@'],
  ['comments', '%%a '],
];

/** What each way of a text through the service takes. */
async function waysOf(part: string, size: number): Promise<ReadonlyMap<string, Taken>> {
  const taken = new Map<string, Taken>();
  const run = part.repeat(Math.ceil(size / part.length)).slice(0, size);
  const take = async (way: string, work: () => unknown) => {
    const one = await watched(work);
    console.log(
      `  ${size} ${way.padEnd(28)} turn ${one.turnMs.toFixed(0)} ms, CPU ${one.cpuMs.toFixed(0)} ms`,
    );
    taken.set(way, one);
  };
  await ofArticle(run, take);
  await ofModel(run, take);
  await take('front matter', () => splitFrontMatter(`---\ntitle: ${run}\n---\ntext`));
  await take('JSON of a platform', () => jsonIn(`notice${run}`));
  await take('feed (in a thread)', () =>
    readFeed(
      `<rss version="2.0"><channel><item><title>${run.replaceAll('<', '&lt;')}</title></item></channel></rss>`,
    ),
  );
  return taken;
}

type Take = (way: string, work: () => unknown) => Promise<unknown>;

const question = 'kklog trace of the tower 灯塔';

async function ofArticle(run: string, take: Take): Promise<void> {
  const text = `# Trace of kklog\n\nThe kklog trace of the tower 灯塔 is: ${run}\n\n## More\n\nThe tower is red.`;
  const host = createFakeHost([]);
  await using service = await createTestApp({ host, models: createModels(), checkReplies: false });
  await take('article, index', async () => {
    host.publish({ id: 'trace', title: 'Trace of kklog', tags: [], text });
    await indexed(service);
  });
  await take('article, search', () =>
    service.inject({ url: `${publicPrefix}/search/halo-results?keyword=${encodeURIComponent(question)}` }),
  );
  await take('article, chat', () => send(service, `${publicPrefix}/chat`, { message: question }));
  await take('article, /v1', () =>
    send(service, '/v1/chat/completions', {
      model: 'docent',
      messages: [{ role: 'user', content: question }],
    }),
  );
  await take('article, /mcp', () =>
    send(service, '/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { query: question } },
    }),
  );
  await take('article, excerpt', () =>
    send(service, `${consolePrefix}/knowledge/excerpts/generate`, { postName: 'trace' }),
  );
  await take('article, mind map', () =>
    send(service, `${consolePrefix}/mindmap/generate`, { postName: 'trace' }),
  );
  const message = run.slice(0, 4000);
  const history = Array.from({ length: 20 }, (_, n) => ({
    role: n % 2 ? 'assistant' : 'user',
    content: message,
  }));
  await take('question with history', () => send(service, `${publicPrefix}/chat`, { message, history }));
}

/** Waits until an article can be found. */
async function indexed(service: TestApp): Promise<void> {
  for (;;) {
    const stats = await service.inject({ url: `${consolePrefix}/knowledge/stats`, headers: asAdmin });
    if (stats.json<{ chunkCount: number }>().chunkCount > 0) return;
    await pause(20);
  }
}

async function ofModel(run: string, take: Take): Promise<void> {
  const text = '# Trace of kklog\n\nThe kklog trace of the tower is red.';
  const host = createFakeHost([{ id: 'trace', title: 'Trace of kklog', tags: [], text }]);
  await using server = await listen(createServer((request, response) => answerWith(run, request, response)));
  const models = createModels({
    file: { models: [specFor(`${server.origin}/v1`)], defaults: noDefaults },
  });
  await using service = await createTestApp({ host, models, checkReplies: false });
  await take('reply of a model, chat', () => send(service, `${publicPrefix}/chat`, { message: question }));
  await take('reply of a model, excerpt', () =>
    send(service, `${consolePrefix}/knowledge/excerpts/generate`, { postName: 'trace' }),
  );
  await take('reply of a model, mind map', () =>
    send(service, `${consolePrefix}/mindmap/generate`, { postName: 'trace' }),
  );
}

const noDefaults = { chat: undefined, embedding: undefined, rerank: undefined, image: undefined };

/** A server of models that answers with a text, in pieces as servers send them, whatever length was asked for. */
function answerWith(text: string, request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const pieces = text.match(/[^]{1,2000}/g) ?? [];
  for (const content of pieces)
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  response.end(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
  );
}

const send = (app: TestApp, url: string, body: object) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(url.startsWith(consolePrefix) && asAdmin),
    },
    payload: JSON.stringify(body),
  });

/** The longest turn of the event loop during some work, and its processor time. */
async function watched(work: () => unknown): Promise<Taken> {
  const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  await pause(5);
  let turnMs = 0;
  let last = threadMs();
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    const now = threadMs();
    turnMs = Math.max(turnMs, now - last);
    last = now;
    timer = setTimeout(tick, 1);
  };
  timer = setTimeout(tick, 1);
  const { cpuMs } = await measured(() => refusable(work));
  turnMs = Math.max(turnMs, threadMs() - last);
  clearTimeout(timer);
  return { turnMs, cpuMs };
}

/** A text may be refused, such as a feed without addresses: that is an answer as well. */
async function refusable(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}
