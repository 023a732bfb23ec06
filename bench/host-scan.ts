import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createEmbeddedHost } from '../server/adapters/hosts/embedded/embedded.ts';
import { createArticleRepository } from '../server/adapters/hosts/embedded/article-repository.ts';
import { createMemoryStores } from '../server/adapters/hosts/embedded/stores.ts';
import type { Log } from '../server/ports/log.ts';
import { print } from './fixtures/figures.ts';

const articles = 10_000;
const ignore = () => {};
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const clock = { now: Date.now };
const saved = { load: async () => new Map<string, never>(), save: async () => {} };

/** Time and memory for starting, rescanning and listing a folder of 10,000 articles. */
export async function run(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'docent-bench-'));
  try {
    await writeArticles(root);
    const before = memory();
    const library = createArticleRepository({ root, log, clock, saved });
    await timed('first look at 10,000 articles', () => library.refresh());
    await timed('second look, nothing changed', () => library.refresh());
    await utimes(join(root, 'd0', 'a0.md'), new Date(), new Date());
    await timed('third look, one file touched', () => library.refresh());
    print('memory of 10,000 heads', memory() - before, 'MB');
    const host = await timed('whole host with its watcher', () =>
      createEmbeddedHost({ contentDir: root, dataDir: root, log, clock, stores: createMemoryStores() }),
    );
    await timed('list of all heads', () => Array.fromAsync(host.heads()));
    const request = { language: 'en', origin: 'https://site.example' };
    await timed('an article page, first time', () => host.page?.('/archives/a77', request));
    await timed('the same page again', () => host.page?.('/archives/a77', request));
    await timed('the list of articles', () => host.page?.('/archives', request));
    await host.close();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function writeArticles(root: string): Promise<void> {
  const body = Array.from(
    { length: 20 },
    (_, n) => `## Part ${n}\n\n${'Some words of an article, with *marks*. '.repeat(8)}`,
  ).join('\n\n');
  for (let folder = 0; folder < 100; folder++) {
    await mkdir(join(root, `d${folder}`));
    const numbers = Array.from({ length: articles / 100 }, (_, n) => folder * 100 + n);
    await Promise.all(
      numbers.map((n) =>
        writeFile(join(root, `d${folder}`, `a${n}.md`), `---\n${frontMatter(n)}\n---\n${body}\n`),
      ),
    );
  }
}

const frontMatter = (n: number): string =>
  `title: Article ${n}\ndate: 2026-01-${String((n % 28) + 1).padStart(2, '0')}\ntags: [tag${n % 50}, all]\ncategories: [c${n % 9}]\ndescription: What article ${n} says`;

async function timed<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  print(name, performance.now() - start, 'ms');
  return result;
}

const memory = (): number => process.memoryUsage().rss / 1_000_000;
