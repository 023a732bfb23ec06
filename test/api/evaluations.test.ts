import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { Dataset } from '../../contract/evaluations/evaluations.ts';
import type { RunComparison } from '../../contract/evaluations/comparison.ts';
import type { RunRecord, RunReport, RunStatus } from '../../contract/evaluations/report.ts';
import type { Ports } from '../../server/app.ts';
import { Fault } from '../../server/kit/fault.ts';
import type { ChatCall, ChatPart } from '../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { assertNoBugs } from '../fakes/log.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels, type FakeAnswer } from '../fakes/models.ts';
import { framesOf, only } from './frames.ts';

const apps: TestApp[] = [];

afterEach(async () => {
  const opened = apps.splice(0);
  for (const app of opened) await app[Symbol.asyncDispose]();
  for (const { log } of opened) assertNoBugs(log);
});

const site = () =>
  createFakeHost([
    { id: 'backup', title: 'Backup', text: 'The service is copied every night at 3 am to the vault.' },
    { id: 'themes', title: 'Themes', text: 'Themes are chosen in the console under appearance.' },
  ]);

/** A good opinion, with other fields where a test wants them. */
const opinion = (other: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    relevance: 5,
    correctness: 4,
    faithfulness: 5,
    completeness: 4,
    citationAccuracy: 3,
    hallucinationRisk: 'low',
    reason: 'Fits.',
    ...other,
  });

const judges = (call: ChatCall) => call.scenario === 'evaluation_judge';
const answering = (call: ChatCall): FakeAnswer =>
  judges(call) ? opinion() : 'The service is copied every night at 3 am. [1]';

const when = { id: 'when', question: 'When is the service copied?', expectedSources: ['Backup'] };
const where = { question: 'Where are themes chosen?', expectedSources: ['themes', 'Backup'] };

async function open(ports: Partial<Ports> = {}) {
  const models = createFakeModels({ kinds: ['chat'], chat: answering });
  const app = await createTestApp({ host: site(), models, ...ports });
  apps.push(app);
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const reply = await app.inject({
      method,
      url: `${consolePrefix}/evaluations${path}`,
      headers: asAdmin,
      ...(payload && { payload }),
    });
    return {
      status: reply.statusCode,
      text: reply.body,
      headers: reply.headers,
      json: reply.json.bind(reply),
    };
  };
  const get = async <T>(path: string): Promise<T> => (await ask('GET', path)).json<T>();
  const post = (path: string, payload?: object) => ask('POST', path, payload);
  const statusOf = (runId: string) => get<RunStatus>(`/runs/${runId}/status`);
  const start = async (body: object) => (await post('/run', body)).json<{ runId: string }>().runId;
  return {
    app,
    models,
    ask,
    get,
    post,
    start,
    statusOf,
    /** Runs cases to their end. */
    async run(body: object): Promise<RunStatus> {
      const runId = await start(body);
      await expect.poll(async () => (await statusOf(runId)).status, { timeout: 10_000 }).not.toBe('running');
      return statusOf(runId);
    },
  };
}

