import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { consolePrefix, publicPrefix } from '../contract/api.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { asAdmin, createTestApp, type TestApp } from '../test/app.ts';
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
    await chat(app, 200);
    const idle = await chat(app, 500);
    report('chat, idle, median', percentile(idle, 0.5), 'ms');
    report('chat, idle, p95', percentile(idle, 0.95), 'ms');

    const began = performance.now();
    await post(app, '/knowledge/reindex');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const during = await chat(
      app,
      Number.POSITIVE_INFINITY,
      async () => (await statusOf(app)) === 'indexing',
    );
    delay.disable();
    report(`rebuild of ${count} articles under chat`, (performance.now() - began) / 1000, 's');
    report('chat, during the rebuild, answers', during.length, '');
    report('chat, during the rebuild, median', percentile(during, 0.5), 'ms');
    report('chat, during the rebuild, p95', percentile(during, 0.95), 'ms');
    report('chat, during the rebuild, slowest', percentile(during, 1), 'ms');
    report('p95 during against idle', percentile(during, 0.95) / percentile(idle, 0.95), '×');
    report('event loop held up, p99', delay.percentile(99) / 1e6, 'ms');
    report('event loop held up, longest', delay.max / 1e6, 'ms');

    const single: number[] = [];
    for (let nth = 0; nth < 15; nth += 1) {
      const startedAt = performance.now();
      const { chunkCount } = await post<{ chunkCount: number }>(app, '/knowledge/reindex-post/long');
      if (chunkCount < 20) throw new Error(`The long article has ${chunkCount} passages only`);
      single.push(performance.now() - startedAt);
    }
    report('one article of 20 passages, median', percentile(single, 0.5), 'ms');
    report('one article of 20 passages, slowest', percentile(single, 1), 'ms');
    report('database', (await stat(path)).size / 1e6, 'MB');
  } finally {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Answers one question after the other, with a short rest as readers have; resolves with the milliseconds of each. */
async function chat(app: TestApp, most: number, goesOn = async () => true): Promise<number[]> {
  const times: number[] = [];
  while (times.length < most && (await goesOn())) {
    const message = `${wordAt(times.length % vocabulary.length)} ${wordAt((times.length * 7) % vocabulary.length)}?`;
    const startedAt = performance.now();
    const reply = await app.inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ message }),
    });
    times.push(performance.now() - startedAt);
    if (!reply.json<{ reply?: string }>().reply) throw new Error(`No answer: ${reply.body}`);
    await pause(5);
  }
  return times;
}

const post = async <T>(app: TestApp, path: string): Promise<T> =>
  (await app.inject({ method: 'POST', url: consolePrefix + path, headers: asAdmin })).json<T>();

const statusOf = async (app: TestApp) =>
  (await app.inject({ url: `${consolePrefix}/knowledge/stats`, headers: asAdmin })).json<{ status: string }>()
    .status;

const random = seeded(5);

/** Words as a site has them: a few that are everywhere, many that are seldom. */
const vocabulary = Array.from({ length: 20_000 }, (_, index) => {
  const syllables = ['ba', 'kor', 'lin', 'mu', 'res', 'so', 'tiv', 'xu', 'ven', 'zal', 'pre', 'dom'];
  const han = String.fromCodePoint(0x4e00 + ((index * 7) % 8_000), 0x4e00 + ((index * 13) % 8_000));
  return index % 2
    ? han
    : [index, index * 7 + 3, index * 31 + 1].map((seed) => syllables[seed % 12]).join('') + (index % 97);
});

const wordAt = (index: number) => vocabulary[index] ?? '';
const anyWord = () => wordAt(Math.floor(vocabulary.length * (random(10_000) / 10_000) ** 3));

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

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  report(name, (performance.now() - startedAt) / 1000, 's');
  return result;
}

const report = (name: string, figure: number, unit: string): void =>
  console.log(`${name.padEnd(44)} ${figure.toFixed(figure < 10 ? 2 : 1).padStart(10)} ${unit}`);
