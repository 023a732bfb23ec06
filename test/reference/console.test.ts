import { afterEach, describe, expect, test } from 'vitest';
import { plainPng } from '../fakes/png.ts';
import {
  consoleView,
  flag,
  instant,
  instantOrEmpty,
  list,
  number,
  openReference,
  text,
  type Loose,
} from './reference.ts';

type Reference = Awaited<ReturnType<typeof openReference>>;
let reference: Reference | undefined;
afterEach(async () => {
  await reference?.app[Symbol.asyncDispose]();
  reference = undefined;
});
const open = async (...given: Parameters<typeof openReference>): Promise<Reference['console']> => {
  reference = await openReference(...given);
  return reference.console;
};

const answer = 'Use water of 93 degrees for a light roast. [1]';
const question = 'How hot should the water for coffee be?';
const scores = { relevance: 4, correctness: 4, faithfulness: 5, completeness: 3, citationAccuracy: 4 };
const judged = JSON.stringify({ ...scores, hallucinationRisk: 'low', reason: 'fine' });

/** Polls as the pages do, until `isOver`. */
async function polled(ask: () => Promise<Loose>, isOver: (state: Loose) => boolean): Promise<Loose> {
  let state: Loose;
  await expect.poll(async () => isOver((state = await ask())), { interval: 10, timeout: 20_000 }).toBe(true);
  return state;
}

