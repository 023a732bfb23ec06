import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { CuratedFields } from '../../contract/curated-answers/entry-fields.ts';
import type { Entry } from '../../server/features/curated-answers/entry.ts';
import everyday from '../../server/features/curated-answers/matching/everyday-questions.json' with { type: 'json' };
import { createMeaning } from '../../server/features/curated-answers/matching/meaning.ts';
import { createMatcher } from '../../server/features/curated-answers/matching/matcher.ts';
import { detectLanguage } from '../../server/text/detect-language.ts';
import { shippedWords } from '../../server/text/word-vectors/shipped-words.ts';

/**
 * Curated answers on 50 topics of the handbook (`eval/curated-answers`): how many of 100 other wordings by a person find their answer, and
 * how many a wrong one; how many of the questions of other sites and texts (`eval`, and `shared/eval` beside the project) get an answer
 * although they ask something else; and the time of a question among 5,000 answers with 10,000 questions. With
 * `DOCENT_BENCH_EMBEDDINGS`, the address of a server of multilingual-e5-small up to `/v1`, vectors are compared.
 */
export async function run(): Promise<void> {
  const topics = ['en', 'zh'].flatMap(topicsOf);
  const entries = topics.map(({ language, questions }, nth) => entryOf(`${nth}`, questions, language));
  const match = createMatcher(shippedWords);
  const meaning = await meaningBy(process.env['DOCENT_BENCH_EMBEDDINGS'], entries);
  const find = async (question: string) => {
    const language = await detectLanguage(question);
    const found = await match(entries, { ...asked, forms: [question], language }, () => meaning(question));
    return found?.isNear === true ? undefined : found?.entry.id;
  };

  let [right, wrong, wordings] = [0, 0, 0];
  for (const [nth, { others }] of topics.entries())
    for (const other of others) {
      const found = await find(other);
      wordings += 1;
      if (found === `${nth}`) right += 1;
      else if (found !== undefined) wrong += 1;
    }
  print('other wordings that find their answer', right / wordings);
  print('other wordings that find another answer', wrong / wordings);

  const foreign = [...ownQuestions('other-languages'), ...smallSites(), ...sharedQuestions()];
  const hits: unknown[] = [];
  for (const question of foreign) hits.push(await find(question));
  print(`${foreign.length} questions of other sites and texts that get an answer`, shareOf(hits));
  const related = ownQuestions('handbook');
  print(
    `${related.length} questions on the same handbook that get an answer`,
    shareOf(await Promise.all(related.map(find))),
  );
  await speed(match);
}

/** Compares by the vectors of a server; without one, not at all. */
async function meaningBy(server: string | undefined, entries: readonly Entry[]) {
  if (server === undefined) return async () => undefined;
  const embed = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const reply = await fetch(`${server}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'multilingual-e5-small',
        input: texts.map((text) => `query: ${text}`),
      }),
    });
    const { data } = (await reply.json()) as { readonly data: { readonly embedding: number[] }[] };
    return data.map(({ embedding }) => Float32Array.from(embedding));
  };
  const kept = new Map<string, Float32Array>();
  for (const question of [...everyday, ...entries.flatMap(({ questions }) => questions)]) {
    const [vector] = await embed([question]);
    if (vector) kept.set(question, vector);
  }
  return async (question: string) => {
    const [vector] = await embed([question]);
    return vector && createMeaning(vector, { of: (one) => kept.get(one), everyday });
  };
}

async function speed(match: ReturnType<typeof createMatcher>): Promise<void> {
  const words = topicsOf('en').flatMap(({ questions }) => questions);
  const entries = Array.from({ length: 5000 }, (_, nth) =>
    entryOf(
      `${nth}`,
      [0, 1].map((one) => `${words[(2 * nth + one) % words.length] ?? ''} ${nth}`),
      '',
    ),
  );
  const questions = topicsOf('en').flatMap(({ others }) => others);
  const ask = (question: string) => match(entries, { ...asked, forms: [question], language: 'en' });
  const begun = performance.now();
  await ask(questions[0] ?? '');
  print('reading 10,000 questions (ms)', performance.now() - begun);
  const took: number[] = [];
  for (const question of [...questions, ...questions]) {
    const from = performance.now();
    await ask(question);
    took.push(performance.now() - from);
  }
  took.sort((a, b) => a - b);
  print('a question among them, median (ms)', took[took.length >> 1] ?? 0);
  print('a question among them, 95 % (ms)', took[Math.floor(took.length * 0.95)] ?? 0);
}

const asked = { exactly: false, at: Date.now() } as const;
const root = join(import.meta.dirname, '../..');
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n');

interface Topic {
  readonly language: string;
  readonly questions: string[];
  readonly others: string[];
}

function topicsOf(language: string): Topic[] {
  const topics: Topic[] = [];
  for (const line of linesOf(join(root, `eval/curated-answers/${language}.txt`))) {
    const text = line.slice(2).trim();
    const last = topics.at(-1);
    if (line.startsWith('- ')) last?.others.push(text);
    else if (line.startsWith('= ')) {
      if (last && last.others.length === 0) last.questions.push(text);
      else topics.push({ language, questions: [text], others: [] });
    }
  }
  return topics;
}

const entryOf = (id: string, questions: readonly string[], language: string): Entry => ({
  ...CuratedFields.parse({ questions, answer: 'x', language }),
  id,
  revision: 1,
  updatedAt: 1,
  reviewedAt: 1,
  known: {},
});

const ownQuestions = (set: string): string[] =>
  linesOf(join(root, `eval/${set}/questions.txt`))
    .filter((line) => line.includes('=>'))
    .map((line) => (line.split('=>')[0] ?? '').replace(/^[a-z]{2}: /, '').trim());

const smallSites = (): string[] =>
  readdirSync(join(root, 'eval/small-sites'))
    .filter((name) => name.endsWith('.questions.txt'))
    .flatMap((name) => linesOf(join(root, 'eval/small-sites', name)))
    .filter((line) => line.includes('=>'))
    .map((line) => (line.replace(/^[\w-]+: /, '').split('=>')[0] ?? '').split('>>').at(-1)?.trim() ?? '');

function sharedQuestions(): string[] {
  const folder = process.env['DOCENT_EVAL_DIR'] ?? join(root, '../shared/eval');
  if (!existsSync(folder)) return [];
  const names = ['queries.jsonl', 'queries_noanswer.jsonl', 'queries_zh.jsonl'];
  return readdirSync(folder)
    .flatMap((set) => names.map((name) => join(folder, set, name)))
    .filter((path) => existsSync(path))
    .flatMap(linesOf)
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { readonly text: string }).text);
}

const shareOf = (found: readonly unknown[]): number =>
  found.filter((one) => one !== undefined).length / found.length;

const print = (name: string, value: number): boolean =>
  process.stdout.write(`${name.padEnd(76)} ${value.toFixed(3).padStart(9)}\n`);
