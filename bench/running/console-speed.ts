import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { areas } from '../../console/page-groups.ts';
import type { Ports } from '../../server/app.ts';
import { createChatLogStore } from '../../server/features/chat-logs/store.ts';
import { signIn, type Administrator } from '../../test/e2e/console/administrator.ts';
import { startLiveService } from '../../test/e2e/live-service.ts';
import { startBrowser } from '../../test/e2e/visitor.ts';
import { createFigures } from '../fixtures/figures.ts';
import { createLogRows } from '../fixtures/log-rows.ts';
import { createQuestions } from '../fixtures/questions.ts';

const articles = Number(process.env['DOCENT_BENCH_ARTICLES'] ?? 10_000);
const logs = Number(process.env['DOCENT_BENCH_ROWS'] ?? 100_000);
/** Target for the longest wait for a page, in milliseconds. */
const longestWait = 2500;

/**
 * Time of each console page on a large site: from navigation to the last reply that the page requests. Needs a build
 * and Chromium.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-bench-console-'));
  let opened: Ports | undefined;
  try {
    await writeArticles(folder);
    await using live = await startLiveService({
      env: { DOCENT_CONTENT_DIR: folder },
      ports: (ports) => {
        opened = ports;
        return {};
      },
    });
    if (opened) await writeLogs(opened);
    const browser = await startBrowser();
    try {
      const figures = createFigures('console-speed');
      await using admin = await signIn(browser, live, { viewport: { width: 1440, height: 900 } });
      for (const name of areas.flatMap(({ pages }) => [...pages])) {
        const ms = await waited(admin, name === 'overview' ? '/' : `/${name}`);
        figures.note(`${articles} articles, ${logs} logs: ${name}`, ms, 'ms', { atMost: longestWait });
      }
      const search = await waited(admin, '/chat-logs?view=table&question=backup');
      figures.note(`${articles} articles, ${logs} logs: logs that hold a word`, search, 'ms', {
        atMost: longestWait,
      });
      await figures.keep();
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds until all requests of the page have ended. */
async function waited({ page, open }: Administrator, path: string): Promise<number> {
  const start = performance.now();
  let last = start;
  const note = () => (last = performance.now());
  page.on('requestfinished', note);
  await open(path);
  page.off('requestfinished', note);
  return last - start;
}

async function writeArticles(folder: string): Promise<void> {
  const words = createQuestions(3);
  const paragraph = () => Array.from({ length: 12 }, () => words.next()).join(' ');
  for (let first = 0; first < articles; first += 500)
    await Promise.all(
      Array.from({ length: Math.min(500, articles - first) }, (_, n) => {
        const number = first + n;
        const day = new Date(Date.UTC(2026, 0, 1) - number * 3_600_000).toISOString().slice(0, 10);
        return writeFile(
          join(folder, `article-${number}.md`),
          `---\ntitle: "Article ${number}"\ndate: ${day}\n---\n\n${paragraph()}\n\n## Details\n\n${paragraph()}\n`,
        );
      }),
    );
}

async function writeLogs({ db }: Ports): Promise<void> {
  const store = createChatLogStore(db);
  const { logOf } = await createLogRows({ rows: logs, days: 30, now: Date.now() });
  for (let first = 0; first < logs; first += 500)
    await store.add(Array.from({ length: Math.min(500, logs - first) }, (_, n) => logOf(first + n)));
}
