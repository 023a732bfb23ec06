import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RunBody } from '../../../contract/evaluations/evaluations.ts';
import { defaults } from '../../../contract/config/groups.ts';
import { token } from '../../../contract/events.ts';
import { testEngines } from '../../../test/databases.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { toldModels } from '../../../test/fakes/usage.ts';
import { createFakeModels } from '../../../test/fakes/models.ts';
import type { Database } from '../../kit/database.ts';
import { invalid, notFound } from '../../kit/fault.ts';
import { createJobs, jobMigrations, jobLeaseMs } from '../../work/jobs.ts';
import { createEvaluations, evaluationMigrations } from './evaluations.ts';
import { createDatasetStore } from './store/datasets.ts';
import { createRunStore } from './store/runs.ts';
import { fakeLiveness } from '../../../test/fakes/liveness.ts';
import { yieldToEventLoop } from '../../work/event-loop.ts';
import { createChanges } from '../changes/changes.ts';

const opinion = JSON.stringify({
  relevance: 5,
  correctness: 5,
  faithfulness: 5,
  completeness: 5,
  citationAccuracy: 5,
  hallucinationRisk: 'low',
  reason: '',
});
const configured = defaults();
const questions = ['one', 'two', 'three', 'four', 'five'];
const fiveCases = RunBody.parse({
  name: 'Five',
  datasetId: 'mine',
  cases: questions.map((question) => ({ question })),
  casesAtOnce: 2,
});

