import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createEngine, type Engine } from '../server/features/knowledge/engine/engine.ts';
import { createVectors } from '../server/features/knowledge/engine/vectors.ts';
import {
  createRandom,
  syntheticArticle,
  syntheticArticles,
  syntheticQuestions,
  syntheticVector,
} from './retrieval/synthetic.ts';

/**
 * How fast the search index is built, asked and changed, and what memory it takes, for a made-up site of 2,000,
 * 20,000 and 200,000 chunks of 400 characters, half Chinese and half English. DOCENT_BENCH_CHUNKS names other sizes.
 */
export async function run(): Promise<void> {
  const sizes = (process.env['DOCENT_BENCH_CHUNKS'] ?? '2000,20000,200000').split(',').map(Number);
  for (const size of sizes) await measureSite(size);
  for (const size of sizes) measureVectors(size, 1024);
}

async function measureSite(size: number): Promise<void> {
  const writing = timed(() => {
    for (const _ of syntheticArticles(size));
  });
  const before = resident();
  const engine = createEngine();
  const started = performance.now();
  // The articles stream in, as from a store: nobody holds all their texts at once.
  await engine.load(syntheticArticles(size));
  const seconds = (performance.now() - started - writing) / 1000;
  print(size, 'build', Math.round(size / seconds), 'chunks/s');
  print(size, 'index', megabytes(engine.stats().bytes), 'MB');
  print(size, 'resident', megabytes(resident() - before), 'MB');
  measureQuestions(engine, size);
  measureUpdates(engine, size);
}

function measureQuestions(engine: Engine, size: number): void {
  const questions = syntheticQuestions(QUESTIONS + WARM_UP);
  const answered = questions.map((question) => timed(() => engine.retrieve({ question, topK: 20 })));
  printSpread(size, 'question', answered.slice(WARM_UP));
  const searched = questions.map((question) =>
    timed(() => engine.search({ keyword: question.slice(2, 8), limit: 10 })),
  );
  printSpread(size, 'search box', searched.slice(WARM_UP));
}

function measureUpdates(engine: Engine, size: number): void {
  const random = createRandom(5);
  const updates = Array.from({ length: UPDATES + WARM_UP }, (_, index) => {
    const { articleId, chunks } = syntheticArticle(`article-${index}`, random, 20);
    return timed(() => engine.replaceArticle(articleId, chunks));
  });
  printSpread(size, 'update of a 20-chunk article', updates.slice(WARM_UP));
}

function measureVectors(size: number, dimensions: number): void {
  const random = createRandom(3);
  const vectors = createVectors();
  for (let document = 0; document < size; document++)
    vectors.set(document, syntheticVector(dimensions, random));
  const times = Array.from({ length: QUESTIONS / 4 }, () => {
    const asked = syntheticVector(dimensions, random);
    return timed(() => vectors.nearest(asked, 20));
  });
  printSpread(size, `nearest of ${dimensions} dimensions`, times);
  print(size, `vectors of ${dimensions} dimensions`, megabytes(vectors.bytes), 'MB');
}

const QUESTIONS = 200;
const UPDATES = 50;
const WARM_UP = 40;

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function printSpread(size: number, name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  print(size, `${name}, median`, at(0.5), 'ms');
  print(size, `${name}, p95`, at(0.95), 'ms');
}

function print(size: number, name: string, figure: number | string, unit: string): void {
  console.log(`${String(size).padStart(7)} chunks  ${name.padEnd(40)} ${String(figure).padStart(9)} ${unit}`);
}

/** Memory of the process after a collection, when the runtime lets us ask for one (`--expose-gc`). */
function resident(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
