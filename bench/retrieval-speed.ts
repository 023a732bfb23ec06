import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createEngine, type Engine } from '../server/search/engine.ts';
import { createVectors } from '../server/search/vectors/vectors.ts';
import { createThreadIndex } from '../server/search/index/thread-index.ts';
import { packed, readEngine, writeEngine } from '../server/search/index/index-file.ts';
import type { IndexFile } from '../server/ports/search-index.ts';
import { createFigures, measured, median, p95, type Goal } from './fixtures/figures.ts';
import {
  createRandom,
  syntheticArticle,
  syntheticArticles,
  syntheticQuestions,
  syntheticVector,
} from './retrieval/synthetic.ts';

/**
 * Time and memory of building, saving, opening, querying and changing the search index of a synthetic site with 2,000,
 * 20,000 and 200,000 chunks of 400 characters, half Chinese and half English. DOCENT_BENCH_CHUNKS names other sizes.
 */
export async function run(): Promise<void> {
  const sizes = (process.env['DOCENT_BENCH_CHUNKS'] ?? '2000,20000,200000').split(',').map(Number);
  const figures = createFigures('retrieval-speed');
  for (const size of sizes) {
    const note: Note = (name, value, unit, goal) =>
      figures.note(`${size} chunks: ${name}`, value, unit, goal);
    const engine = await build(size, note);
    const questionMs = await ask(engine, goalsOf(size), note);
    askParts(engine, size, note);
    await saveAndOpen(engine, goalsOf(size), note);
    await update(engine, note);
    const nearestMs = await askVectors(size, 1024, note);
    note('question and nearest of 1024 dimensions', questionMs + nearestMs, 'CPU ms', goalsOf(size).hybridMs);
  }
  await figures.keep();
}

type Note = (name: string, value: number, unit: string, goal?: Goal) => void;

interface Goals {
  readonly questionMs?: Goal;
  readonly hybridMs?: Goal;
  readonly openMs?: Goal;
}

/** The two sizes that goals are set for. */
const goalsOf = (size: number): Goals =>
  size === 20_000
    ? { questionMs: { atMost: 1 }, hybridMs: { atMost: 2.5 }, openMs: { atMost: 1_000 } }
    : size === 200_000
      ? { questionMs: { atMost: 5 }, hybridMs: { atMost: 15 }, openMs: { atMost: 4_000 } }
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

/** Returns the cost of a question. */
async function ask(engine: Engine, goals: Goals, note: Note): Promise<number> {
  const questions = syntheticQuestions(QUESTIONS + WARM_UP);
  const kinds: readonly (readonly [string, (question: string) => unknown])[] = [
    ['question', (question) => engine.retrieve({ question, topK: 20 })],
    ['search box, a few letters', (question) => engine.search({ keyword: question.slice(2, 8), limit: 10 })],
    ['search box, a sentence', (question) => engine.search({ keyword: question, limit: 10 })],
  ];
  let questionMs = Number.NaN;
  for (const [name, answer] of kinds) {
    for (const question of questions.slice(QUESTIONS)) answer(question);
    const times: number[] = [];
    const all = await measured(() => {
      for (const question of questions.slice(0, QUESTIONS)) times.push(timed(() => answer(question)));
    });
    if (name === 'question') questionMs = all.cpuMs / QUESTIONS;
    note(name, all.cpuMs / QUESTIONS, 'CPU ms', goals.questionMs);
    note(`${name}, median`, median(times), 'ms');
    note(`${name}, p95`, p95(times), 'ms');
  }
  return questionMs;
}

/** What it costs to ask a part of the site only: the same questions in turns, so that both meet the same machine. */
function askParts(engine: Engine, size: number, note: Note): void {
  const questions = syntheticQuestions(QUESTIONS + WARM_UP);
  const articles = Array.from(syntheticArticles(size), ({ articleId }) => articleId);
  for (const [part, every] of [
    ['half', 2],
    ['a tenth', 10],
  ] as const) {
    const within = articles.filter((_, nth) => nth % every === 0).join('\n');
    let [whole, some] = [0, 0];
    for (const [nth, question] of questions.entries()) {
      const times = [
        timed(() => engine.retrieve({ question, topK: 20 })),
        timed(() => engine.retrieve({ question, topK: 20, within })),
      ] as const;
      if (nth < WARM_UP) continue;
      whole += times[0];
      some += times[1];
    }
    note(`question to ${part} of the articles / to all`, some / whole, '×', { atMost: 1.1 });
  }
}

