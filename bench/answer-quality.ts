import type { IndexChunk } from '../server/ports/search-index.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '../server/adapters/models/builtin/extractive/answer.ts';
import { extractBlocks, quotable } from '../server/features/knowledge/indexing/extract.ts';
import type { TaskBlock } from '../server/ports/models.ts';
import { chunksById, passageOf } from './retrieval/chunks.ts';
import { folder, readSet, type Query, type QuestionSet } from './retrieval/sets.ts';

/** Passages of an answer, as by default in the service. */
const topK = 5;

interface Answerable extends Query {
  readonly answers: readonly string[];
}

/** Share of quoted passages that contain the answer's words, given the right article. */
export async function run(): Promise<void> {
  for (const name of ['zh-cmrc', 'en-squad']) {
    const set = await readSet(name);
    if (!set) {
      console.log(`${name}: skipped, no such set`);
      continue;
    }
    const chunks = chunksById(name);
    const articles = articlesOf(name);
    for (const brief of [false, true]) await report(set, { chunks, articles, brief });
  }
}

interface Sources {
  readonly chunks: ReadonlyMap<string, IndexChunk>;
  readonly articles: ReadonlyMap<string, readonly TaskBlock[]>;
  readonly brief: boolean;
}

async function report(
  { name, engine, queries }: QuestionSet,
  { chunks, articles, brief }: Sources,
): Promise<void> {
  let right = 0;
  let holds = 0;
  let marked = 0;
  let characters = 0;
  let ms = 0;
  for (const query of queries.filter(isAnswerable)) {
    const { hits } = engine.retrieve({ question: query.text, topK });
    const ids = [...new Set(hits.map(({ articleId }) => articleId))];
    const passages = hits.flatMap(({ chunkId, articleId }) => {
      const chunk = chunks.get(chunkId);
      return chunk ? [passageOf(chunk, ids.indexOf(articleId) + 1)] : [];
    });
    const blocks = articles.get(ids[0] ?? '');
    const began = performance.now();
    const quoted = await answer({ kind: 'answer', question: query.text, passages, blocks, brief });
    ms += performance.now() - began;
    if (!quoted || !query.relevant.includes(ids[0] ?? '')) continue;
    right++;
    characters += quoted.markdown.length;
    const plain = normal(quoted.markdown);
    if (query.answers.some((expected) => plain.includes(normal(expected)))) holds++;
    const sentence = normal(quoted.sentence ?? '');
    if (query.answers.some((expected) => sentence.includes(normal(expected)))) marked++;
  }
  const title = `${name}, ${brief ? 'brief' : 'full'} quotation`;
  console.log(`${title}: right article ${(right / queries.length).toFixed(3)} of ${queries.length}`);
  console.log(`${title}: holds the words that answer ${(holds / right).toFixed(3)} of those`);
  console.log(`${title}: the sentence of its mark holds them ${(marked / right).toFixed(3)}`);
  console.log(
    `${title}: ${Math.round(characters / right)} characters, ${(ms / queries.length).toFixed(1)} ms`,
  );
}

const isAnswerable = (query: Query): query is Answerable =>
  'answers' in query && Array.isArray(query.answers) && query.answers.length > 0;

function articlesOf(name: string): ReadonlyMap<string, readonly TaskBlock[]> {
  const lines = readFileSync(join(folder, name, 'corpus.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return new Map(
    lines.map((line) => {
      const { id, text }: { id: string; text: string } = JSON.parse(line);
      return [id, quotable(extractBlocks({ format: 'markdown', text }))];
    }),
  );
}

const normal = (text: string) => text.toLowerCase().replace(/[\p{P}\p{S}\s]/gu, '');

if (import.meta.main) await run();
