import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { createEngine, type Engine } from '../server/features/knowledge/engine/engine.ts';
import { createVectors } from '../server/features/knowledge/engine/vectors/vectors.ts';
import { createSnapshots } from '../server/features/knowledge/snapshot/snapshots.ts';
import { createTestLog } from '../test/fakes/log.ts';
import { createFigures, measured, median, p95, type Goal } from './fixtures/figures.ts';
import {
  createRandom,
  syntheticArticle,
  syntheticArticles,
  syntheticQuestions,
  syntheticVector,
} from './retrieval/synthetic.ts';

/**
 * How fast the search index is built, saved, opened, asked and changed, and what memory it takes, for a made-up site of
 * 2,000, 20,000 and 200,000 chunks of 400 characters, half Chinese and half English. DOCENT_BENCH_CHUNKS names other sizes.
 */
export async function run(): Promise<void> {
  const sizes = (process.env['DOCENT_BENCH_CHUNKS'] ?? '2000,20000,200000').split(',').map(Number);
  const figures = createFigures('retrieval-speed');
  for (const size of sizes) {
    const note: Note = (name, value, unit, goal) =>
      figures.note(`${size} chunks: ${name}`, value, unit, goal);
    const engine = await build(size, note);
    await ask(engine, goalsOf(size), note);
    await saveAndOpen(engine, goalsOf(size), note);
    await update(engine, note);
    await askVectors(size, 1024, note);
  }
  await figures.keep();
}

type Note = (name: string, value: number, unit: string, goal?: Goal) => void;

interface Goals {
  readonly questionMs?: Goal;
  readonly openMs?: Goal;
}

/** The two sizes that goals are set for. */
const goalsOf = (size: number): Goals =>
  size === 20_000
    ? { questionMs: { atMost: 1 }, openMs: { atMost: 1_000 } }
    : size === 200_000
      ? { questionMs: { atMost: 5 }, openMs: { atMost: 4_000 } }
      : {};

async function build(size: number, note: Note): Promise<Engine> {
  const writing = await measured(() => {
    for (const _ of syntheticArticles(size));
  });
  const before = resident();
  const engine = createEngine();
  // The articles stream in, as from a store: nobody holds all their texts at once.
  const building = await measured(() => engine.load(syntheticArticles(size)));
  note('indexing', size / ((building.wallMs - writing.wallMs) / 1000), 'chunks/s', { atLeast: 8_000 });
  note('indexing', size / ((building.cpuMs - writing.cpuMs) / 1000), 'chunks/CPU s');
  note('index', engine.stats().bytes / 1e6, 'MB');
  note('resident after indexing', (resident() - before) / 1e6, 'MB');
  return engine;
}

async function ask(engine: Engine, goals: Goals, note: Note): Promise<void> {
  const questions = syntheticQuestions(QUESTIONS + WARM_UP);
  const kinds: readonly (readonly [string, (question: string) => unknown])[] = [
    ['question', (question) => engine.retrieve({ question, topK: 20 })],
    ['search box, a few letters', (question) => engine.search({ keyword: question.slice(2, 8), limit: 10 })],
    ['search box, a sentence', (question) => engine.search({ keyword: question, limit: 10 })],
  ];
  for (const [name, answer] of kinds) {
    for (const question of questions.slice(QUESTIONS)) answer(question);
    const times: number[] = [];
    const all = await measured(() => {
      for (const question of questions.slice(0, QUESTIONS)) times.push(timed(() => answer(question)));
    });
    note(name, all.cpuMs / QUESTIONS, 'CPU ms', goals.questionMs);
    note(`${name}, median`, median(times), 'ms');
    note(`${name}, p95`, p95(times), 'ms');
  }
}

async function saveAndOpen(engine: Engine, goals: Goals, note: Note): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-speed-'));
  const snapshots = createSnapshots({ folder, log: createTestLog() });
  const generation = { generation: 1, signature: '', chunking: '', startedAt: 1, isWhole: true };
  try {
    const pauses = monitorEventLoopDelay({ resolution: 2 });
    pauses.enable();
    const saving = await measured(() => snapshots.save(generation, { engine, seq: 1, articles: [] }));
    pauses.disable();
    note('snapshot, written in', saving.wallMs, 'ms');
    note('snapshot, longest pause while it is written', pauses.max / 1e6, 'ms', { atMost: 20 });
    note('snapshot', (await stat(join(folder, '1.snapshot'))).size / 1e6, 'MB');
    const opening = await measured(() => snapshots.open(generation));
    note('snapshot, opened in', opening.wallMs, 'ms', goals.openMs);
    note('snapshot, opened in', opening.cpuMs, 'CPU ms', goals.openMs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function update(engine: Engine, note: Note): Promise<void> {
  const random = createRandom(5);
  const times = Array.from({ length: UPDATES + WARM_UP }, (_, index) => {
    const { articleId, chunks } = syntheticArticle(`article-${index}`, random, 20);
    return timed(() => engine.replaceArticle(articleId, chunks));
  });
  note('update of a 20-chunk article, median', median(times.slice(WARM_UP)), 'ms');
  note('update of a 20-chunk article, p95', p95(times.slice(WARM_UP)), 'ms');
}

async function askVectors(size: number, dimensions: number, note: Note): Promise<void> {
  const random = createRandom(3);
  const vectors = createVectors();
  for (let document = 0; document < size; document++)
    vectors.set(document, syntheticVector(dimensions, random));
  const asked = Array.from({ length: QUESTIONS / 4 }, () => syntheticVector(dimensions, random));
  const all = await measured(() => {
    for (const vector of asked) vectors.nearest(vector, 20);
  });
  note(`nearest of ${dimensions} dimensions`, all.cpuMs / asked.length, 'CPU ms');
  note(`vectors of ${dimensions} dimensions`, vectors.bytes / 1e6, 'MB');
}

const QUESTIONS = 200;
const UPDATES = 50;
const WARM_UP = 40;

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Memory of the process after a collection, when the runtime lets us ask for one (`--expose-gc`). */
function resident(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

if (import.meta.main) await run();