async function saveAndOpen(engine: Engine, goals: Goals, note: Note): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-speed-'));
  const file = { path: join(folder, '1.snapshot'), head: { of: 'the bench' } };
  try {
    const saving = await measured(() => writeEngine(engine, file, packed({ seq: 1, articles: [] })));
    note('snapshot, written in', saving.wallMs, 'ms');
    note('snapshot', (await stat(file.path)).size / 1e6, 'MB');
    const opening = await measured(() => readEngine(file));
    note('snapshot, opened in', opening.wallMs, 'ms', goals.openMs);
    note('snapshot, opened in', opening.cpuMs, 'CPU ms', goals.openMs);
    await askThread(file, note);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The index in a thread with twenty questions a second, one changed article a second and a snapshot: event loop delay,
 * and time per question.
 */
async function askThread(file: IndexFile, note: Note): Promise<void> {
  const index = createThreadIndex();
  await index.open(file);
  const random = createRandom(7);
  const pauses = monitorEventLoopDelay({ resolution: 2 });
  const times: number[] = [];
  const ask = async (question: string) => {
    const asked = performance.now();
    await index.retrieve({ question, topK: 20 });
    times.push(performance.now() - asked);
  };
  const questions = syntheticQuestions(QUESTIONS);
  for (const question of questions.slice(0, WARM_UP)) await ask(question);
  times.length = 0;
  pauses.enable();
  const running: Promise<unknown>[] = [
    index.save({ ...file, path: `${file.path}.2` }, { seq: 1, articles: [] }),
  ];
  for (const [at, question] of questions.slice(0, ASKED_IN_THREAD).entries()) {
    running.push(ask(question));
    if (at % 20 === 10) {
      const { articleId, chunks } = syntheticArticle(`article-${at}`, random, 20);
      running.push(index.replaceArticle(articleId, chunks));
    }
    await pause(50);
  }
  pauses.disable();
  await Promise.all(running);
  await index.close();
  note('in a thread, longest pause of the event loop', pauses.max / 1e6, 'ms', { atMost: 20 });
  note('in a thread, pause of the event loop, p99', pauses.percentile(99) / 1e6, 'ms');
  note('in a thread, question at 20 a second, median', median(times), 'ms');
  note('in a thread, question at 20 a second, p95', p95(times), 'ms');
}

const ASKED_IN_THREAD = 160;

async function update(engine: Engine, note: Note): Promise<void> {
  const random = createRandom(5);
  const times = Array.from({ length: UPDATES + WARM_UP }, (_, index) => {
    const { articleId, chunks } = syntheticArticle(`article-${index}`, random, 20);
    return timed(() => engine.replaceArticle(articleId, chunks));
  });
  note('update of a 20-chunk article, median', median(times.slice(WARM_UP)), 'ms');
  note('update of a 20-chunk article, p95', p95(times.slice(WARM_UP)), 'ms');
}

async function askVectors(size: number, dimensions: number, note: Note): Promise<number> {
  const random = createRandom(3);
  const vectors = createVectors();
  // Making a vector takes longer than scanning thousands; the scan does not care that they come again.
  const pool = Array.from({ length: 500 }, () => syntheticVector(dimensions, random));
  for (let document = 0; document < size; document++)
    vectors.set(document, pool[document % pool.length] ?? new Float32Array(dimensions));
  const asked = Array.from({ length: QUESTIONS / 4 }, () => syntheticVector(dimensions, random));
  // As for questions: the first ones compile the loops.
  for (const vector of asked.slice(0, WARM_UP)) vectors.nearest(vector, 20);
  const all = await measured(() => {
    for (const vector of asked) vectors.nearest(vector, 20);
  });
  note(`nearest of ${dimensions} dimensions`, all.cpuMs / asked.length, 'CPU ms');
  note(`vectors of ${dimensions} dimensions`, vectors.bytes / 1e6, 'MB');
  return all.cpuMs / asked.length;
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
