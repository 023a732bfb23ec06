import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { consolePrefix, publicPrefix } from '../contract/api.ts';
import type { MindMapJob } from '../contract/mindmap.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { mindmap } from '../server/adapters/models/builtin/extractive/mindmap.ts';
import { createModels } from '../server/adapters/models/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../test/app.ts';
import { createFakeHost, type FakeArticle } from '../test/fakes/host.ts';
import { seeded } from '../test/fakes/random.ts';

/**
 * Time of the built-in model per map, and the delay of chat while maps of the whole site are generated: the real
 * service in this process on SQLite, with the built-in model for both. DOCENT_BENCH_ARTICLES articles (default 1,000)
 * of about 2,000 characters, half Chinese.
 */
export async function run(): Promise<void> {
  drawing(
    '5,000 English words in 20 sections',
    Array.from({ length: 20 }, (_, n) => `## Part ${n}\n\n${prose(250, ' ')}`),
  );
  drawing('5,000 English words without headings', [prose(5_000, ' ')]);
  drawing(
    '5,000 Chinese words in 20 sections',
    Array.from({ length: 20 }, (_, n) => `## 第${n}节\n\n${prose(250, '')}`),
  );
  drawing('5,000 Chinese words without headings', [prose(5_000, '')]);

  const count = Number(process.env['DOCENT_BENCH_ARTICLES'] ?? 1_000);
  const folder = await mkdtemp(join(tmpdir(), 'docent-maps-'));
  const app = await createTestApp({
    db: openSqlite(join(folder, 'docent.sqlite')),
    host: createFakeHost(Array.from({ length: count }, (_, index) => articleOf(index))),
    models: createModels(),
    checkReplies: false,
  });
  try {
    await chat(app, 100);
    const before = await chat(app, 400);
    const began = performance.now();
    const { jobId } = await post<{ jobId: string }>(app, '/mindmap/jobs/generate-all');
    const during = await chat(app, Number.POSITIVE_INFINITY, async () =>
      isAtWork((await jobOf(app, jobId)).status),
    );
    const job = await jobOf(app, jobId);
    const seconds = (performance.now() - began) / 1000;
    // Before and after, because the machine may have become busier meanwhile.
    const idle = [...before, ...(await chat(app, 400))];
    report('chat, idle, median', percentile(idle, 0.5), 'ms');
    report('chat, idle, p95', percentile(idle, 0.95), 'ms');
    report(`maps of ${count} articles under chat`, seconds, 's');
    report('  drawn', job.success, 'maps');
    report('chat, during the job, answers', during.length, '');
    report('chat, during the job, median', percentile(during, 0.5), 'ms');
    report('chat, during the job, p95', percentile(during, 0.95), 'ms');
    report('p95 during against idle', percentile(during, 0.95) / percentile(idle, 0.95), '×');
    await listing(app);
  } finally {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

function drawing(name: string, sections: readonly string[]): void {
  const task = { kind: 'mindmap', title: 'Guide', markdown: sections.join('\n\n'), maxDepth: 3 } as const;
  const times = Array.from({ length: 40 }, () => {
    const began = performance.now();
    mindmap(task);
    return performance.now() - began;
  });
  report(`${name}, median`, percentile(times, 0.5), 'ms');
}

async function listing(app: TestApp): Promise<void> {
  for (const query of ['', '?status=generated', '?status=stale&size=50']) {
    const times: number[] = [];
    for (let nth = 0; nth < 15; nth += 1) {
      const began = performance.now();
      await app.inject({ url: `${consolePrefix}/mindmap/articles${query}`, headers: asAdmin });
      times.push(performance.now() - began);
    }
    report(`a page of articles ${query}, median`, percentile(times, 0.5), 'ms');
  }
}

const isAtWork = (status: MindMapJob['status']) => status === 'pending' || status === 'running';

const jobOf = async (app: TestApp, id: string) =>
  (await app.inject({ url: `${consolePrefix}/mindmap/jobs/${id}`, headers: asAdmin })).json<{
    job: MindMapJob;
  }>().job;

const post = async <T>(app: TestApp, path: string): Promise<T> =>
  (await app.inject({ method: 'POST', url: consolePrefix + path, headers: asAdmin })).json<T>();

/** Answers one question after the other, with a short rest as readers have; resolves with the milliseconds of each. */
async function chat(app: TestApp, most: number, goesOn = async () => true): Promise<number[]> {
  const times: number[] = [];
  while (times.length < most && (await goesOn())) {
    const message = `${wordAt(times.length % 500)} ${wordAt((times.length * 7) % 500)}?`;
    const began = performance.now();
    const reply = await app.inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ message }),
    });
    times.push(performance.now() - began);
    if (!reply.json<{ reply?: string }>().reply) throw new Error(`No answer: ${reply.body}`);
    await pause(5);
  }
  return times;
}

const random = seeded(11);
const syllables = ['ba', 'kor', 'lin', 'mu', 'res', 'so', 'tiv', 'xu', 'ven', 'zal', 'pre', 'dom'];
const wordAt = (index: number) =>
  [index, index * 7 + 3, index * 31 + 1].map((seed) => syllables[seed % 12]).join('') + (index % 97);
const hanAt = (index: number) =>
  String.fromCodePoint(0x4e00 + ((index * 7) % 3_000), 0x4e00 + ((index * 13) % 3_000));
const anyIndex = () => Math.floor(5_000 * (random(10_000) / 10_000) ** 3);

/** Sentences of twelve words each. */
function prose(words: number, blank: string): string {
  const word = () => (blank === '' ? hanAt(anyIndex()) : wordAt(anyIndex()));
  const sentence = () => Array.from({ length: 12 }, word).join(blank) + (blank === '' ? '。' : '. ');
  return Array.from({ length: Math.ceil(words / 12) }, sentence).join('');
}

const articleOf = (index: number): FakeArticle => ({
  id: `article-${index}`,
  title: `${wordAt(anyIndex())} ${index}`,
  text: Array.from(
    { length: 4 },
    (_, part) => `## ${wordAt(anyIndex())} ${part}\n\n${prose(90, index % 2 ? ' ' : '')}`,
  ).join('\n\n'),
});

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

const report = (name: string, figure: number, unit: string): void =>
  console.log(`${name.padEnd(52)} ${figure.toFixed(figure < 10 ? 2 : 1).padStart(10)} ${unit}`);
