import process from 'node:process';
import { createOpenSearch } from '../../server/adapters/search/opensearch/opensearch.ts';
import { coverageSignals, evidenceOf, READ } from '../../server/features/knowledge/retrieval/coverage.ts';
import type { IndexChunk, Retrieval } from '../../server/ports/search-index.ts';
import { createEngine } from '../../server/search/engine.ts';
import { indexOver, type EngineIndex } from '../../test/contracts/engine-index.ts';
import { createFigures } from '../fixtures/figures.ts';
import { setNames } from '../retrieval/recombined.ts';
import { folder, readSet, type QuestionSet } from '../retrieval/sets.ts';

/**
 * Whether a site answers from a search engine as it does from the index in memory, and what a question costs. Needs a node of OpenSearch
 * at DOCENT_TEST_SEARCH_URL; DOCENT_BENCH_SITES names sets, DOCENT_BENCH_COUNT the questions of each. With DOCENT_BENCH_DIMENSIONS passages
 * and questions have vectors, too, made of their letters, so that texts that look alike are near each other.
 */
export async function run(): Promise<void> {
  const url = process.env['DOCENT_TEST_SEARCH_URL'];
  if (url === undefined) {
    console.log('skipped: DOCENT_TEST_SEARCH_URL names no node of OpenSearch');
    return;
  }
  const figures = createFigures(
    DIMENSIONS === 0 ? 'remote-search' : `remote-search ${DIMENSIONS} dimensions`,
  );
  const all: Compared[] = [];
  console.log(`${'set'.padEnd(20)} passages    n  ${Object.keys(columns).join('  ')}`);
  for (const name of process.env['DOCENT_BENCH_SITES']?.split(',') ?? compared) {
    const set = await readSet(name);
    if (set === undefined) {
      console.log(`${name}: skipped, no such set in ${folder}`);
      continue;
    }
    const outcomes = await compareOn(url, set);
    all.push(...outcomes);
    printRow(`${name.padEnd(20)} ${String(set.chunks.size).padStart(8)}`, outcomes);
  }
  if (all.length === 0) return;
  printRow(`${'all'.padEnd(20)} ${''.padStart(8)}`, all);
  for (const [name, pick] of Object.entries(columns)) {
    const atLeast = goals[name];
    const unit = name.endsWith('ms') ? 'ms' : 'share';
    figures.note(`${name}, mean`, mean(all.map(pick)), unit, atLeast === undefined ? undefined : { atLeast });
  }
  await figures.keep();
}

/** Least shares of the same first passage, first ten passages and level of evidence. */
const goals: Readonly<Record<string, number>> = { first: 0.99, 'top 10': 0.97, level: 0.99 };

async function compareOn(url: string, set: QuestionSet): Promise<readonly Compared[]> {
  const engine = createOpenSearch({ nodes: [url], name: 'docent-bench', timeoutMs: 30_000 });
  const index = indexOver(engine, { site: `${set.name}-${process.pid}`, dimensions: DIMENSIONS });
  try {
    await index.load(articlesOf(set));
    const own = DIMENSIONS === 0 ? set.engine : createEngine();
    if (own !== set.engine) await own.load(articlesOf(set));
    return await compareAll({ ...set, engine: own }, index, () => cpuMsOf(url));
  } finally {
    await index.close();
  }
}

/** Processor time that the node has used so far. */
async function cpuMsOf(url: string): Promise<number> {
  const path = '/_nodes/stats/process?filter_path=nodes.*.process.cpu.total_in_millis';
  const { nodes } = (await (await fetch(url + path)).json()) as {
    readonly nodes: Readonly<Record<string, NodeCpu>>;
  };
  return Object.values(nodes).reduce((sum, { process: one }) => sum + one.cpu.total_in_millis, 0);
}

interface NodeCpu {
  readonly process: { readonly cpu: { readonly total_in_millis: number } };
}

const compared = [...setNames, 'xling-zh-en', 'xling-en-zh'];

/** Questions of a set that are asked, spread over it. */
const COUNT = Number(process.env['DOCENT_BENCH_COUNT'] ?? 100);

interface Compared {
  readonly first: number;
  readonly shared: number;
  readonly level: number;
  readonly evidence: number;
  readonly boxFirst: number;
  readonly boxShared: number;
  readonly cpuMs: number;
  readonly engineMs: number;
  readonly ownMs: number;
}

const columns: Readonly<Record<string, (one: Compared) => number>> = {
  first: ({ first }) => first,
  'top 10': ({ shared }) => shared,
  level: ({ level }) => level,
  'evidence differs by': ({ evidence }) => evidence,
  'box first': ({ boxFirst }) => boxFirst,
  'box top 10': ({ boxShared }) => boxShared,
  'CPU ms': ({ cpuMs }) => cpuMs,
  'engine CPU ms': ({ engineMs }) => engineMs,
  'in memory ms': ({ ownMs }) => ownMs,
};

