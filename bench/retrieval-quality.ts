import { pathToFileURL } from 'node:url';
import process from 'node:process';
import { COVERED_FROM } from '../server/features/knowledge/engine/evidence.ts';
import type { Retrieval } from '../server/features/knowledge/engine/retrieve.ts';
import { auroc, measure, shareFrom, thresholdKeeping, type Quality } from './retrieval/metrics.ts';
import { folder, readSet, type Query, type QuestionSet } from './retrieval/sets.ts';

/**
 * How well retrieval without a model finds the article that answers: each lexical retriever, their fusion, questions in
 * another language than the articles, and how well the evidence tells what a site does not cover.
 */
export async function run(): Promise<void> {
  const scores = new Map<string, readonly number[]>();
  const negatives: { set: QuestionSet; kind: string; queries: readonly Query[] }[] = [];
  console.log(`${'set'.padEnd(26)}${'retriever'.padEnd(10)} hit@1  hit@5  MRR@10 nDCG@10 recall@20`);
  const sets: QuestionSet[] = [];
  for (const name of [...monolingual, ...crossLingual]) {
    const set = await readSet(name);
    if (set === undefined) {
      console.log(`${name}: skipped, no such set in ${folder}`);
      continue;
    }
    printQuality(set, name, set.queries);
    if (set.crossing.length > 0) printQuality(set, `${name} (zh questions)`, set.crossing);
    if (!monolingual.includes(name)) continue;
    sets.push(set);
    scores.set(
      name,
      set.queries.map((query) => evidenceOf(set, query)),
    );
    for (const kind of new Set(set.unanswerable.map((query) => query.kind ?? ''))) {
      negatives.push({ set, kind, queries: set.unanswerable.filter((query) => query.kind === kind) });
    }
  }
  for (const set of sets)
    negatives.push({ set, kind: 'of another site', queries: foreignQueries(set, sets) });
  printEvidence(scores, negatives);
}

const monolingual = ['zh-cmrc', 'en-squad', 'en-covid-faq', 'site-howtocook-zh', 'site-handbook-en'];
const crossLingual = ['xling-zh-en', 'xling-en-zh'];

/** The best of a few dozen recipes without a model, each with its own settings: hit@1 and nDCG@10, measured once. */
const bestKnown: Readonly<Record<string, readonly [number, number]>> = {
  'zh-cmrc': [0.992, 0.996],
  'en-squad': [0.844, 0.931],
  'en-covid-faq': [0.604, 0.746],
  'site-howtocook-zh': [0.779, 0.864],
  'site-handbook-en': [0.75, 0.842],
  'xling-zh-en': [0.103, Number.NaN],
  'xling-en-zh': [0.145, Number.NaN],
  'site-handbook-en (zh questions)': [0.1, Number.NaN],
};

/** Chunks asked for: enough for twenty different articles. */
const DEEP = 400;

function printQuality(set: QuestionSet, name: string, queries: readonly Query[]): void {
  const found = queries.map((query) => set.engine.retrieve({ question: query.text, topK: DEEP }));
  const retrievers = found[0]?.retrievers.map((retriever) => retriever.name) ?? [];
  const judge = (rankingOf: (retrieval: Retrieval) => readonly string[]) =>
    measure(
      queries.map(({ relevant, neutral = [] }, index) => {
        const retrieval = found[index];
        return { ranking: retrieval === undefined ? [] : rankingOf(retrieval), relevant, neutral };
      }),
    );
  for (const retriever of retrievers) {
    printRow(
      name,
      retriever,
      judge((retrieval) =>
        articlesOf(retrieval.retrievers.find(({ name: own }) => own === retriever)?.hits ?? []),
      ),
    );
  }
  printRow(
    name,
    'fusion',
    judge((retrieval) => articlesOf(retrieval.hits)),
  );
  const [hit1, ndcg] = bestKnown[name] ?? [];
  if (hit1 !== undefined)
    console.log(
      `${' '.repeat(26)}${'best known'.padEnd(10)} ${cell(hit1)}${' '.repeat(14)}${cell(ndcg ?? Number.NaN)}`,
    );
}

function printRow(name: string, retriever: string, quality: Quality): void {
  const cells = [quality.hit1, quality.hit5, quality.mrr10, quality.ndcg10, quality.recall20].map(cell);
  console.log(`${name.slice(0, 25).padEnd(26)}${retriever.padEnd(10)} ${cells.join('')}`);
}

const cell = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(3)).padEnd(7);

const articlesOf = (hits: readonly { readonly articleId: string }[]): string[] => [
  ...new Set(hits.map((hit) => hit.articleId)),
];

const evidenceOf = ({ engine }: QuestionSet, { text }: Query): number =>
  engine.retrieve({ question: text }).evidence.score;

/** Questions of the other sites in the same language: what nobody would expect this site to answer. */
function foreignQueries(set: QuestionSet, sets: readonly QuestionSet[]): Query[] {
  const language = set.queries[0]?.lang;
  return sets
    .filter((other) => other !== set && other.queries[0]?.lang === language)
    .flatMap((other) => other.queries.slice(0, 100));
}

function printEvidence(
  scores: ReadonlyMap<string, readonly number[]>,
  negatives: readonly {
    readonly set: QuestionSet;
    readonly kind: string;
    readonly queries: readonly Query[];
  }[],
): void {
  console.log(
    `\nnot covered: false answers when nine in ten answerable questions of the set are answered, and at the shipped ${COVERED_FROM}`,
  );
  console.log(`${'set'.padEnd(20)}${'kind'.padEnd(22)}n    AUROC  false@90%  false@shipped`);
  for (const [name, values] of scores) {
    console.log(
      `${name.padEnd(20)}${'answerable'.padEnd(22)}${String(values.length).padEnd(5)}${' '.repeat(18)}${shareFrom(values, COVERED_FROM).toFixed(3)} answered, nine in ten at ${thresholdKeeping(values, 0.9).toFixed(3)}`,
    );
  }
  for (const { set, kind, queries } of negatives) {
    if (queries.length === 0) continue;
    const positive = scores.get(set.name) ?? [];
    const negative = queries.map((query) => evidenceOf(set, query));
    const own = thresholdKeeping(positive, 0.9);
    const cells = [auroc(positive, negative), shareFrom(negative, own), shareFrom(negative, COVERED_FROM)];
    const [area = 0, atOwn = 0, atShipped = 0] = cells;
    console.log(
      `${set.name.padEnd(20)}${kind.padEnd(22)}${String(queries.length).padEnd(5)}${area.toFixed(3).padEnd(7)}${atOwn.toFixed(3).padEnd(11)}${atShipped.toFixed(3)}`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
