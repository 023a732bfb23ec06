import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pagesIn } from '../fixtures/page-files.ts';
import { chunksOf } from '../retrieval/sets.ts';
import { CuratedFields } from '../../contract/curated-answers/entry-fields.ts';
import type { Entry } from '../../server/features/curated-answers/entry.ts';
import everyday from '../../server/features/curated-answers/matching/everyday-questions.json' with { type: 'json' };
import { createMeaning, scaleOf } from '../../server/features/curated-answers/matching/meaning.ts';
import { createMatcher } from '../../server/features/curated-answers/matching/matcher.ts';
import { createEngine } from '../../server/search/engine.ts';
import { guessLanguage } from '../../server/text/language.ts';
import { withoutGrammar } from '../../server/text/word-lists/grammar-words.ts';
import { detectLanguage } from '../../server/text/detect-language.ts';
import { shippedWords } from '../../server/text/word-vectors/shipped-words.ts';

/**
 * Curated answers of two sites (`eval/curated-answers`): on 50 topics of the handbook, and on 50 of a shop and a club. How many of 100 other
 * wordings each by a person find their answer, how many a wrong one, and how many their own as one that may be meant; how many of the
 * questions of the other site, of other sites and texts (`eval`, and `shared/eval` beside the project) get an answer
 * although they ask something else; and the time of a question among 5,000 answers with 10,000 questions. With
 * `DOCENT_BENCH_EMBEDDINGS`, the address of a server of multilingual-e5-small up to `/v1`, vectors are compared.
 */
export async function run(): Promise<void> {
  for (const [site, files] of sites) await ofSite(site, files);
  await speed(createMatcher(shippedWords).match);
}

const sites = [
  ['handbook', ['en', 'zh']],
  ['shop and club', ['bike-shop.en', 'photo-club.zh']],
] as const;

async function ofSite(site: string, files: readonly string[]): Promise<void> {
  const topics = files.flatMap(topicsOf);
  const entries = topics.map((topic, nth) => entryOf(`${nth}`, topic));
  const { match } = createMatcher(shippedWords);
  const engine = createEngine();
  const articles =
    site === 'handbook' ? files.flatMap((language) => pagesIn(join(root, 'handbook', language))) : [];
  await engine.load(articles.map((article) => ({ articleId: article.id, chunks: chunksOf(article) })));
  const found = async (question: string) => {
    const asked = withoutGrammar(question, guessLanguage(question));
    return [
      ...new Set(engine.retrieve({ question: asked, topK: 20 }).hits.map(({ articleId }) => articleId)),
    ];
  };
  const meaning = await meaningBy(process.env['DOCENT_BENCH_EMBEDDINGS'], entries);
  const look = async (question: string) => {
    const language = await detectLanguage(question);
    return match(
      entries,
      { ...asked, forms: [question], language },
      { meaning: () => meaning(question), found: () => found(question) },
    );
  };
  const find = async (question: string) => {
    const found = await look(question);
    return found?.isNear === true ? undefined : found?.entry.id;
  };

  let [right, wrong, near, wordings] = [0, 0, 0, 0];
  for (const [nth, { others }] of topics.entries())
    for (const other of others) {
      const found = await look(other);
      wordings += 1;
      if (found?.entry.id === `${nth}`) {
        if (found.isNear) near += 1;
        else right += 1;
      } else if (found && !found.isNear) wrong += 1;
    }
  print(`${site}: other wordings that find their answer`, right / wordings);
  print(`${site}: other wordings that find another answer`, wrong / wordings);
  print(`${site}: other wordings whose answer may be meant`, near / wordings);

  const elsewhere = sites
    .flatMap(([other, others]) => (other === site ? [] : others.flatMap(topicsOf)))
    .flatMap(({ questions, others }) => [...questions, ...others]);
  const foreign = [...ownQuestions('other-languages'), ...smallSites(), ...sharedQuestions(), ...elsewhere];
  const hits: unknown[] = [];
  for (const question of foreign) hits.push(await find(question));
  print(`${site}: ${foreign.length} questions of other sites and texts that get an answer`, shareOf(hits));
  if (site !== 'handbook') return;
  const related = ownQuestions('handbook');
  print(
    `${related.length} questions on the same handbook that get an answer`,
    shareOf(await Promise.all(related.map(find))),
  );
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
  const scale = scaleOf(everyday.flatMap((question) => kept.get(question) ?? []));
  return async (question: string) => {
    const [vector] = await embed([question]);
    return vector && createMeaning(vector, { of: (one) => kept.get(one), scale });
  };
}

async function speed(match: ReturnType<typeof createMatcher>['match']): Promise<void> {
  const words = topicsOf('en').flatMap(({ questions }) => questions);
  const entries = Array.from({ length: 5000 }, (_, nth) =>
    entryOf(`${nth}`, {
      questions: [0, 1].map((one) => `${words[(2 * nth + one) % words.length] ?? ''} ${nth}`),
      answer: 'x',
      sources: [],
      language: '',
    }),
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
  answer: string;
  /** Articles of the handbook. */
  readonly sources: string[];
  readonly others: string[];
}

/** The topics of a file, whose name ends with their language. */
function topicsOf(name: string): Topic[] {
  const topics: Topic[] = [];
  const language = name.slice(-2);
  for (const line of linesOf(join(root, `eval/curated-answers/${name}.txt`))) {
    const text = line.slice(2).trim();
    const last = topics.at(-1);
    if (line.startsWith('- ')) last?.others.push(text);
    else if (line.startsWith('@ ')) last?.sources.push(text);
    else if (last && line.startsWith('> ')) last.answer = text;
    else if (line.startsWith('= ')) {
      if (last && last.answer === '') last.questions.push(text);
      else topics.push({ language, questions: [text], answer: '', sources: [], others: [] });
    }
  }
  return topics;
}

const entryOf = (id: string, { questions, answer, sources, language }: Omit<Topic, 'others'>): Entry => ({
  ...CuratedFields.parse({ questions, answer, language }),
  id,
  revision: 1,
  updatedAt: 1,
  reviewedAt: 1,
  known: Object.fromEntries(sources.map((source) => [source, { id: source, revision: '' }])),
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
