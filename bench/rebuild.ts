import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { consolePrefix } from '../contract/api.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { asAdmin, createTestApp, type TestApp } from '../test/app.ts';
import { chat, chineseWord, latinWord, post } from './fixtures/chatting.ts';
import { median, p95, print, slowest } from './fixtures/figures.ts';
import { createFakeHost, type FakeArticle } from '../test/fakes/host.ts';
import { createFakeModels } from '../test/fakes/models.ts';
import { seeded } from '../test/fakes/random.ts';

/**
 * Delay of chat during a rebuild of the whole index, and the time of indexing one article. The site has
 * DOCENT_BENCH_ARTICLES articles (default 10,000) of about 2,000 characters, half Chinese. The chat model has no
 * latency and there are no vectors, so this measures keyword retrieval through the whole service, on SQLite.
 */
export async function run(): Promise<void> {
  const count = Number(process.env['DOCENT_BENCH_ARTICLES'] ?? 10_000);
  const folder = await mkdtemp(join(tmpdir(), 'docent-rebuild-'));
  const path = join(folder, 'docent.sqlite');
  const site = createFakeHost([
    longArticle,
    ...Array.from({ length: count }, (_, index) => articleOf(index)),
  ]);
  const app = await timed(`first index of ${count} articles`, () =>
    createTestApp({
      db: openSqlite(path),
      host: site,
      models: createFakeModels({ kinds: ['chat'], chat: () => 'That is so.' }),
      checkReplies: false,
    }),
  );
  try {
    await chat(app, vocabulary, 200);
    const idle = await chat(app, vocabulary, 500);
    print('chat, idle, median', median(idle), 'ms');
    print('chat, idle, p95', p95(idle), 'ms');

    const began = performance.now();
    await post(app, '/knowledge/reindex');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const during = await chat(
      app,
      vocabulary,
      Number.POSITIVE_INFINITY,
      async () => (await statusOf(app)) === 'indexing',
    );
    delay.disable();
    print(`rebuild of ${count} articles under chat`, (performance.now() - began) / 1000, 's');
    print('chat, during the rebuild, answers', during.length, '');
    print('chat, during the rebuild, median', median(during), 'ms');
    print('chat, during the rebuild, p95', p95(during), 'ms');
    print('chat, during the rebuild, slowest', slowest(during), 'ms');
    print('p95 during against idle', p95(during) / p95(idle), '×');
    print('event loop held up, p99', delay.percentile(99) / 1e6, 'ms');
    print('event loop held up, longest', delay.max / 1e6, 'ms');

    const single: number[] = [];
    for (let nth = 0; nth < 15; nth += 1) {
      const startedAt = performance.now();
      const { chunkCount } = await post<{ chunkCount: number }>(app, '/knowledge/reindex-post/long');
      if (chunkCount < 20) throw new Error(`The long article has ${chunkCount} passages only`);
      single.push(performance.now() - startedAt);
    }
    print('one article of 20 passages, median', median(single), 'ms');
    print('one article of 20 passages, slowest', slowest(single), 'ms');
    print('database', (await stat(path)).size / 1e6, 'MB');
  } finally {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

const statusOf = async (app: TestApp) =>
  (await app.inject({ url: `${consolePrefix}/knowledge/stats`, headers: asAdmin })).json<{ status: string }>()
    .status;

const random = seeded(5);

/** Words as a site has them: a few that are everywhere, many that are seldom. */
const vocabulary = Array.from({ length: 20_000 }, (_, index) =>
  index % 2 ? chineseWord(index, 8_000) : latinWord(index),
);

const anyWord = () => vocabulary[Math.floor(vocabulary.length * (random(10_000) / 10_000) ** 3)] ?? '';

const sentence = (): string => {
  const words = Array.from({ length: 12 }, anyWord);
  return random(2) ? `${words.join(' ')}. ` : `${words.join('')}。`;
};

const paragraph = (sentences: number) => Array.from({ length: sentences }, sentence).join('');

const articleOf = (index: number): FakeArticle => ({
  id: `article-${index}`,
  title: `${anyWord()} ${anyWord()} ${index}`,
  tags: [anyWord()],
  text: Array.from({ length: 4 }, (_, part) => `## ${anyWord()} ${part}\n\n${paragraph(8)}`).join('\n\n'),
});

const longArticle: FakeArticle = {
  id: 'long',
  title: 'A long article',
  text: Array.from({ length: 20 }, (_, part) => `## Part ${part}\n\n${paragraph(5)}`).join('\n\n'),
};

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  print(name, (performance.now() - startedAt) / 1000, 's');
  return result;
}