const DIMENSIONS = Number(process.env['DOCENT_BENCH_DIMENSIONS'] ?? 0);

async function* articlesOf({ chunks }: QuestionSet) {
  for (const [articleId, own] of Map.groupBy(chunks.values(), (chunk) => chunk.articleId))
    yield { articleId, chunks: DIMENSIONS === 0 ? own : own.map(withVector) };
}

const withVector = (chunk: IndexChunk): IndexChunk => ({
  ...chunk,
  vector: vectorOf(`${chunk.title} ${chunk.headingPath.join(' ')} ${chunk.text}`),
});

/** How often pairs of letters are in a text, a place of the vector for some of them each. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const letters = Array.from(text.toLowerCase(), (letter) => letter.codePointAt(0) ?? 0);
  for (let at = 1; at < letters.length; at++) {
    const pair = letters
      .slice(at - 1, at + 1)
      .reduce((sum, letter) => Math.imul(sum ^ letter, 0x01000193), 7);
    const place = ((pair ^ (pair >>> 15)) >>> 1) % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + (pair < 0 ? -1 : 1);
  }
  return vector;
}

const queryOf = (question: string) => ({
  question,
  ofEach: READ,
  ...(DIMENSIONS > 0 && { queryVector: vectorOf(question) }),
});

async function compareAll(
  set: QuestionSet,
  index: EngineIndex,
  engineCpu: () => Promise<number>,
): Promise<readonly Compared[]> {
  const asked = [...set.queries, ...set.unanswerable].map(({ text }) => text);
  // The first questions are slow: code is compiled and words are counted.
  for (const text of asked.slice(-20)) await index.retrieve(queryOf(text));
  const step = Math.max(1, Math.floor(asked.length / COUNT));
  const questions = asked.filter((_, at) => at % step === 0).slice(0, COUNT);
  const compared: Compared[] = [];
  for (const question of questions) {
    const [own, ownMs] = await costOf(async () => set.engine.retrieve(queryOf(question)));
    const before = await engineCpu();
    const [other, cpuMs] = await costOf(() => index.retrieve(queryOf(question)));
    const engineMs = (await engineCpu()) - before;
    const [ownBox, otherBox] = [
      set.engine.search({ keyword: question, limit: 10 }),
      await index.search({ keyword: question, limit: 10 }),
    ];
    const [evidence, otherEvidence] = [own, other].map((found) => evidenceIn(set.chunks, found, question));
    const ids = ({ hits }: Retrieval) => hits.slice(0, 10).map(({ chunkId }) => chunkId);
    const boxIds = ({ hits }: typeof ownBox) => hits.map(({ articleId }) => articleId);
    const one = {
      first: Number(ids(own)[0] === ids(other)[0]),
      shared: shareOf(ids(own), ids(other)),
      level: Number(evidence?.level === otherEvidence?.level),
      evidence: Math.abs((evidence?.score ?? 0) - (otherEvidence?.score ?? 0)),
      boxFirst: Number(boxIds(ownBox)[0] === boxIds(otherBox)[0]),
      boxShared: shareOf(boxIds(ownBox), boxIds(otherBox)),
      cpuMs,
      engineMs,
      ownMs,
    };
    if (process.env['DOCENT_BENCH_SHOW'] && (one.first === 0 || one.level === 0))
      console.log(question, ids(own)[0], own.hits[0]?.score, ids(other)[0], other.hits[0]?.score);
    compared.push(one);
  }
  return compared;
}

const shareOf = (own: readonly string[], other: readonly string[]): number =>
  own.length === 0 ? Number(other.length === 0) : own.filter((id) => other.includes(id)).length / own.length;

function evidenceIn(chunks: ReadonlyMap<string, IndexChunk>, { subject, hits }: Retrieval, question: string) {
  const ranked = hits.map((hit) => {
    const { title = '', headingPath = [], text = '' } = chunks.get(hit.chunkId) ?? {};
    return { ...hit, title, headingPath, text };
  });
  return evidenceOf(coverageSignals(subject, ranked, question), 'balanced');
}

/** A result and the processor time of this process that it took. */
async function costOf<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1_000];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function printRow(name: string, outcomes: readonly Compared[]): void {
  const cells = Object.entries(columns).map(([title, pick]) =>
    mean(outcomes.map(pick)).toFixed(3).padStart(title.length),
  );
  console.log(`${name} ${String(outcomes.length).padStart(4)}  ${cells.join('  ')}`);
}