describe.each(testEngines)('evaluations on %s', (_, openDatabase) => {
  let db: Database;
  let time = 1_000_000_000;
  const log = createTestLog();
  const closers: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    time = 1_000_000_000;
    db = await openDatabase();
    await db.migrate([...jobMigrations, ...evaluationMigrations]);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
    await db.close();
    expect(log.errors).toEqual([]);
  });

  /** A process; `answer` resolves when a question is answered. */
  function processOf(owner: string, answer: (question: string, signal: AbortSignal) => Promise<string>) {
    const clock = { now: () => time };
    const jobs = createJobs({ db, clock, log, liveness: fakeLiveness(owner) });
    const asked: string[] = [];
    const evaluations = createEvaluations({
      db,
      clock,
      log,
      jobs,
      historyOf: createChanges({ db, clock }).historyOf,
      config: { all: async () => configured },
      models: toldModels(createFakeModels({ kinds: ['chat'], chat: () => opinion })),
      retrieveWith: () => async () => ({
        passages: [],
        evidence: { score: 1, level: 'answers', covered: true, isNear: true, reasons: [] },
        query: '',
      }),
      answerWith: () =>
        async function* ({ question, signal }) {
          asked.push(question);
          yield token(await answer(question, signal));
          yield { event: 'answer_state', data: { answerState: 'answered' } };
        },
      chatLog: async () => {
        throw notFound('Chat log');
      },
      judgeTrial: async () => ({ right: 20, count: 24, isFit: true }),
      costOf: (model, { completionTokens }) => (model === 'fake-chat' ? completionTokens / 100 : undefined),
    });
    const close = async () => {
      await jobs.close();
      await evaluations[Symbol.asyncDispose]?.();
    };
    closers.push(close);
    return { ...evaluations, jobs, asked, close };
  }

  const atOnce = async (question: string) => `About ${question}`;
  /** Answers some questions and blocks the others until the process stops. */
  const holding =
    (...answered: readonly string[]) =>
    (question: string, signal: AbortSignal): Promise<string> =>
      answered.includes(question)
        ? atOnce(question)
        : new Promise((_resolve, reject) => {
            const stop = () => reject(signal.reason);
            if (signal.aborted) stop();
            else signal.addEventListener('abort', stop, { once: true });
          });

  const statusIn = (process: ReturnType<typeof processOf>, runId: string) => process.runs.status(runId);

  test('EV8: a stopped service goes on with a run where it was, and its status is right meanwhile', async () => {
    const first = processOf('first', holding('one', 'two'));
    const { runId } = await first.runs.start(fiveCases);
    await expect.poll(() => statusIn(first, runId)).toMatchObject({ status: 'running', completedCases: 2 });
    await first.close();

    const next = processOf('next', atOnce);
    expect(await statusIn(next, runId)).toMatchObject({
      status: 'running',
      completedCases: 2,
      totalCases: 5,
    });
    await next.jobs.start();
    await expect.poll(() => statusIn(next, runId)).toMatchObject({ status: 'completed', completedCases: 5 });
    expect(next.asked.toSorted()).toEqual(['five', 'four', 'three']);
    const { results } = await next.runs.report(runId);
    expect(results.map(({ question, answer }) => [question, answer])).toEqual(
      questions.map((question) => [question, `About ${question}`]),
    );
  });

  test('EV8: a killed process is taken over when its lease has run out; nothing is done twice or lost', async () => {
    const killed = processOf('killed', holding('one'));
    const { runId } = await killed.runs.start(fiveCases);
    await expect.poll(() => statusIn(killed, runId)).toMatchObject({ completedCases: 1 });
    // The process hangs; other processes consider it dead when its lease expires.
    time += jobLeaseMs + 1;
    const next = processOf('next', atOnce);
    await next.jobs.start();
    await expect.poll(() => statusIn(next, runId)).toMatchObject({ status: 'completed', completedCases: 5 });
    expect(next.asked).not.toContain('one');
    expect((await next.runs.report(runId)).results).toHaveLength(5);
  });

  test('EV8: the end of a run is known to a process that did not run it', async () => {
    const worker = processOf('worker', atOnce);
    const reader = processOf('reader', atOnce);
    const { runId } = await worker.runs.start(fiveCases);
    await worker.runs.ended(runId);
    expect(await statusIn(reader, runId)).toMatchObject({ status: 'completed', report: { totalCases: 5 } });
    expect(reader.asked).toEqual([]);
  });

  test('EV8: a run whose process died before its job was written has failed, after a while', async () => {
    const { runs } = processOf('one', atOnce);
    const store = createRunStore(db);
    const other = await runs.start(RunBody.parse({ cases: [] }));
    await runs.ended(other.runId);
    const setup = await store.setup(other.runId);
    const head = {
      id: 'eval-lost',
      name: 'Lost',
      datasetId: '',
      status: 'running',
      error: '',
      startedAt: time,
      endedAt: 0,
      total: 1,
    } as const;
    if (setup) await store.add(head, setup, []);
    expect(await runs.status('eval-lost')).toMatchObject({ status: 'running' });
    time += 61_000;
    expect(await runs.status('eval-lost')).toMatchObject({
      status: 'failed',
      error: 'The run was interrupted',
    });
  });

  test('no more cases are in work than the run allows', async () => {
    let working = 0;
    let most = 0;
    const { runs } = processOf('one', async (question) => {
      most = Math.max(most, ++working);
      await yieldToEventLoop();
      working -= 1;
      return question;
    });
    const { runId } = await runs.start({ ...fiveCases, casesAtOnce: 3 });
    await runs.ended(runId);
    expect(most).toBe(3);
  });

  test('tokens and cost are reported separately for answer and judge', async () => {
    const { runs } = processOf('one', atOnce);
    const { runId } = await runs.start({ ...fiveCases, judgeRepeats: 2 });
    await runs.ended(runId);
    const { summary, results } = await runs.report(runId);
    expect(results[0]?.usage?.judge).toEqual({
      promptTokens: 20,
      completionTokens: 10,
      embeddingTokens: 0,
      cost: 0.1,
    });
    expect(summary.usage?.answer).toEqual({ promptTokens: 0, completionTokens: 0, embeddingTokens: 0 });
    expect(summary.usage?.judge.cost).toBeCloseTo(0.5);
  });

  test('a result that comes after its run was deleted leaves nothing', async () => {
    const { runs } = processOf('one', atOnce);
    const { runId } = await runs.start(fiveCases);
    await runs.ended(runId);
    const store = createRunStore(db);
    const [result] = await store.results(runId);
    await store.remove(runId);
    expect(result && (await store.addResult(runId, 0, result))).toBe(false);
    expect(await store.results(runId)).toEqual([]);
  });

  test('texts that no database likes come back as they were', async () => {
    const store = createDatasetStore(db);
    const dataset = {
      id: 'odd',
      name: 'nul \0 and half a pair \ud83d',
      description: '引号 " \\',
      updatedAt: 5,
      cases: [{ id: '\0', question: '\u2028', referenceAnswer: '', expectedSources: ['\0'], tags: [] }],
    };
    expect([await store.add(dataset), await store.add(dataset)]).toEqual([true, false]);
    expect(await store.one('odd')).toEqual(dataset);
  });

  test("two concurrent editors of a dataset do not lose each other's cases", async () => {
    const store = createDatasetStore(db);
    await store.put({ id: 'set', name: '', description: '', updatedAt: 0, cases: [] });
    const added = (id: string) => ({ id, question: id, referenceAnswer: '', expectedSources: [], tags: [] });
    await Promise.all(
      questions.map((id) =>
        store.change('set', 1, (set) => ({ ...set, updatedAt: 1, cases: [...set.cases, added(id)] })),
      ),
    );
    expect((await store.one('set'))?.cases.map(({ id }) => id).toSorted()).toEqual(questions.toSorted());
    const refused = store.change('set', 2, () => {
      throw invalid('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect((await store.one('set'))?.updatedAt).toBe(1);
    expect(await store.change('none', 1, (set) => set)).toBeUndefined();
  });

  test('the oldest ended runs beyond the kept ones are forgotten with their results', async () => {
    const { runs } = processOf('one', atOnce);
    const ids: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      time += 1;
      const { runId } = await runs.start({ ...fiveCases, cases: fiveCases.cases.slice(0, 1) });
      await runs.ended(runId);
      await runs.status(runId);
      ids.push(runId);
    }
    const store = createRunStore(db);
    await store.forget(2);
    expect((await store.heads(10)).map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
    expect(await store.results(ids[0] ?? '')).toEqual([]);
  });
});
