import type { IndexChunk } from '../../server/ports/search-index.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { chunkArticle } from '../../server/features/knowledge/indexing/chunk.ts';
import { createEngine, type Engine } from '../../server/search/engine.ts';
import { extractMarkdown } from '../../server/features/knowledge/extraction/extract-markdown.ts';

/** One article of a set. */
interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Query {
  readonly text: string;
  /** Articles that answer it, none when nothing does. */
  readonly relevant: readonly string[];
  /** Articles that touch the matter; left out of a ranking before it is measured. */
  readonly neutral?: readonly string[];
  readonly kind?: string;
  readonly lang: string;
}

export interface QuestionSet {
  readonly name: string;
  readonly articles: number;
  readonly engine: Engine;
  /** The chunks of its articles by id. */
  readonly chunks: ReadonlyMap<string, IndexChunk>;
  readonly queries: readonly Query[];
  readonly unanswerable: readonly Query[];
  /** Chinese questions over English articles, where a set has them. */
  readonly crossing: readonly Query[];
}

/**
 * Reads a set and indexes its articles as the service does. A set is a folder with `corpus.jsonl` {id, title, text},
 * or `corpus.ref` that names another set's, and `queries.jsonl` {text, relevant}. The folder of all sets is
 * DOCENT_BENCH_QUESTIONS, or `shared/eval` beside the project; a set elsewhere is named by its whole path. Undefined when the set is not there.
 */
export async function readSet(name: string): Promise<QuestionSet | undefined> {
  const file = (part: string) => resolve(folder, name, part);
  if (!existsSync(file('queries.jsonl'))) return undefined;
  const articles = readLines<Article>(corpusOf(name));
  const engine = createEngine();
  const indexed = articles.map((article) => ({ articleId: article.id, chunks: chunksOf(article) }));
  await engine.load(indexed);
  return {
    name,
    articles: articles.length,
    engine,
    chunks: new Map(indexed.flatMap(({ chunks }) => chunks.map((chunk) => [chunk.id, chunk]))),
    queries: readLines<Query>(file('queries.jsonl')),
    unanswerable: readLines<Query>(file('queries_noanswer.jsonl')),
    crossing: readLines<Query>(file('queries_zh.jsonl')),
  };
}

/** The file of the articles of a set. */
export function corpusOf(name: string): string {
  const reference = resolve(folder, name, 'corpus.ref');
  const corpus = existsSync(reference) ? readFileSync(reference, 'utf8').trim() : 'corpus.jsonl';
  return resolve(folder, name, corpus);
}

/** The chunks of one article with the default settings of the chunking group. */
export function chunksOf({ id, title, text }: Article): IndexChunk[] {
  return chunkArticle(extractMarkdown(text)).map((chunk) => ({
    id: `${id}#${chunk.identity}`,
    articleId: id,
    title,
    headingPath: chunk.headingPath,
    tags: [],
    text: chunk.text,
  }));
}

/** Folder of the question sets. */
export const folder =
  process.env['DOCENT_BENCH_QUESTIONS'] ?? join(import.meta.dirname, '../../../shared/eval');

/** The lines of a file of JSON lines; none where there is no file. */
export function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line));
}
