import process from 'node:process';
import { createOpenSearch } from '../../server/adapters/search/opensearch/opensearch.ts';
import type { CandidateChange, SearchEngine } from '../../server/ports/candidates.ts';
import type { ArticleChunks, Retrieval, RetrievalIndex } from '../../server/ports/search-index.ts';
import { createEngine } from '../../server/search/engine.ts';
import { createArticleAnalysis } from '../../server/search/rescoring/analyse-article.ts';
import { createRescoredIndex } from '../../server/search/rescoring/rescored-index.ts';
import { createFigures, cpuMs, median, p95, type Goal } from '../fixtures/figures.ts';
import { createRecombinedSite } from '../retrieval/recombined.ts';
import {
  createRandom,
  syntheticArticles,
  syntheticQuestions,
  syntheticVector,
} from '../retrieval/synthetic.ts';

/**
 * What a made-up site of growing size costs in a search engine: to write, on the disk, and for each question in the engine and in this
 * process; and whether the answers equal those of the index in memory. Needs a node of OpenSearch at DOCENT_TEST_SEARCH_URL.
 * DOCENT_BENCH_CHUNKS names the sizes, DOCENT_BENCH_DIMENSIONS the length of the vectors, DOCENT_BENCH_COUNT the questions,
 * DOCENT_BENCH_COMPARED the largest size that is indexed in memory as well; with DOCENT_BENCH_TEXT=sites the texts are those of the question sets,
 * recombined, and the questions theirs.
 */
export async function run(): Promise<void> {
  const url = process.env['DOCENT_TEST_SEARCH_URL'];
  if (url === undefined) {
    console.log('skipped: DOCENT_TEST_SEARCH_URL names no node of OpenSearch');
    return;
  }
  const sizes = (process.env['DOCENT_BENCH_CHUNKS'] ?? '20000,100000').split(',').map(Number);
  const dimensions = Number(process.env['DOCENT_BENCH_DIMENSIONS'] ?? 0);
  const compared = Number(process.env['DOCENT_BENCH_COMPARED'] ?? 200_000);
  const text = process.env['DOCENT_BENCH_TEXT'] === 'sites' ? createRecombinedSite() : madeUp;
  const kinds = [
    text === madeUp ? '' : ' of real texts',
    dimensions === 0 ? '' : ` ${dimensions} dimensions`,
  ];
  const figures = createFigures(`remote-size${kinds.join('')}`);
  const name = `docent-size-${process.pid}`;
  const engine = createOpenSearch({ nodes: [url], name, timeoutMs: 30_000 });
  const node = createNode(url, name);
  const site = openSite(engine, { text, dimensions });
  try {
    for (const size of sizes) {
      const note: Note = (what, value, unit, goal) =>
        figures.note(`${size} passages: ${what}`, value, unit, goal);
      await grow(site, size, node, note);
      const answers = await ask(site, node, note);
      if (size <= compared) await compare(answers, site, size, note);
      // A large site takes hours, after which a failure would lose all of them.
      await figures.keep();
    }
    await node.merge();
    const last = `${sizes.at(-1)} passages in one segment a shard`;
    const note: Note = (what, value, unit, goal) => figures.note(`${last}: ${what}`, value, unit, goal);
    note('disk', (await node.bytes()) / 1e6, 'MB');
    await ask(site, node, note);
    await figures.keep();
  } finally {
    await node.remove();
    await engine.close();
  }
}

type Note = (name: string, value: number, unit: string, goal?: Goal) => void;

/** Texts of a site without end, and questions about it. */
interface Text {
  articles(): Generator<ArticleChunks>;
  questions(count: number, seed: number): readonly string[];
}

const madeUp: Text = { articles: () => syntheticArticles(Infinity), questions: syntheticQuestions };

interface Of {
  readonly text: Text;
  readonly dimensions: number;
}

interface Site extends Of {
  readonly index: RetrievalIndex;
  readonly articles: Iterator<ArticleChunks>;
  written: number;
  write(changes: readonly ArticleChunks[], isLast: boolean): Promise<void>;
}

function openSite(engine: SearchEngine, site: Of): Site {
  const of = { site: 'size', generation: 1, dimensions: site.dimensions };
  const writer = engine.writer(of);
  const analyse = createArticleAnalysis();
  let seq = 0;
  // As the service does, the next articles are analysed while the engine takes the last ones.
  let earlier = Promise.resolve();
  return {
    ...site,
    index: createRescoredIndex({ source: engine.source(of), version: () => seq, deadlineMs: 60_000 }),
    articles: withVectors(site),
    written: 0,
    async write(articles, isLast) {
      const changes = articles.map(({ articleId, chunks }): CandidateChange => {
        const article = analyse(chunks);
        return { articleId, seq: ++seq, ...(article && { article }) };
      });
      await earlier;
      earlier = writer.write(changes, isLast);
      if (isLast) await earlier;
    },
  };
}

/** The articles with made-up vectors. */
function* withVectors({ text, dimensions }: Of): Generator<ArticleChunks> {
  const random = createRandom(5);
  for (const { articleId, chunks } of text.articles()) {
    if (dimensions === 0) yield { articleId, chunks };
    else
      yield {
        articleId,
        chunks: chunks.map((chunk) => ({ ...chunk, vector: syntheticVector(dimensions, random) })),
      };
  }
}