describe("the reference implementation's console", () => {
  test('CFG1, CFG9, AUTH3: saves all groups it has read, with one switch turned, by its cookie alone', async () => {
    const { get, post } = await open();
    const config = (await get('/config')).json();
    const groups = [
      'models',
      'chunking',
      'retrieval',
      'enhancement',
      'chat',
      'excerpt',
      'writing',
      'search',
      'mindmap',
    ];
    for (const group of groups) expect(config[group]).toEqual(expect.any(Object));
    const turned = { ...config, chat: { ...config.chat, allowGuest: !config.chat.allowGuest } };
    expect((await post('/config/save', turned)).json()).toMatchObject({ saved: true });
    expect((await get('/config')).json()).toEqual(turned);
    // Controls without an effect on the server, as the pages send them.
    const odd = {
      retrieval: { sortStrategy: 'relevance', displayMode: 'inline' },
      enhancement: { crossLanguageStrategy: 'both' },
    };
    expect((await post('/config/save', odd)).json()).toMatchObject({ saved: true });
    const bad = await post('/config/save', { retrieval: { topN: 'many' } });
    expect([bad.status, bad.json()]).toEqual([
      200,
      { saved: false, error: expect.stringContaining('retrieval.topN') },
    ]);
  });

  test('CFG16, CFG17: its models page tests each model', async () => {
    const { post } = await open({ chat: () => 'ok', dimensions: 256 });
    const tests: readonly [string, object, object][] = [
      ['test-model', { model: '' }, { reply: text, model: text }],
      ['test-embedding', { model: '', dimensions: 256 }, { dimensions: 256, requestedDimensions: 256 }],
      ['test-rerank', { model: '' }, { relevanceScore: number }],
      ['test-query-rewrite', { model: '' }, { reply: text }],
    ];
    for (const [path, body, reply] of tests)
      expect((await post(`/config/${path}`, body)).json()).toMatchObject({ connected: true, ...reply });
    const failed = await post('/config/test-model', { model: 'ghost' });
    expect([failed.status, failed.json()]).toMatchObject([200, { connected: false, error: text }]);
  });

  test('its models, writing and usage pages list the models of the platform', async () => {
    const { getModels } = await open();
    for (const [type, name] of [
      ['language', 'fake-chat'],
      ['embedding', 'fake-embedding'],
      ['rerank', 'fake-rerank'],
    ] as const) {
      const options = (
        await getModels(`/model-options?modelType=${type}&available=true&enabled=true`)
      ).json();
      const provider = { displayName: text };
      expect(options[0]).toMatchObject({ name, modelType: type, enabled: true, available: true, provider });
    }
    expect((await getModels('/default-model-slots')).json()).toMatchObject({
      languageModelName: 'fake-chat',
      embeddingModelName: 'fake-embedding',
      rerankModelName: 'fake-rerank',
    });
  });

  test('KN5, KN6, KN9, KN10, KN12: its index page watches a rebuild that it starts afterwards', async () => {
    const { get, post, events } = await open();
    const watched = events('/knowledge/reindex/progress', 'progress');
    expect((await post('/knowledge/reindex')).json()).toMatchObject({ status: 'started' });
    const frames = await watched;
    expect(frames.at(-1)).toMatchObject({ phase: 'completed', percentage: 100, errorMessage: null });
    for (const key of [
      'totalArticles',
      'processedArticles',
      'successArticles',
      'failedArticles',
      'totalChunks',
      'truncatedKeywords',
      'keywordsFailed',
    ])
      expect(frames.at(-1)?.[key]).toEqual(number);
    expect((await get('/knowledge/stats')).json()).toMatchObject({
      status: 'idle',
      indexedArticles: 3,
      totalArticles: 3,
      failedArticles: 0,
      keywordChunks: number,
      chunkCount: number,
    });
    const { articles } = (await get('/knowledge/articles')).json();
    const row = {
      status: 'indexed',
      chunkCount: number,
      keywordChunks: number,
      keywordStatus: text,
      keywordTruncated: number,
      createTime: instantOrEmpty,
      updateTime: instantOrEmpty,
    };
    expect(articles[0]).toMatchObject({ postName: text, title: text, ...row });
    const { chunks } = (await get('/knowledge/articles/coffee/chunks')).json();
    expect(chunks[0]).toMatchObject({
      id: 'coffee_0',
      postId: 'coffee',
      content: text,
      chunkIndex: 0,
      keywords: text,
    });
    const one = await events('/knowledge/reindex-post/coffee/progress', 'progress');
    expect(one.at(-1)).toEqual({ stage: 'done', error: '', chunks: chunks.length, percent: 100 });
    expect((await post('/knowledge/clear-post/coffee')).json()).toMatchObject({
      success: true,
      message: text,
    });
  });

  test('EX2, EX8, MM4, MM11: its excerpt and mind map pages page, draw, and poll the job', async () => {
    const { get, post } = await open({
      chat: ({ scenario }) =>
        scenario === 'mindmap_generate'
          ? '# Tea\n\n## Water\n\n- hot'
          : 'Use water of 93 degrees for a light roast.',
    });
    const saved = await post('/config/save', {
      excerpt: { enabled: false, maxLength: 160, maxInputLength: 3000 },
    });
    expect(saved.status).toBe(200);
    expect((await post('/knowledge/excerpts/generate', { postName: 'coffee' })).json()).toMatchObject({
      success: true,
      summary: text,
    });
    const excerpts = (await get('/knowledge/excerpts/all?page=1&size=20&sort=desc&keyword=coffee')).json();
    expect(excerpts).toMatchObject({
      total: 1,
      items: [{ postName: 'coffee', title: text, excerpt: text, hasExcerpt: true, publishTime: instant }],
    });
    expect((await post('/knowledge/excerpts/batch-clear', { postNames: ['coffee'] })).json()).toMatchObject({
      success: true,
      count: 1,
    });

    expect((await post('/mindmap/generate', { postName: 'coffee' })).json()).toMatchObject({
      success: true,
      markdown: text,
    });
    const { success, jobId, job } = (
      await post('/mindmap/jobs/generate-all', { scope: 'missing_stale' })
    ).json();
    expect([success, job.id]).toEqual([true, jobId]);
    const ended = await polled(
      async () => (await get(`/mindmap/jobs/${jobId}`)).json().job,
      ({ status }) => status !== 'pending' && status !== 'running',
    );
    expect(ended).toMatchObject({
      status: 'completed',
      percent: 100,
      completed: 3,
      total: 3,
      success: 2,
      skipped: 1,
      failed: 0,
      phaseText: text,
      currentTitle: '',
    });
    const page = (await get('/mindmap/articles?page=1&size=10&sort=desc&status=generated&keyword=')).json();
    expect(page.items[0]).toMatchObject({
      postName: text,
      title: text,
      publishTime: text,
      hasMindMap: true,
      stale: false,
      markdown: text,
    });
  });

  test('DBG2, DBG3, DBG7, SA1: its debug view shows the answer alone beside stages with numbers', async () => {
    const { post } = await open({ chat: () => answer });
    const seen = consoleView((await post('/chat/debug/stream', { message: question, history: [] })).body);
    expect([seen.text, seen.summary]).toEqual([
      answer,
      { totalMs: number, stageCount: number, intent: 'NORMAL_CHAT' },
    ]);
    const stage = (name: string) => seen.stages.find((one) => one.name === name);
    for (const { status, startedAt, finishedAt } of seen.stages)
      expect([status, startedAt, finishedAt]).toEqual([
        expect.stringMatching(/^(?:ok|fallback|skipped|error)$/),
        number,
        number,
      ]);
    expect(stage('chat_intent').detail).toBe('NORMAL_CHAT');
    expect(stage('hybrid_retrieve').data[0]).toMatchObject({
      title: text,
      score: number,
      chunkIndex: number,
      content: text,
    });
    expect(stage('build_context').data).toMatchObject({ docCount: number, contextLength: number });
    const searched = await reference?.widget.post('/search/answer', { keyword: 'hot water coffee' });
    expect(consoleView(searched?.body ?? '').text).toMatch(/93 degrees/);
  });

  test('EV3, EV7, EV8, EV11: its evaluation page runs the cases of a dataset and reads the report', async () => {
    const { get, post, remove } = await open({
      chat: ({ scenario }) => (scenario === 'evaluation_judge' ? judged : answer),
    });
    const [first] = (await get('/evaluations/datasets')).json();
    expect(first).toMatchObject({ id: text, name: text, defaultDataset: true, cases: list });
    const refused = await remove(`/evaluations/datasets/${first.id}`);
    expect([refused.status < 300, refused.json()]).toEqual([false, { error: text }]);
    const cases = [
      { id: 'a', question, referenceAnswer: '', expectedSources: ['Brewing coffee at home'], tags: [] },
    ];
    const set = (await post('/evaluations/datasets', { name: 'Mine', description: '', cases })).json();
    const begun = (await post('/evaluations/run', { name: 'First', datasetId: set.id, cases })).json();
    expect(begun).toMatchObject({ runId: text, status: 'running' });
    const status = await polled(
      async () => (await get(`/evaluations/runs/${begun.runId}/status`)).json(),
      (state) => state.status !== 'running',
    );
    expect(status).toMatchObject({ status: 'completed', totalCases: 1, completedCases: 1 });
    const { summary, results } = status.report;
    expect(summary).toMatchObject({
      totalCases: 1,
      avgScore: 4.15,
      retrievalHitRate: 100,
      hallucinationHighRiskRate: 0,
      failedCases: 0,
    });
    expect(results[0].judge).toMatchObject({ ...scores, totalScore: 4.15, hallucinationRisk: 'low' });
    expect(results[0].retrieval).toMatchObject({
      hit: true,
      firstHitRank: 1,
      precisionAt5: number,
      topSources: list,
    });
    expect((await get('/evaluations/runs')).json()[0]).toMatchObject({
      runId: begun.runId,
      datasetId: set.id,
      startedAt: instant,
      durationMs: number,
    });
    for (const path of [`/evaluations/runs/${begun.runId}`, `/evaluations/datasets/${set.id}`])
      expect((await remove(path)).status).toBe(204);
  });

  test('IR1, IR7, IR10, IR11: its route pages toggle, try and simulate routes', async () => {
    const { get, post, put, remove } = await open();
    const routes = (await get('/intent-routes')).json();
    const latest = routes.find(({ id }: Loose) => id === 'builtin-latest-posts');
    for (const step of latest.pipeline) expect(step.params).toEqual(expect.any(Object));
    expect((await put(`/intent-routes/${latest.id}`, { ...latest, enabled: false })).json()).toMatchObject({
      enabled: false,
      builtin: true,
    });
    expect((await remove(`/intent-routes/${latest.id}`)).json()).toEqual({ error: text });
    const { stages } = (await post(`/intent-routes/${latest.id}/preview`, { query: '' })).json();
    expect(stages[0]).toMatchObject({ name: 'fetch_posts', data: { totalPosts: 3 }, durationMs: number });
    expect(stages[1]).toMatchObject({
      name: 'pipeline_step_0',
      data: { type: text, in: number, out: number },
    });
    const draft = {
      displayName: 'Tea',
      triggerPatterns: ['tea'],
      pipeline: [{ type: 'TIME_SORT', params: { limit: '1' } }],
    };
    expect((await post('/intent-routes/simulate', { draft, query: 'green tea' })).json()).toMatchObject({
      matched: true,
      resultCount: 1,
      issues: list,
    });
    const saved = (await post('/intent-routes', draft)).json();
    expect(saved).toMatchObject({ id: 'tea', enabled: true, priority: 0, updatedAt: instant });
    expect((await remove('/intent-routes/tea')).status).toBe(204);
  });

  test('US1, US9, US10, US15: its usage pages draw the days, list calls and save limits', async () => {
    const { get, post } = await open({ chat: () => answer });
    await reference?.widget.postV2('/chat/stream', { message: question });
    const { daily, totals, yesterday, modelsInRange } = (await get('/usage/stats?range=7d')).json();
    expect([daily.length, daily.at(-1).byModel['fake-chat']]).toEqual([
      7,
      expect.objectContaining({ p: number, c: number, e: number, calls: 1, failures: 0 }),
    ]);
    expect([totals.failureRate, yesterday.calls, modelsInRange]).toEqual([
      number,
      0,
      expect.arrayContaining(['fake-chat']),
    ]);
    const calls = (
      await get('/usage/calls?model=&type=chat&scenario=visitor_qa&status=all&sort=desc&page=1&size=10')
    ).json();
    expect(calls).toMatchObject({
      retentionDays: 30,
      total: 1,
      types: expect.arrayContaining(['chat']),
      scenarios: expect.arrayContaining(['visitor_qa']),
    });
    expect(calls.items[0]).toMatchObject({
      id: text,
      time: instant,
      failure: false,
      error: '',
      totalTokens: number,
    });
    const visitor = { enabled: true, dailyLimit: 5, hourlyLimit: 0, whitelist: ['*'] };
    expect(
      (
        await post('/usage/limits', { enabled: true, chatModelLimits: { 'fake-chat': 90_000 }, visitor })
      ).json(),
    ).toEqual({ saved: true });
    expect((await get('/usage/limits')).json()).toMatchObject({
      enabled: true,
      chatModelLimits: { 'fake-chat': 90_000 },
      visitor,
      chatModel: text,
      rerankEnabled: flag,
    });
    expect((await post('/usage/cleanup/hidden', { hiddenModels: ['old'] })).json()).toEqual({ saved: true });
    expect((await get('/usage/cleanup')).json()).toMatchObject({ hiddenModels: ['old'] });
    const merged = await post('/usage/cleanup/merge', {
      sourceModel: 'old',
      targetModel: 'new',
      start: '',
      end: '',
    });
    expect(merged.json()).toEqual({ merged: true, changedDays: 0, affectedCalls: 0, affectedLogs: 0 });
  });

  test('CL1, CL5, CL7, CL8: its log pages list, show the trace of a dislike, export and delete', async () => {
    const { get, remove } = await open({ chat: () => answer });
    const chat = await reference?.widget.postV2('/chat/stream', { message: question });
    const logId = /event:logId\ndata:(.+)/.exec(chat?.body ?? '')?.[1] ?? '';
    await reference?.widget.post(`/chat/feedback?logId=${logId}&type=dislike&comment=cold`);
    const page = (await get('/chat-logs?page=0&size=200&model=&feedbackType=dislike&question=')).json();
    expect([page.total, page.page, page.size]).toEqual([1, 0, 100]);
    const [log] = page.items;
    expect(log).toMatchObject({
      id: logId,
      timestamp: instant,
      ip: text,
      userAgent: text,
      question,
      answer,
      model: text,
      traceIntent: 'NORMAL_CHAT',
    });
    expect(log.feedback).toEqual({ type: 'dislike', comment: 'cold', timestamp: instant });
    expect(JSON.parse(log.traceStagesJson)[0]).toMatchObject({
      name: text,
      label: text,
      status: text,
      statusLabel: text,
      detail: text,
      durationMs: number,
    });
    const stats = (await get('/chat-logs/stats')).json();
    expect(stats).toMatchObject({
      totalLogs: 1,
      feedbackDistribution: { like: 0, dislike: 1, none: 0 },
      dislikeRate: 100,
      todayNew: number,
      yesterday: { newLogs: 0, dislikes: 0 },
    });
    expect((await remove(`/chat-logs/${logId}`)).json()).toEqual({ deleted: true });
  });

  test('AG2, AG3, AG4: its agent page starts a task, polls it and reads the report', async () => {
    const { get, post, remove } = await open();
    const begun = (await post('/agent/content-gap/run', { days: 30, maxLogs: 60, maxTokens: 5000 })).json();
    expect(begun).toMatchObject({ status: 'running', taskId: text, progress: number, currentStep: text });
    expect(begun.steps[0]).toMatchObject({
      name: text,
      status: expect.stringMatching(/^(?:pending|running|done|failed)$/),
      percent: number,
      detail: text,
    });
    const ended = await polled(
      async () => (await get(`/agent/tasks/${begun.taskId}`)).json(),
      ({ status }) => status !== 'running',
    );
    expect(ended).toMatchObject({
      success: true,
      status: 'success',
      progress: 100,
      error: '',
      completedAt: instant,
    });
    expect(ended.input.metrics).toMatchObject({
      sampledLogs: 0,
      publishedPosts: 3,
      dislikedAnswers: 0,
      noCitationAnswers: 0,
    });
    for (const part of ['contentGaps', 'articleUpdates', 'nextActions', 'limitations'])
      expect(ended.report[part]).toEqual(list);
    expect((await get('/agent/tasks')).json()[0]).toMatchObject({
      taskId: begun.taskId,
      taskType: 'content-gap',
      createdAt: instant,
    });
    expect((await remove(`/agent/tasks/${begun.taskId}`)).status).toBe(204);
  });

  test('PET2, PET22, PET40, PET42, PET49: a page for pets draws one, confirms it and finds it in the widget', async () => {
    const { get, post, remove } = await open();
    const form = new FormData();
    for (const [name, value] of Object.entries({
      name: 'Momo',
      style: 'soft-3d',
      withExpressions: 'false',
      customPrompt: '',
    }))
      form.append(name, value);
    form.append('file', new Blob([new Uint8Array(plainPng(12, 10, [90, 60, 30, 255]))]), 'photo.png');
    const { success, jobId } = (await post('/pets/generate', form)).json();
    expect(success).toBe(true);
    const job = await polled(
      async () => (await get(`/pets/jobs/${jobId}`)).json(),
      ({ status }) => status !== 'pending',
    );
    expect(job).toMatchObject({
      status: 'done',
      progress: {
        stage: 'done',
        currentState: text,
        completed: number,
        total: number,
        completedStates: list,
        elapsedSeconds: number,
      },
    });
    const [pet] = (await get('/pets/list')).json().pets;
    const { id, masterUrl, masterRevision } = pet;
    const approved = (await post(`/pets/${id}/background/approve`, { masterUrl, masterRevision })).json();
    expect(approved).toMatchObject({ success: true, pet: { confirmed: { masterUrl } } });
    await post('/config/save', { pet: { enabled: true, petId: id } });
    expect((await reference?.widget.getV2('/widget-config'))?.json().pet).toMatchObject({
      id,
      name: 'Momo',
      masterUrl,
      expressions: {},
    });
    const stale = (
      await post(`/pets/${id}/background/approve`, { masterUrl, masterRevision: masterRevision + 1 })
    ).json();
    expect(stale).toEqual({ success: false, message: text });
    expect((await get('/pets/jobs/gone')).json()).toMatchObject({
      success: false,
      code: 'JOB_GONE',
      message: text,
    });
    expect((await remove(`/pets/${id}`)).json()).toMatchObject({ success: true });
  });
});

describe("an author's editor", () => {
  test('WR4, WR5, WR7: joins the tokens, and reads the outline as JSON', async () => {
    const outline = { title: 'Tea', summary: 's', sections: [{ heading: 'Water', summary: 'w' }] };
    const { post } = await open({ chat: () => JSON.stringify(outline) });
    const { body } = await post('/writing/assist/stream', {
      text: 'Tea',
      action: 'outline',
      instruction: '',
    });
    const joined = consoleView(body).text;
    expect(JSON.parse(joined.slice(joined.indexOf('{'), joined.lastIndexOf('}') + 1))).toMatchObject({
      title: 'Tea',
      sections: [{ heading: expect.stringContaining('Water'), summary: text }],
    });
    const refused = (await post('/writing/assist/stream', { text: 'Tea', action: 'dance' })).body;
    expect(refused).toMatch(/^event:error\ndata:[^{]+\n\ndata:\[DONE\]\n\n$/);
  });
});
