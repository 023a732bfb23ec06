import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consolePrefix } from '../contract/api.ts';
import type { MindMapJob } from '../contract/mindmap.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { mindmap } from '../server/adapters/models/builtin/summaries/mindmap.ts';
import { createModels } from '../server/adapters/models/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../test/app.ts';
import { chat, chineseWord, latinWord, post } from './fixtures/chatting.ts';
import { median, p95, print } from './fixtures/figures.ts';
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
    await chat(app, askedWords, 100);
    const before = await chat(app, askedWords, 400);
    const began = performance.now();
    const { jobId } = await post<{ jobId: string }>(app, '/mindmap/jobs/generate-all');
    const during = await chat(app, askedWords, Number.POSITIVE_INFINITY, async () =>
      isAtWork((await jobOf(app, jobId)).status),
    );
    const job = await jobOf(app, jobId);
    const seconds = (performance.now() - began) / 1000;
    // Before and after, because the machine may have become busier meanwhile.
    const idle = [...before, ...(await chat(app, askedWords, 400))];
    print('chat, idle, median', median(idle), 'ms');
    print('chat, idle, p95', p95(idle), 'ms');
    print(`maps of ${count} articles under chat`, seconds, 's');
    print('  drawn', job.success, 'maps');
    print('chat, during the job, answers', during.length, '');
    print('chat, during the job, median', median(during), 'ms');
    print('chat, during the job, p95', p95(during), 'ms');
    print('p95 during against idle', p95(during) / p95(idle), '×');
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
  print(`${name}, median`, median(times), 'ms');
}

async function listing(app: TestApp): Promise<void> {
  for (const query of ['', '?status=generated', '?status=stale&size=50']) {
    const times: number[] = [];
    for (let nth = 0; nth < 15; nth += 1) {
      const began = performance.now();
      await app.inject({ url: `${consolePrefix}/mindmap/articles${query}`, headers: asAdmin });
      times.push(performance.now() - began);
    }
    print(`a page of articles ${query}, median`, median(times), 'ms');
  }
}

const isAtWork = (status: MindMapJob['status']) => status === 'pending' || status === 'running';

const jobOf = async (app: TestApp, id: string) =>
  (await app.inject({ url: `${consolePrefix}/mindmap/jobs/${id}`, headers: asAdmin })).json<{
    job: MindMapJob;
  }>().job;

const random = seeded(11);
/** Words of the visitors' questions. */
const askedWords = Array.from({ length: 500 }, (_, index) => latinWord(index));
const anyIndex = () => Math.floor(5_000 * (random(10_000) / 10_000) ** 3);

/** Sentences of twelve words each. */
function prose(words: number, blank: string): string {
  const word = () => (blank === '' ? chineseWord(anyIndex(), 3_000) : latinWord(anyIndex()));
  const sentence = () => Array.from({ length: 12 }, word).join(blank) + (blank === '' ? '。' : '. ');
  return Array.from({ length: Math.ceil(words / 12) }, sentence).join('');
}

const articleOf = (index: number): FakeArticle => ({
  id: `article-${index}`,
  title: `${latinWord(anyIndex())} ${index}`,
  text: Array.from(
    { length: 4 },
    (_, part) => `## ${latinWord(anyIndex())} ${part}\n\n${prose(90, index % 2 ? ' ' : '')}`,
  ).join('\n\n'),
});