async function grow(site: Site, size: number, node: Node, note: Note): Promise<void> {
  const [before, startedAt, ownBefore, engineBefore] = [
    site.written,
    performance.now(),
    cpuMs(),
    await node.cpuMs(),
  ];
  let batch: ArticleChunks[] = [];
  while (site.written < size) {
    const { value } = site.articles.next();
    batch.push(value);
    site.written += value.chunks.length;
    if (batch.length < ARTICLES_AT_ONCE && site.written < size) continue;
    await site.write(batch, site.written >= size);
    batch = [];
  }
  const added = site.written - before;
  note('written', added / ((performance.now() - startedAt) / 1000), 'passages/s');
  note('writing, engine', ((await node.cpuMs()) - engineBefore) / added, 'CPU ms each');
  note('writing, this process with the text made', (cpuMs() - ownBefore) / added, 'CPU ms each');
  note('disk', (await node.bytes()) / 1e6, 'MB');
  note('heap used', (await node.heap()) / 1e6, 'MB');
}

const ARTICLES_AT_ONCE = 50;

type Answers = readonly (readonly [question: string, found: Retrieval])[];

async function ask({ index, text, dimensions }: Site, node: Node, note: Note): Promise<Answers> {
  const [warm, questions] = [text.questions(WARM_UP, 7), text.questions(COUNT, 99)];
  for (const question of warm) await index.retrieve({ question });
  const answers: (readonly [string, Retrieval])[] = [];
  const times: number[] = [];
  const [ownBefore, engineBefore] = [cpuMs(), await node.cpuMs()];
  for (const [nth, question] of questions.entries()) {
    const startedAt = performance.now();
    answers.push([question, await index.retrieve({ question, ...vectorOf(dimensions, nth) })]);
    times.push(performance.now() - startedAt);
  }
  const [own, remote] = [(cpuMs() - ownBefore) / COUNT, ((await node.cpuMs()) - engineBefore) / COUNT];
  note('question, engine', remote, 'CPU ms');
  note('question, this process', own, 'CPU ms');
  note('question, both', own + remote, 'CPU ms', { atMost: 25 });
  note('question, median', median(times), 'ms');
  note('question, p95', p95(times), 'ms');
  return answers;
}

const COUNT = Number(process.env['DOCENT_BENCH_COUNT'] ?? 100);
const WARM_UP = 100;

const vectorOf = (dimensions: number, nth: number) =>
  dimensions > 0 && { queryVector: syntheticVector(dimensions, createRandom(3_000 + nth)) };

/** Shares of the answers that are the same from the index in memory. */
async function compare(answers: Answers, site: Of, size: number, note: Note): Promise<void> {
  const { dimensions } = site;
  const own = createEngine();
  await own.load(until(withVectors(site), size));
  let [first, shared] = [0, 0];
  const before = cpuMs();
  const found = answers.map(([question], nth) => own.retrieve({ question, ...vectorOf(dimensions, nth) }));
  note('question, index in memory', (cpuMs() - before) / answers.length, 'CPU ms');
  note('index in memory', own.stats().bytes / 1e6, 'MB');
  for (const [nth, [, remote]] of answers.entries()) {
    const [a, b] = [idsOf(found[nth]), idsOf(remote)];
    first += Number(a[0] === b[0]);
    shared += a.length === 0 ? Number(b.length === 0) : a.filter((id) => b.includes(id)).length / a.length;
  }
  note('first passage the same', first / answers.length, 'share', { atLeast: 0.99 });
  note('first ten shared', shared / answers.length, 'share', { atLeast: 0.97 });
}

function* until(articles: Iterable<ArticleChunks>, size: number): Generator<ArticleChunks> {
  let written = 0;
  for (const article of articles) {
    yield article;
    written += article.chunks.length;
    if (written >= size) return;
  }
}

const idsOf = (found: Retrieval | undefined): readonly string[] =>
  (found?.hits ?? []).slice(0, 10).map(({ chunkId }) => chunkId);

type Node = ReturnType<typeof createNode>;

/** Figures of the engine itself, and its indexes of this bench. */
function createNode(url: string, name: string) {
  const read = async <T>(path: string, method = 'GET'): Promise<T> => {
    const reply = await fetch(url + path, { method });
    if (!reply.ok) throw new Error(`${method} ${path}: status ${reply.status}`);
    return (await reply.json()) as T;
  };
  const sumOf = async (path: string, valueOf: (node: Readonly<Record<string, any>>) => number) => {
    const { nodes } = await read<{ readonly nodes: Readonly<Record<string, object>> }>(path);
    return Object.values(nodes).reduce((sum, node) => sum + valueOf(node), 0);
  };
  return {
    cpuMs: () => sumOf('/_nodes/stats/process', (node) => node['process'].cpu.total_in_millis),
    heap: () => sumOf('/_nodes/stats/jvm', (node) => node['jvm'].mem.heap_used_in_bytes),
    async bytes(): Promise<number> {
      await read(`/${name}-*/_flush`, 'POST');
      const { _all: all } = await read<{
        readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } };
      }>(`/${name}-*/_stats/store`);
      return all.primaries.store.size_in_bytes;
    },
    merge: () => read(`/${name}-*/_forcemerge?max_num_segments=1`, 'POST'),
    async remove(): Promise<void> {
      for (const index of Object.keys(await read<object>(`/${name}-*/_alias`)))
        await read(`/${index}`, 'DELETE');
    },
  };
}