describe('datasets', () => {
  test('EV3: the built-in set comes first, is marked, and has cases in both languages', async () => {
    const { get } = await open();
    const template = await get<Dataset>('/template');
    expect(template).toMatchObject({ id: 'blog-knowledge-basic', defaultDataset: true, updatedAt: '' });
    expect(template.cases.length).toBeGreaterThanOrEqual(18);
    for (const language of ['en', 'zh'])
      expect(template.cases.filter(({ tags }) => tags.includes(language)).length).toBeGreaterThanOrEqual(9);
    expect(new Set(template.cases.map(({ id }) => id)).size).toBe(template.cases.length);
    expect(await get('/datasets')).toEqual([template]);
    expect(await get('/datasets/blog-knowledge-basic')).toEqual(template);
  });

  test('EV1, EV3, EV4: a saved set has every field, and an id from its name', async () => {
    const { post, get } = await open();
    const saved = await post('/datasets', { name: 'My First Set!', cases: [{ question: 'q' }] });
    expect(saved.json()).toEqual({
      id: 'my-first-set',
      revision: expect.any(Number),
      name: 'My First Set!',
      description: '',
      defaultDataset: false,
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      cases: [{ id: '', question: 'q', referenceAnswer: '', expectedSources: [], tags: [] }],
    });
    expect(await get('/datasets/my-first-set')).toEqual(saved.json());
  });

  test('EV4: an id made from a name never takes that of another set; a given id replaces', async () => {
    const { post, get, ask } = await open();
    const ids: string[] = [];
    for (const name of ['Same name', 'same NAME', 'Same—name', '只有汉字', '只有汉字', ''])
      ids.push((await post('/datasets', { name, cases: [] })).json().id);
    expect(ids.slice(0, 3)).toEqual(['same-name', 'same-name-2', 'same-name-3']);
    for (const id of ids.slice(3)) expect(id).toMatch(/^eval-[0-9a-f]{8}$/);
    expect(new Set(ids).size).toBe(6);
    await post('/datasets', { id: 'same-name', name: 'Replaced', cases: [] });
    expect(await get('/datasets/same-name')).toMatchObject({ name: 'Replaced' });
    await ask('PUT', '/datasets/new-by-put', { id: 'ignored', name: 'Put', cases: [] });
    expect(await get('/datasets/new-by-put')).toMatchObject({ id: 'new-by-put', name: 'Put' });
    expect((await ask('GET', '/datasets/ignored')).status).toBe(404);
  });

  test('EV5, EV6, EV9: the built-in set stays, others are deleted without a body, unknown ones are missing', async () => {
    const { ask, post } = await open();
    const refused = await ask('DELETE', '/datasets/blog-knowledge-basic');
    expect([refused.status, refused.json()]).toEqual([400, { error: expect.stringContaining('built-in') }]);
    await post('/datasets', { id: 'mine', name: 'Mine', cases: [] });
    for (const id of ['mine', 'never-there']) {
      const deleted = await ask('DELETE', `/datasets/${id}`);
      expect([deleted.status, deleted.text]).toEqual([204, '']);
    }
    for (const path of [
      '/datasets/mine',
      '/runs/eval-00000000',
      '/runs/eval-00000000/status',
      '/runs/%00/status',
    ]) {
      const missing = await ask('GET', path);
      expect([missing.status, missing.json()]).toEqual([404, { error: expect.any(String) }]);
    }
  });

  test('EV5: a changed built-in set is no longer as it was shipped; saved as shipped it is again', async () => {
    const { get, ask } = await open();
    const shipped = await get<Dataset>('/template');
    await ask('PUT', `/datasets/${shipped.id}`, { ...shipped, cases: shipped.cases.slice(1) });
    expect(await get('/datasets')).toMatchObject([{ id: shipped.id, defaultDataset: false }]);
    expect(await get('/template')).toEqual(shipped);
    await ask('PUT', `/datasets/${shipped.id}`, shipped);
    expect(await get('/datasets')).toEqual([shipped]);
  });

  test('EV2: values that are too large are refused with their path', async () => {
    const { post } = await open();
    const refused = await post('/datasets', { name: 'x', cases: [{ question: 'x'.repeat(4001) }] });
    expect([refused.status, refused.json()]).toEqual([
      400,
      { error: expect.stringContaining('cases.0.question') },
    ]);
  });
});

