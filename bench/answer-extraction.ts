import process from 'node:process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '../server/adapters/models/builtin/answer.ts';
import { chunkArticle } from '../server/features/knowledge/chunk.ts';
import { extractMarkdown } from '../server/features/knowledge/reading/extract-markdown.ts';
import type { TaskPassage } from '../server/ports/models.ts';

interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

interface Query {
  readonly text: string;
  readonly answers: readonly string[];
  readonly relevant: readonly string[];
  readonly lang: 'zh' | 'en';
}

/**
 * How often the built-in model's answer holds the expected words, given the passages of the article that has them.
 * DOCENT_BENCH_QUESTIONS names a folder of question sets: `<set>/corpus.jsonl` {id, title, text} and
 * `<set>/queries.jsonl` {text, answers, relevant, lang}. Sets that are not there are skipped.
 */
export function run(): void {
  const folder = process.env['DOCENT_BENCH_QUESTIONS'] ?? 'questions';
  for (const set of ['zh-cmrc', 'en-squad']) {
    if (existsSync(join(folder, set, 'queries.jsonl'))) measure(folder, set);
    else console.log(`${set}: skipped, no such set in ${folder}`);
  }
}

function measure(folder: string, set: string): void {
  const articles = new Map(
    read<Article>(join(folder, set, 'corpus.jsonl')).map((article) => [article.id, article]),
  );
  const queries = read<Query>(join(folder, set, 'queries.jsonl')).filter(({ answers }) => answers.length > 0);
  for (const brief of [false, true]) {
    let found = 0;
    let declined = 0;
    let characters = 0;
    const began = performance.now();
    for (const query of queries) {
      const own = articles.get(query.relevant[0] ?? '');
      const said = answer({
        kind: 'answer',
        question: query.text,
        passages: own === undefined ? [] : passagesOf(own),
        language: query.lang,
        brief,
      });
      const plain = normal(said);
      if (query.answers.some((expected) => plain.includes(normal(expected)))) found += 1;
      if (!/\[\d+\]/.test(said)) declined += 1;
      characters += said.length;
    }
    const name = `${set}, ${brief ? 'brief' : 'full'} answers`;
    const count = queries.length;
    console.log(
      `${name}: hold the words asked for ${percent(found / count)} of ${count}, declined ${percent(declined / count)}`,
    );
    console.log(
      `${name}: ${Math.round(characters / count)} characters, ${((performance.now() - began) / count).toFixed(1)} ms`,
    );
  }
}

function passagesOf({ title, text }: Article): TaskPassage[] {
  return chunkArticle(extractMarkdown(text)).map((chunk) => ({
    article: 1,
    title,
    headingPath: chunk.headingPath,
    text: chunk.text,
  }));
}

function read<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line));
}

const normal = (text: string) =>
  text
    .toLowerCase()
    .replace(/\[\d+\]/g, '')
    .replace(/[\p{P}\p{S}\s]/gu, '');

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
