import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunBody } from '../contract/evaluations/evaluations.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { forEachConcurrent } from '../server/work/concurrency.ts';
import { createTestApp } from '../test/app.ts';
import { createFakeHost } from '../test/fakes/host.ts';
import { createFakeModels } from '../test/fakes/models.ts';
import { createQuestions } from './fixtures/questions.ts';
import { print } from './fixtures/figures.ts';

/**
 * An evaluation of DOCENT_BENCH_CASES cases (default 1,000) over a site of 300 articles, on SQLite in a file, with
 * models without latency. The same questions answered without the evaluation, equally concurrent, give the share of the
 * answer path.
 */
export async function run(): Promise<void> {
  const count = Number(process.env['DOCENT_BENCH_CASES'] ?? 1000);
  const lanes = 4;
  const questions = createQuestions(5);
  const articles = Array.from({ length: 300 }, (_, nth) => ({
    id: `article-${nth}`,
    title: questions.next(),
    text: Array.from({ length: 40 }, () => questions.next()).join('\n\n'),
  }));
  const cases = Array.from({ length: count }, (_, nth) => ({
    question: questions.next(),
    expectedSources: [articles[nth % articles.length]?.title ?? ''],
  }));
  const folder = await mkdtemp(join(tmpdir(), 'docent-evaluation-'));
  const app = await createTestApp({
    db: openSqlite(join(folder, 'docent.sqlite')),
    host: createFakeHost(articles),
    models: createFakeModels({
      kinds: ['chat'],
      chat: (call) => (call.scenario === 'evaluation_judge' ? opinion : 'That is what the articles say. [1]'),
    }),
    checkReplies: false,
  });
  try {
    const { runs } = app.evaluations;
    const body = RunBody.parse({ name: 'bench', casesAtOnce: lanes });
    await answers(app, cases.slice(0, 100), lanes);
    const alone = await secondsOf(() => answers(app, cases, lanes));
    let runId = '';
    const whole = await secondsOf(async () => {
      ({ runId } = await runs.start({ ...body, cases: cases.map((one) => ({ ...blank, ...one })) }));
      await runs.ended(runId);
    });
    const report = await secondsOf(async () => void (await runs.report(runId)));
    const { status, completedCases } = await runs.status(runId);
    if (status !== 'completed' || completedCases !== count) throw new Error(`The run ended as ${status}`);
    print(`run of ${count} cases, ${lanes} at once`, whole, 's');
    print('the same questions answered without it', alone, 's');
    print('share of the answer path', (100 * alone) / whole, '%');
    print('report of the run', 1000 * report, 'ms');
  } finally {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

const blank = { id: '', referenceAnswer: '', tags: [] };

const opinion = JSON.stringify({
  relevance: 5,
  correctness: 4,
  faithfulness: 5,
  completeness: 4,
  citationAccuracy: 5,
  hallucinationRisk: 'low',
  reason: 'Fits.',
});

const answers = (
  { answer }: Pick<Awaited<ReturnType<typeof createTestApp>>, 'answer'>,
  cases: readonly { readonly question: string }[],
  lanes: number,
) =>
  forEachConcurrent(lanes, cases, async ({ question }) => {
    const { signal } = new AbortController();
    for await (const event of answer({
      question,
      history: [],
      kind: 'chat',
      scenario: 'evaluation_answer',
      signal,
    }))
      void event;
  });

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
