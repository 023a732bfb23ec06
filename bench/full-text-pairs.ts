import { DatabaseSync } from 'node:sqlite';
import process from 'node:process';
import MiniSearch from 'minisearch';
import { Client } from 'pg';
import { createEngine } from '../server/search/engine.ts';
import { testServerUrl } from '../test/empty-schemas.ts';
import { createFigures, measured } from './fixtures/figures.ts';
import { syntheticArticles, syntheticQuestions } from './retrieval/synthetic.ts';

/**
 * Docent's word search beside MiniSearch, SQLite FTS5 and, where a server answers, PostgreSQL full text: the same chunks and
 * questions in the same run. The others get texts that were cut into words before, since they do not cut Chinese;
 * that time is left out. Docent does more for a question: three rankings, phrases and evidence.
 * DOCENT_BENCH_PAIRS names another number of chunks than 2,000.
 */
export async function run(): Promise<void> {
  const figures = createFigures('full-text-pairs');
  const chunks = chunksOf(Number(process.env['DOCENT_BENCH_PAIRS'] ?? 2_000));
  const questions = syntheticQuestions(60).map((question) => ({ question, words: wordsOf(question) }));
  const engines = [docent, miniSearch, sqlite, postgres];
  let own = { wallMs: Number.NaN, cpuMs: Number.NaN };
  for (const open of engines) {
    const name = open.name;
    const opening = await measured(() => open(chunks));
    const { result: engine } = opening;
    if (!engine) {
      console.log(`${name}: skipped, no server answers`);
      continue;
    }
    figures.note(`${name}: indexing`, chunks.length / (opening.wallMs / 1000), 'chunks/s');
    for (const question of questions.slice(0, 20)) await engine.ask(question);
    const asking = await measured(async () => {
      for (const question of questions) await engine.ask(question);
    });
    figures.note(`${name}: question`, asking.wallMs / questions.length, 'ms');
    if (open === docent) own = asking;
    // A server works in a process of its own, so only the time on the clock compares.
    if (open === postgres) figures.note(`${name} / docent, question`, asking.wallMs / own.wallMs, '× ms');
    else {
      figures.note(`${name}: question`, asking.cpuMs / questions.length, 'CPU ms');
      if (open !== docent) figures.note(`${name} / docent, question`, asking.cpuMs / own.cpuMs, '× CPU');
    }
    await engine.close();
  }
  await figures.keep();
}

interface Chunk {
  readonly id: string;
  readonly text: string;
  readonly words: string;
}

interface Asked {
  readonly question: string;
  readonly words: readonly string[];
}

interface PairedEngine {
  ask(asked: Asked): unknown;
  close(): Promise<void> | void;
}

type OpenEngine = (chunks: readonly Chunk[]) => PairedEngine | undefined | Promise<PairedEngine | undefined>;

const hits = 20;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const wordsOf = (text: string): string[] =>
  Array.from(segmenter.segment(text.toLowerCase()))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);

const chunksOf = (count: number): Chunk[] =>
  [...syntheticArticles(count)].flatMap(({ chunks }) =>
    chunks.map(({ id, text }) => ({ id, text, words: wordsOf(text).join(' ') })),
  );

const docent: OpenEngine = async (chunks) => {
  const engine = createEngine();
  const articles = chunks.map(({ id, text }) => ({
    articleId: id,
    chunks: [{ id, articleId: id, title: '', headingPath: [], tags: [], text }],
  }));
  await engine.load(articles);
  return { ask: ({ question }) => engine.retrieve({ question, topK: hits }), close() {} };
};

const miniSearch: OpenEngine = (chunks) => {
  const index = new MiniSearch<Chunk>({ fields: ['words'], tokenize: (text) => text.split(' ') });
  index.addAll(chunks);
  return { ask: ({ words }) => index.search(words.join(' ')).slice(0, hits), close() {} };
};

const sqlite: OpenEngine = (chunks) => {
  const db = new DatabaseSync(':memory:');
  db.exec('create virtual table chunks using fts5(words); begin');
  const insert = db.prepare('insert into chunks(words) values (?)');
  for (const { words } of chunks) insert.run(words);
  db.exec('commit');
  const select = db.prepare('select rowid from chunks where chunks match ? order by rank limit ?');
  const quoted = (words: readonly string[]) => words.map((word) => `"${word.replaceAll('"', '')}"`);
  return { ask: ({ words }) => select.all(quoted(words).join(' or '), hits), close: () => db.close() };
};

const postgres: OpenEngine = async (chunks) => {
  const client = new Client({ connectionString: testServerUrl, connectionTimeoutMillis: 1_000 });
  if (
    !(await client.connect().then(
      () => true,
      () => false,
    ))
  )
    return undefined;
  await client.query('create temporary table chunks (id text, words tsvector)');
  for (let at = 0; at < chunks.length; at += 500) {
    const some = chunks.slice(at, at + 500);
    await client.query(
      "insert into chunks select id, to_tsvector('simple', words) from unnest($1::text[], $2::text[]) as t(id, words)",
      [some.map(({ id }) => id), some.map(({ words }) => words)],
    );
  }
  await client.query('create index on chunks using gin (words)');
  await client.query('analyze chunks');
  const select =
    'select id from chunks, to_tsquery($1::regconfig, $2) as q where words @@ q order by ts_rank(words, q) desc limit $3';
  return {
    ask: ({ words }) =>
      client.query(select, [
        'simple',
        words.map((word) => `'${word.replaceAll(/['\\]/g, '')}'`).join(' | '),
        hits,
      ]),
    close: () => client.end(),
  };
};

if (import.meta.main) await run();
