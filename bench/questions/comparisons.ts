import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readLines, readSet } from '../retrieval/sets.ts';

/** A question that compares things, and the articles that an answer needs. */
interface Comparison {
  readonly text: string;
  /** What is compared, as a model would search it. */
  readonly things: readonly [string, string];
  readonly relevant: readonly string[];
}

const questions = join(import.meta.dirname, '../../eval/comparisons');
/** Passages that reach the model, as `retrieval.topN` has it, and those that each further search adds. */
const own = 5;
const added = 2;

/**
 * Comparison questions (`eval/comparisons`) over the sites beside the project: for how many the first passages that words find hold all
 * articles that the answer needs, with one search, with one search and as many passages as the searches together, and with two more
 * searches. These are written down with each question: a script that stands for a model, which may search less well.
 */
export async function run(): Promise<void> {
  const sums = { questions: 0, once: 0, longer: 0, again: 0 };
  for (const file of readdirSync(questions).filter((name) => name.endsWith('.jsonl'))) {
    const set = await readSet(basename(file, '.jsonl'));
    if (!set) {
      console.log(`${basename(file, '.jsonl')}: not there`);
      continue;
    }
    const found = (question: string, topK: number) =>
      set.engine
        .retrieve({ question, topK: 20 })
        .hits.slice(0, topK)
        .map(({ articleId }) => articleId);
    const counts = { questions: 0, once: 0, longer: 0, again: 0 };
    for (const { text, things, relevant } of readLines<Comparison>(join(questions, file))) {
      const holds = (articles: readonly string[]) => (relevant.every((id) => articles.includes(id)) ? 1 : 0);
      const first = found(text, own);
      counts.questions += 1;
      counts.once += holds(first);
      counts.longer += holds(found(text, own + things.length * added));
      counts.again += holds([...first, ...things.flatMap((thing) => found(thing, added))]);
    }
    print(set.name, counts);
    for (const key of ['questions', 'once', 'longer', 'again'] as const) sums[key] += counts[key];
  }
  print('all', sums);
}

const print = (
  name: string,
  { questions: all, once, longer, again }: Record<'questions' | 'once' | 'longer' | 'again', number>,
): void =>
  console.log(
    `${name}: of ${all}, all articles in ${own} passages ${once}, in ${own + 2 * added} of one search ${longer}, with two more searches ${again}`,
  );