describe('a run', () => {
  test('EV7, EV8: exactly the cases sent are answered and judged in the background', async () => {
    const { post, statusOf, models } = await open();
    const started = await post('/run', {
      name: 'First',
      datasetId: 'blog-knowledge-basic',
      cases: [when, where],
    });
    expect(started.json()).toEqual({
      runId: expect.stringMatching(/^eval-[0-9a-f]{8}$/),
      status: 'running',
    });
    const { runId } = started.json();
    await expect.poll(async () => (await statusOf(runId)).status).toBe('completed');
    const { report, ...status } = await statusOf(runId);
    expect(status).toEqual({ runId, status: 'completed', totalCases: 2, completedCases: 2, currentCase: '' });
    expect(report?.results.map(({ id, question }) => [id, question])).toEqual([
      ['when', when.question],
      ['case-2', where.question],
    ]);
    expect(models.calls.chat.map(({ scenario }) => scenario).toSorted()).toEqual([
      'evaluation_answer',
      'evaluation_answer',
      'evaluation_judge',
      'evaluation_judge',
    ]);
  });

  test('EV10, EV11, EV13: a report has the scores of retrieval, citations and judge, and their means', async () => {
    const { run, get } = await open();
    const { runId, report } = await run({ name: 'Scores', datasetId: 'x', cases: [when] });
    const [result] = report?.results ?? [];
    expect(result).toMatchObject({
      answer: 'The service is copied every night at 3 am. [1]',
      answerState: 'answered',
      retrievedDocuments: expect.arrayContaining([
        expect.objectContaining({
          postId: 'backup',
          title: 'Backup',
          chunkIndex: 0,
          content: expect.stringContaining('3 am'),
        }),
      ]),
      retrieval: {
        hit: true,
        firstHitRank: 1,
        precisionAt5: 0.2,
        matchedSources: ['Backup (backup)'],
        recall: 1,
        reciprocalRank: 1,
        ndcg: 1,
      },
      citation: { cited: 1, precision: 1, marks: 1, support: 1 },
      judge: {
        relevance: 5,
        correctness: 4,
        faithfulness: 5,
        completeness: 4,
        citationAccuracy: 3,
        hallucinationRisk: 'low',
        // 0.20 × 5 + 0.25 × 4 + 0.30 × 5 + 0.15 × 4 + 0.10 × 3
        totalScore: 4.4,
        model: 'fake-chat',
        method: 'model',
      },
      usage: {
        answer: { promptTokens: 10, completionTokens: 5, embeddingTokens: 0 },
        judge: { promptTokens: 10, completionTokens: 5, embeddingTokens: 0 },
      },
    });
    expect(report?.summary).toMatchObject({
      totalCases: 1,
      avgScore: 4.4,
      retrievalHitRate: 100,
      hallucinationHighRiskRate: 0,
      failedCases: 0,
      judgedCases: 1,
      unknownCases: 0,
      meanReciprocalRank: 1,
    });
    expect(await get('/runs')).toEqual([
      {
        runId,
        name: 'Scores',
        datasetId: 'x',
        startedAt: expect.stringMatching(/Z$/),
        durationMs: expect.any(Number),
        status: 'completed',
        summary: report?.summary,
      },
    ]);
    expect(await get(`/runs/${runId}`)).toEqual(report);
  });

  test('EV8: a run without cases completes with a report of nothing', async () => {
    const { run, get } = await open();
    const { status, report, runId } = await run({ name: '', datasetId: '', cases: [] });
    expect(status).toBe('completed');
    expect(report).toMatchObject({
      name: 'Ad-hoc run',
      results: [],
      summary: { totalCases: 0, avgScore: null },
    });
    expect(await get<RunRecord[]>('/runs')).toMatchObject([{ runId }]);
  });

  test('EV12, EV13, EV14: an unreadable judgement and a failed answer have unknown scores, and the run continues', async () => {
    const models = createFakeModels({
      kinds: ['chat'],
      chat: (call) => {
        const about = call.messages.map(({ content }) => content).join('\n');
        if (!judges(call))
          return about.includes('themes') ? new Fault('upstream', 'Bad gateway') : answering(call);
        return about.includes('copied twice') ? 'Four stars!' : opinion();
      },
    });
    const { run } = await open({ models });
    const { status, report } = await run({
      name: 'Faults',
      cases: [when, where, { question: 'Is the service copied twice?' }],
    });
    expect(status).toBe('completed');
    expect(
      report?.results.map(({ judge, error }) => [judge.totalScore, judge.hallucinationRisk, error]),
    ).toEqual([
      [4.4, 'low', undefined],
      [null, null, 'Bad gateway'],
      [null, null, undefined],
    ]);
    expect(report?.results[1]).toMatchObject({ answer: '', answerState: 'failed', retrieval: { hit: true } });
    expect(report?.results[2]?.judge.error).toContain('no JSON object');
    expect(report?.summary).toMatchObject({
      avgScore: 4.4,
      failedCases: 2,
      judgedCases: 1,
      unknownCases: 2,
      hallucinationHighRiskRate: 0,
    });
  });

  test('EV8, EV14: a daily limit reached half way ends the run as failed; results are kept, and no score becomes 1', async () => {
    const { app, run } = await open();
    await app.inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers: asAdmin,
      payload: { enabled: true, chatModelLimits: { 'fake-chat': 40 } },
    });
    const cases = Array.from({ length: 20 }, (_, nth) => ({ ...when, id: `nth-${nth}` }));
    const { status, error, report, completedCases } = await run({ name: 'Poor', cases, casesAtOnce: 1 });
    expect([status, error]).toEqual(['failed', expect.stringContaining('daily token limit')]);
    expect(completedCases).toBeGreaterThan(0);
    expect(completedCases).toBeLessThan(20);
    expect(report?.results).toHaveLength(completedCases);
    for (const { judge } of report?.results ?? []) expect([null, 4.4]).toContain(judge.totalScore);
  });

  test('EV8: a cancelled run stops, keeps its results and stays cancelled', async () => {
    const gate = Promise.withResolvers<void>();
    const models = createFakeModels({
      kinds: ['chat'],
      chat: (call) =>
        call.messages.some(({ content }) => content.includes('themes'))
          ? waiting(gate.promise)
          : answering(call),
    });
    const { start, statusOf, post, get, ask } = await open({ models });
    const runId = await start({ name: 'Long', cases: [when, where, when], casesAtOnce: 1 });
    await expect
      .poll(() => statusOf(runId))
      .toMatchObject({ completedCases: 1, currentCase: where.question });
    expect(await get<RunReport>(`/runs/${runId}`)).toMatchObject({
      status: 'running',
      results: [{ id: 'when' }],
    });
    expect((await post(`/runs/${runId}/cancel`)).status).toBe(200);
    gate.resolve();
    await expect.poll(async () => (await statusOf(runId)).status).toBe('cancelled');
    expect(await statusOf(runId)).toMatchObject({
      totalCases: 3,
      completedCases: 1,
      report: { results: [{ id: 'when' }] },
    });
    expect((await post(`/runs/${runId}/cancel`)).json()).toMatchObject({ status: 'cancelled' });
    expect((await ask('POST', '/runs/unknown/cancel')).status).toBe(404);
  });

  test('EV8: the sum of a run has what the case has taken that its end interrupted', async () => {
    const asked = Promise.withResolvers<void>();
    const models = createFakeModels({
      kinds: ['chat'],
      chat(call) {
        if (!call.messages.some(({ content }) => content.includes('themes'))) return answering(call);
        asked.resolve();
        return untilAborted(call.signal);
      },
    });
    const { start, statusOf, post } = await open({ models });
    const runId = await start({ name: 'Long', cases: [when, where], casesAtOnce: 1 });
    await expect.poll(() => statusOf(runId)).toMatchObject({ completedCases: 1 });
    await asked.promise;
    await post(`/runs/${runId}/cancel`);
    await expect.poll(async () => (await statusOf(runId)).status).toBe('cancelled');
    const { report } = await statusOf(runId);
    const done = report?.results[0]?.usage?.answer.promptTokens ?? Infinity;
    expect(report?.summary.usage?.answer.promptTokens).toBeGreaterThan(done);
  });

  test('EV6, EV8: deleting a running run stops it and leaves nothing', async () => {
    const gate = Promise.withResolvers<void>();
    const models = createFakeModels({ kinds: ['chat'], chat: () => waiting(gate.promise) });
    const { start, statusOf, ask, get } = await open({ models });
    const runId = await start({ name: 'Gone', cases: [when, where] });
    await expect.poll(async () => (await statusOf(runId)).currentCase).not.toBe('');
    const deleted = await ask('DELETE', `/runs/${runId}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    gate.resolve();
    expect((await ask('GET', `/runs/${runId}/status`)).status).toBe(404);
    expect(await get('/runs')).toEqual([]);
    expect((await ask('DELETE', '/runs/unknown')).status).toBe(204);
  });

  test('EV2: no more than two run at once, and a refused one leaves no trace', async () => {
    const gate = Promise.withResolvers<void>();
    const models = createFakeModels({ kinds: ['chat'], chat: () => waiting(gate.promise) });
    const { start, post, get } = await open({ models });
    await start({ name: 'one', cases: [when] });
    await start({ name: 'two', cases: [when] });
    const refused = await post('/run', { name: 'three', cases: [when] });
    expect([refused.status, refused.json()]).toEqual([409, { error: expect.stringContaining('At most 2') }]);
    expect(await get<RunRecord[]>('/runs')).toHaveLength(2);
    gate.resolve();
  });

  test('EV7: deleting a dataset leaves the reports of its runs', async () => {
    const { run, post, ask, get } = await open();
    await post('/datasets', { id: 'mine', name: 'Mine', cases: [when] });
    const { runId, report } = await run({ name: 'Kept', datasetId: 'mine', cases: [when] });
    await ask('DELETE', '/datasets/mine');
    expect(await get(`/runs/${runId}`)).toEqual(report);
  });
});

describe('settings to try', () => {
  test('EV15: are used in the run only, shown in its report, and never saved', async () => {
    const { app, run, models } = await open();
    const { report } = await run({
      name: 'B',
      cases: [when],
      config: { chat: { temperature: 0.1, systemPrompt: 'Answer like a pirate.' } },
    });
    const asked = models.calls.chat.find(({ scenario }) => scenario === 'evaluation_answer');
    expect(asked?.temperature).toBe(0.1);
    expect(asked?.messages[0]?.content).toContain('like a pirate');
    expect(report?.setup).toMatchObject({
      config: { chat: { temperature: 0.1, systemPrompt: 'Answer like a pirate.' } },
      settings: { chat: { temperature: 0.1 } },
    });
    const saved = await app.inject({ url: `${consolePrefix}/config`, headers: asAdmin });
    expect(saved.json()).toMatchObject({ chat: { temperature: 0.7, systemPrompt: '' } });
    expect(saved.body).not.toContain('pirate');
  });

  test('EV15: decide what happens without a match too', async () => {
    const { run, models } = await open();
    const { report } = await run({
      name: 'B',
      cases: [{ question: 'Who painted the Mona Lisa?' }],
      config: { retrieval: { noMatchBehavior: 'fixed_reply', noMatchReply: 'Not here.' } },
    });
    expect(report?.results[0]).toMatchObject({ answer: 'Not here.', answerState: 'not_covered' });
    expect(models.calls.chat.filter((call) => !judges(call))).toEqual([]);
  });

  test.each([
    ['an unknown field', { chat: { temprature: 0.1 } }],
    ['a group that decides no answer', { pet: { enabled: true } }],
    ['the embedding model of the index', { models: { embeddingDimensions: 512 } }],
    ['a value out of range', { retrieval: { topK: 1000 } }],
    ['a key', { models: { apiKey: 'sk-secret-0123456789' } }],
  ])('EV15: refuse %s, without a run and without repeating it', async (_, config) => {
    const { post, get } = await open();
    const refused = await post('/run', { name: 'x', cases: [when], config });
    expect([refused.status, refused.json()]).toEqual([400, { error: expect.stringMatching(/config/) }]);
    expect(refused.text).not.toContain('sk-secret');
    expect(await get('/runs')).toEqual([]);
  });

  test('EV15: name models that exist, where the request names them', async () => {
    const { post } = await open();
    for (const body of [
      { judgeModel: 'gone' },
      { config: { models: { aiFoundationChatModelName: 'gone' } } },
    ]) {
      const refused = await post('/run', { name: 'x', cases: [when], ...body });
      expect([refused.status, refused.json()]).toEqual([400, { error: expect.stringContaining('"gone"') }]);
    }
  });
});

describe('beside the reference', () => {
  test('EV16: two runs are compared case by case, the worse first', async () => {
    const models = createFakeModels({
      kinds: ['chat'],
      chat: (call) => {
        if (!judges(call)) return `${call.temperature} The service is copied every night at 3 am. [1]`;
        const about = call.messages.at(-1)?.content ?? '';
        const bad = about.includes('When is') && about.includes('0.1 The');
        return opinion(bad ? { correctness: 1, faithfulness: 2, hallucinationRisk: 'high' } : {});
      },
    });
    const { run, get, ask } = await open({ models });
    const base = await run({ name: 'A', cases: [where, when, { question: 'Only in A?' }] });
    const other = await run({ name: 'B', cases: [when, where], config: { chat: { temperature: 0.1 } } });
    const path = `/compare?base=${base.runId}&other=${other.runId}`;
    const comparison = await get<RunComparison>(path);
    expect(comparison).toMatchObject({
      sharedCases: 2,
      onlyInBase: ['case-3'],
      onlyInOther: [],
      sameJudge: true,
      verdicts: { better: 0, worse: 1, same: 1, unknown: 0 },
      signTest: 1,
      settings: [{ name: 'chat.temperature', base: 0.7, other: 0.1 }],
      cases: [
        // 4.4 − 0.25 × 3 − 0.30 × 3
        {
          id: 'when',
          verdict: 'worse',
          change: -1.65,
          base: { totalScore: 4.4 },
          other: { totalScore: 2.75 },
        },
        { id: 'case-1', verdict: 'same', change: 0 },
      ],
    });
    expect(comparison.figures.find(({ name }) => name === 'avgScore')).toEqual({
      name: 'avgScore',
      base: 4.4,
      other: 3.58,
      change: -0.82,
    });
    expect((await ask('GET', `/compare?base=${base.runId}`)).status).toBe(404);
  });

  test('EV17: a disliked answer becomes a case, once however often it is added', async () => {
    const { app, post, get, ask } = await open();
    const reply = await app.inject({
      method: 'POST',
      url: `${publicPrefix}/chat/stream`,
      payload: { message: when.question },
    });
    const logId = only(framesOf(reply.body), 'logId').data;
    const rate = (type: string) =>
      app.inject({ method: 'POST', url: `${publicPrefix}/chat/feedback?logId=${logId}&type=${type}` });
    await rate('dislike');
    await post('/datasets', { id: 'mine', name: 'Mine', cases: [when] });
    const added = await post('/datasets/mine/cases/from-log', { logId });
    expect(added.json().cases[1]).toEqual({
      id: `log-${logId}`,
      question: when.question,
      referenceAnswer: '',
      expectedSources: [],
      tags: ['from-log', 'dislike'],
    });
    await rate('like');
    await post('/datasets/mine/cases/from-log', { logId, tags: ['mine'] });
    expect((await get<Dataset>('/datasets/mine')).cases.slice(1)).toMatchObject([
      { referenceAnswer: expect.stringContaining('3 am'), expectedSources: ['Backup'], tags: ['mine'] },
    ]);
    await post('/datasets/blog-knowledge-basic/cases/from-log', { logId });
    expect((await get<Dataset>('/datasets/blog-knowledge-basic')).cases).toHaveLength(
      (await get<Dataset>('/template')).cases.length + 1,
    );
    for (const [set, log] of [
      ['mine', 'unknown'],
      ['unknown', logId],
    ])
      expect((await ask('POST', `/datasets/${set}/cases/from-log`, { logId: log })).status).toBe(404);
  });

  test('a full dataset takes no further case', async () => {
    const { app, post } = await open();
    const reply = await app.inject({
      method: 'POST',
      url: `${publicPrefix}/chat/stream`,
      payload: { message: 'Hi?' },
    });
    const { data: logId } = only(framesOf(reply.body), 'logId');
    await post('/datasets', { id: 'full', name: 'Full', cases: Array.from({ length: 500 }, () => ({})) });
    const refused = await post('/datasets/full/cases/from-log', { logId });
    expect([refused.status, refused.json()]).toEqual([400, { error: expect.stringContaining('full') }]);
  });

  test('EV18: a report is exported as JSON, and as CSV that no spreadsheet runs', async () => {
    const { run, ask } = await open();
    const { runId, report } = await run({
      name: 'Export',
      cases: [{ ...when, id: '=1+1', tags: ['@SUM(A1)', 'two'] }],
    });
    const json = await ask('GET', `/runs/${runId}/export`);
    expect(json.json()).toEqual(report);
    expect(json.headers['content-disposition']).toBe(`attachment; filename="${runId}.json"`);
    const csv = await ask('GET', `/runs/${runId}/export?format=csv`);
    expect(csv.headers['content-type']).toContain('text/csv');
    const [head, line] = csv.text.split('\r\n');
    expect(head).toMatch(/^\ufeffid,question,referenceAnswer/);
    expect(line).toMatch(/^"'=1\+1",When is the service copied\?,/);
    expect(line).toContain(`"'@SUM(A1)\ntwo"`);
    expect((await ask('GET', '/runs/unknown/export')).status).toBe(404);
  });
});

/** An answer that begins when it may. */
async function* waiting(gate: Promise<void>) {
  await gate;
  yield { type: 'text' as const, text: 'Late.' };
}

/** Gives up with its signal, as real models do. */
async function* untilAborted(signal: AbortSignal): AsyncGenerator<ChatPart> {
  yield { type: 'text', text: 'The ' };
  await once(signal, 'abort');
  throw signal.reason;
}
