import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { measure, type Quality } from './retrieval/metrics.ts';
import { folder, readSet, type Query, type QuestionSet } from './retrieval/sets.ts';

/** Quality of retrieval, search box and evidence without a model. Every figure is printed beside its target. */
export async function run(): Promise<void> {
  const sets: QuestionSet[] = [];
  const crossing: QuestionSet[] = [];
  console.log(
    `${'set'.padEnd(32)}${'ranking'.padEnd(11)} hit@1  nDCG@10 hit@5  MRR@10 recall@20   goal: best baseline`,
  );
  const means: Quality[][] = [[], []];
  for (const name of [...monolingual, ...crossLingual]) {
    const set = await readSet(name);
    if (set === undefined) {
      console.log(`${name}: skipped, no such set in ${folder}`);
      continue;
    }
    const [retrieved, searched] = printQuality(set, name, set.queries);
    if (set.crossing.length > 0) printQuality(set, `${name} (zh)`, set.crossing);
    if (!monolingual.includes(name)) {
      crossing.push(set);
      continue;
    }
    sets.push(set);
    means[0]?.push(retrieved);
    means[1]?.push(searched);
  }
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const baseline = monolingual.map((name) => bestBaseline[name] ?? [0, 0]);
  const goals = `hit@1 ≥ ${(mean(baseline.map(([hit1]) => hit1)) + 0.02).toFixed(3)}, nDCG@10 ≥ ${mean(baseline.map(([, ndcg]) => ndcg)).toFixed(3)}`;
  for (const [at, ranking] of ['retrieval', 'search box'].entries()) {
    const of = means[at] ?? [];
    if (of.length < monolingual.length) continue;
    const cells = [mean(of.map((one) => one.hit1)), mean(of.map((one) => one.ndcg10))].map(cell).join('');
    console.log(`${'mean'.padEnd(32)}${ranking.padEnd(11)} ${cells}${' '.repeat(22)} goal: ${goals}`);
  }
}

const monolingual = ['zh-cmrc', 'en-squad', 'en-covid-faq', 'site-howtocook-zh', 'site-handbook-en'];
const crossLingual = ['xling-zh-en', 'xling-en-zh'];

/** The best of a few dozen recipes without a model, each column its own: hit@1 and nDCG@10, measured once. */
const bestBaseline: Readonly<Record<string, readonly [number, number]>> = {
  'zh-cmrc': [0.992, 0.996],
  'en-squad': [0.844, 0.931],
  'en-covid-faq': [0.604, 0.746],
  'site-howtocook-zh': [0.779, 0.864],
  'site-handbook-en': [0.75, 0.842],
  'xling-zh-en': [0.103, Number.NaN],
  'xling-en-zh': [0.145, Number.NaN],
  'site-handbook-en (zh)': [0.1, Number.NaN],
};

/** Chunks asked for: enough for twenty different articles. */
const DEEP = 400;

/** Prints what retrieval and the search box find. */
function printQuality(
  set: QuestionSet,
  name: string,
  queries: readonly Query[],
): readonly [Quality, Quality] {
  const found = queries.map((query) => set.engine.retrieve({ question: query.text, topK: DEEP }));
  const judge = (rankingOf: (query: number) => readonly { readonly articleId: string }[]) =>
    measure(
      queries.map(({ relevant, neutral = [] }, query) => ({
        ranking: [...new Set(rankingOf(query).map(({ articleId }) => articleId))],
        relevant,
        neutral,
      })),
    );
  const retrieved = judge((query) => found[query]?.hits ?? []);
  const searched = judge(
    (query) => set.engine.search({ keyword: queries[query]?.text ?? '', limit: 20 }).hits,
  );
  const [hit1 = Number.NaN, ndcg = Number.NaN] = bestBaseline[name] ?? [];
  const goal = `   ${cell(hit1)}${cell(ndcg)}`;
  const reached = ({ hit1: own, ndcg10 }: Quality) =>
    own + HALF_DIGIT >= hit1 && (Number.isNaN(ndcg) || ndcg10 + HALF_DIGIT >= ndcg) ? 'reached' : 'missed';
  printRow(name, 'retrieval', retrieved, `${goal}${reached(retrieved)}`);
  printRow(name, 'search box', searched, `${goal}${reached(searched)}`);
  return [retrieved, searched];
}

/** The baselines are known to three digits. */
const HALF_DIGIT = 0.0005;

function printRow(name: string, ranking: string, quality: Quality, goal = ''): void {
  const cells = [quality.hit1, quality.ndcg10, quality.hit5, quality.mrr10, quality.recall20].map(cell);
  console.log(`${name.padEnd(32)}${ranking.padEnd(11)} ${cells.join('')}${goal}`);
}

const cell = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(3)).padEnd(8);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
