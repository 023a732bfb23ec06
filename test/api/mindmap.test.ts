import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { MindMapJob, MindMapRow } from '../../contract/mindmap.ts';
import { Fault } from '../../server/kit/fault.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost, type FakeArticle } from '../fakes/host.ts';
import { createFakeModels, type FakeScript } from '../fakes/models.ts';
import { articles } from './site.ts';

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

const coffeeMap = '# Coffee\n## [Water](#water)\n- 93 degrees\n## Ratio';
const coffeeStored = '# Brewing coffee at home\n## [Water](#water)\n- 93 degrees\n## [Ratio](#ratio)';

async function start(
  script: FakeScript = { chat: () => coffeeMap },
  site: readonly FakeArticle[] = articles,
) {
  const host = createFakeHost(site);
  const models = createFakeModels(script);
  const started = await createTestApp({ host, models });
  app = started;
  const get = async <T>(path: string) =>
    (await started.inject({ url: `${consolePrefix}/mindmap${path}`, headers: asAdmin })).json<T>();
  /** Console operations answer 200 whatever happens. */
  const post = async <T = Reply>(path: string, body: object = {}) => {
    const reply = await started.inject({
      method: 'POST',
      url: `${consolePrefix}/mindmap${path}`,
      headers: asAdmin,
      payload: JSON.stringify(body),
    });
    expect(reply.statusCode).toBe(200);
    return reply.json<T>();
  };
  const read = (id: string, more = '') =>
    started.inject({ url: `${publicPrefix}/mindmap?postName=${encodeURIComponent(id)}${more}` });
  const shown = async (id: string) => (await read(id)).json<{ markdown?: string; error?: string }>();
  const save = (groups: object) =>
    started.inject({
      method: 'POST',
      url: `${consolePrefix}/config/save`,
      headers: asAdmin,
      payload: groups,
    });
  const rows = async (query = '') =>
    get<{ items: MindMapRow[]; total: number; page: number; size: number }>(`/articles${query}`);
  const ended = async (jobId: string) => {
    await expect
      .poll(async () => (await get<JobReply>(`/jobs/${jobId}`)).job.finishedAt, { timeout: 30_000 })
      .not.toBe('');
    return (await get<JobReply>(`/jobs/${jobId}`)).job;
  };
  return { host, models, get, post, read, shown, save, rows, ended };
}

type Reply = Record<string, unknown>;
interface JobReply {
  readonly success: boolean;
  readonly jobId: string;
  readonly job: MindMapJob;
}

describe('one map', () => {
  test('MM7 MM1: is drawn, kept, read by visitors, and drawn anew on demand', async () => {
    const { post, shown, models } = await start();
    expect(await post('/generate', { postName: 'coffee' })).toEqual({
      success: true,
      postName: 'coffee',
      markdown: coffeeStored,
      cached: false,
    });
    expect(await post('/generate', { postName: 'coffee' })).toMatchObject({ cached: true });
    expect(models.calls.chat).toHaveLength(1);
    expect(await shown('coffee')).toEqual({ markdown: coffeeStored, cached: true });
    expect(await post('/regenerate', { postName: 'coffee' })).toMatchObject({ cached: false });
    expect(models.calls.chat).toHaveLength(2);
  });

  test('MM7: a call has the settings of the group, the article fenced as data and the anchors of its headings', async () => {
    const { post, save, models } = await start();
    await save({
      mindmap: { temperature: 0.9, maxTokens: 700, maxDepth: 2, extraPrompt: ' Mention prices. ' },
      models: { aiFoundationChatModelName: 'fake-chat' },
    });
    await post('/generate', { postName: 'coffee' });
    const call = models.calls.chat[0];
    expect(call).toMatchObject({
      model: 'fake-chat',
      scenario: 'mindmap_generate',
      temperature: 0.9,
      maxTokens: 700,
      task: { kind: 'mindmap', title: 'Brewing coffee at home', maxDepth: 2 },
    });
    expect(call?.messages[0]?.content).toContain('Mention prices.');
    expect(call?.messages[1]?.content).toContain('## Water {#water}');
    expect(call?.messages[1]?.content).toMatch(/^<title>[\s\S]*<article>[\s\S]*<\/article>$/);
  });

  test('MM3 MM7: a failure says why and leaves the map there was', async () => {
    const { post, shown, models, save, host } = await start({
      chat: (_, nth) => (nth === 1 ? coffeeMap : 'I would rather not.'),
    });
    await post('/generate', { postName: 'coffee' });
    expect(await post('/regenerate', { postName: 'coffee' })).toEqual({
      success: false,
      message: expect.stringMatching(/without an outline/),
    });
    models.fail('chat', new Fault('upstream', 'The provider is away'));
    expect(await post('/regenerate', { postName: 'coffee' })).toEqual({
      success: false,
      message: 'The provider is away',
    });
    expect(await shown('coffee')).toMatchObject({ markdown: coffeeStored });
    host.publish({ id: 'blank', text: '```\ncode\n```' }, { id: 'secret', text: 'x', visibility: 'limited' });
    const calls = models.calls.chat.length;
    for (const [body, words] of [
      [{}, /postName/],
      [{ postName: ' ' }, /postName/],
      [{ postName: 'nobody' }, /not found/],
      [{ postName: 'secret' }, /not found/],
      [{ postName: 'blank' }, /no text/],
    ] as const) {
      for (const path of ['/generate', '/regenerate'])
        expect(await post(path, body)).toEqual({ success: false, message: expect.stringMatching(words) });
    }
    await save({ mindmap: { enabled: false } });
    expect(await post('/generate', { postName: 'coffee' })).toEqual({
      success: false,
      message: expect.stringMatching(/not enabled/),
    });
    expect(await post('/jobs/generate-all')).toMatchObject({ success: false });
    expect(models.calls.chat).toHaveLength(calls);
  });

  test('MM7: is drawn once at a time', async () => {
    const gate = Promise.withResolvers<void>();
    const { post, models } = await start({
      chat: () =>
        (async function* () {
          await gate.promise;
          yield { type: 'text' as const, text: coffeeMap };
        })(),
    });
    const first = post('/generate', { postName: 'coffee' });
    await expect.poll(() => models.calls.chat.length).toBe(1);
    expect(await post('/regenerate', { postName: 'coffee' })).toEqual({
      success: false,
      message: expect.stringMatching(/being drawn/),
    });
    gate.resolve();
    expect(await first).toMatchObject({ success: true });
    expect(models.calls.chat).toHaveLength(1);
  });

  test('MM8: clearing succeeds for any article', async () => {
    const { post, shown } = await start();
    await post('/generate', { postName: 'coffee' });
    expect(await post('/clear', { postName: 'coffee' })).toEqual({ success: true, postName: 'coffee' });
    expect(await shown('coffee')).toMatchObject({ error: expect.stringMatching(/not been generated/) });
    expect(await post('/clear', { postName: 'nobody' })).toEqual({ success: true, postName: 'nobody' });
    expect(await post('/clear')).toMatchObject({ success: false });
  });

  test('MM6: goes stale with its title, text, model, wishes and depth, not with theme, colour or the switch', async () => {
    const { host, post, shown, save } = await start();
    const [coffee] = articles;
    if (!coffee) throw new Error('there is coffee');
    const isFresh = async () => (await shown('coffee')).markdown !== undefined;
    const redraw = () => post('/regenerate', { postName: 'coffee' });
    await redraw();
    for (const fields of [
      { theme: 'dark' },
      { themeColor: '#123456' },
      { enabled: false },
      { enabled: true },
    ])
      await save({ mindmap: fields });
    host.publish({ ...coffee, tags: ['another tag'] });
    expect(await isFresh()).toBe(true);
    const changes = [
      async () => host.publish({ ...coffee, title: 'Coffee' }),
      async () => host.publish({ ...coffee, text: `${coffee.text}\n\n## Milk\n\nNo.` }),
      () => save({ mindmap: { maxDepth: 4 } }),
      () => save({ mindmap: { extraPrompt: 'Be brief.' } }),
      () => save({ mindmap: { temperature: 0.5 } }),
      () => save({ mindmap: { maxTokens: 1024 } }),
      () => save({ mindmap: { maxInputLength: 5000 } }),
    ];
    for (const change of changes) {
      await change();
      expect(await isFresh()).toBe(false);
      await redraw();
      expect(await isFresh()).toBe(true);
    }
    await save({ models: { aiFoundationChatModelName: 'another' } });
    expect(await isFresh()).toBe(false);
  });

  test('CIT8 MM18: an article that is limited shows no map, drawn or not', async () => {
    const { host, post, shown, rows } = await start();
    await post('/generate', { postName: 'coffee' });
    host.publish({ ...articles[0], id: 'coffee', text: 'x', visibility: 'limited' });
    expect(await shown('coffee')).toMatchObject({ error: expect.stringMatching(/not found/) });
    expect((await rows()).items.map(({ postName }) => postName)).not.toContain('coffee');
  });
});

describe('the list', () => {
  const site: readonly FakeArticle[] = ['2026-01-01', '2026-01-03', '', '2026-01-02'].map((day, place) => ({
    id: `a${place}`,
    title: `Article ${'ABCD'[place]}`,
    text: `## Part\n\nText ${place}`,
    publishedAt: day && `${day}T00:00:00.000Z`,
  }));
  const script = { chat: () => '# T\n## Part' };

  test('MM4: pages by publish time, undated last, with a keyword in any case', async () => {
    const { rows } = await start(script, site);
    const ids = async (query: string) => (await rows(query)).items.map(({ postName }) => postName);
    expect(await ids('')).toEqual(['a1', 'a3', 'a0', 'a2']);
    expect(await ids('?sort=asc')).toEqual(['a0', 'a3', 'a1', 'a2']);
    expect(await ids('?size=2&page=2')).toEqual(['a0', 'a2']);
    expect(await rows('?size=2&page=9')).toMatchObject({ page: 9, size: 2, total: 4, items: [] });
    expect(await rows('?size=x&page=x')).toMatchObject({ page: 1, size: 10, total: 4 });
    expect(await ids('?keyword=aRTICLE%20c')).toEqual(['a2']);
    expect(await rows('?keyword=zebra')).toMatchObject({ total: 0, items: [] });
  });

  test('MM4 MM5: rows tell how their maps stand, and can be filtered by it', async () => {
    const { rows, post, host } = await start(script, site);
    for (const postName of ['a0', 'a1']) await post('/generate', { postName });
    host.publish({ id: 'a1', title: 'Article B', text: 'Something else' });
    const byId = async (status: string) =>
      (await rows(`?status=${status}`)).items.map(({ postName }) => postName).toSorted();
    expect((await rows()).items.find(({ postName }) => postName === 'a0')).toEqual({
      postName: 'a0',
      title: 'Article A',
      publishTime: '2026-01-01T00:00:00.000Z',
      hasMindMap: true,
      stale: false,
      status: 'generated',
      markdown: '# Article A\n## [Part](#part)',
    });
    expect((await rows()).items.find(({ postName }) => postName === 'a1')).toMatchObject({
      hasMindMap: true,
      stale: true,
      status: 'stale',
    });
    expect(await byId('generated')).toEqual(['a0']);
    expect(await byId('stale')).toEqual(['a1']);
    expect(await byId('missing')).toEqual(['a2', 'a3']);
    expect(await byId('nonsense')).toEqual(['a0', 'a1', 'a2', 'a3']);
    expect((await rows('?status=missing&size=1')).total).toBe(2);
  });

  test('MM4: reads an article once after it has changed, however often the list is asked for', async () => {
    const { rows, post, host } = await start(script, site);
    for (const { id } of site) await post('/generate', { postName: id });
    let reads = 0;
    const article = host.article.bind(host);
    host.article = (id, signal) => {
      reads += 1;
      return article(id, signal);
    };
    await rows('?status=generated');
    expect(reads).toBe(0);
    host.publish({ id: 'a0', title: 'Article A', text: '## Part\n\nText 0', tags: ['new'] });
    host.publish({ id: 'a1', title: 'Article B', text: 'Something else' });
    expect((await rows('?status=stale')).total).toBe(1);
    // The index follows the same two changes in its own time.
    await expect.poll(() => reads).toBe(4);
    for (let nth = 0; nth < 3; nth += 1) expect((await rows('?status=stale')).total).toBe(1);
    expect((await rows('?status=generated')).total).toBe(3);
    expect(reads).toBe(4);
  });
});

describe('batches', () => {
  test('MM9: draw one after the other, count, and tell each result', async () => {
    const { post, models } = await start();
    await post('/generate', { postName: 'coffee' });
    expect(await post('/batch-generate', { postNames: ['coffee', ' ', 'nobody', 'tea', 'tea'] })).toEqual({
      success: true,
      count: 2,
      total: 3,
      results: [
        { postName: 'coffee', success: true, cached: true },
        { postName: 'nobody', success: false, error: expect.stringMatching(/not found/) },
        { postName: 'tea', success: true, cached: false },
      ],
    });
    expect(models.calls.chat).toHaveLength(2);
    expect(await post('/batch-clear', { postNames: ['coffee', 'nobody'] })).toEqual({
      success: true,
      count: 2,
      total: 2,
      results: [
        { postName: 'coffee', success: true },
        { postName: 'nobody', success: true },
      ],
    });
    for (const path of ['/batch-generate', '/batch-clear']) {
      for (const body of [{}, { postNames: [] }, { postNames: [' '] }, { postNames: 'coffee' }])
        expect(await post(path, body)).toMatchObject({ success: false, message: expect.any(String) });
      expect(await post(path, { postNames: Array.from({ length: 1001 }, (_, n) => `a${n}`) })).toMatchObject({
        success: false,
      });
    }
  });

  test('MM9 MM17: stop asking a provider that fails again and again', async () => {
    const site = Array.from({ length: 9 }, (_, n) => ({ id: `a${n}`, text: 'Text.' }));
    const { post, models } = await start({}, site);
    models.fail('chat', new Fault('limited', 'No tokens left today'), 100);
    const reply = await post<{ count: number; results: { error: string }[] }>('/batch-generate', {
      postNames: site.map(({ id }) => id),
    });
    expect(reply.count).toBe(0);
    expect(reply.results.map(({ error }) => error.startsWith('Not tried'))).toEqual([
      ...Array.from({ length: 5 }, () => false),
      ...Array.from({ length: 4 }, () => true),
    ]);
    expect(models.calls.chat).toHaveLength(5);
  });
});

describe('the job', () => {
  test('MM10 MM11 MM12: draws what is missing, counts everything, and one failing article is one', async () => {
    const { post, ended, models, shown } = await start({
      chat: ({ task }) => (task.kind === 'mindmap' && task.title.includes('chain') ? 'No.' : '# T\n## Part'),
    });
    await post('/generate', { postName: 'coffee' });
    const started = await post<JobReply>('/jobs/generate-all', { scope: 'nonsense' });
    expect(started).toMatchObject({ success: true, jobId: started.job.id });
    expect(started.job).toMatchObject({
      scope: 'missing_stale',
      status: 'pending',
      percent: 0,
      finishedAt: '',
    });
    const job = await ended(started.jobId);
    expect(job).toMatchObject({
      status: 'completed',
      phase: 'done',
      currentPostName: '',
      total: 3,
      completed: 3,
      success: 1,
      skipped: 1,
      failed: 1,
      percent: 100,
    });
    expect(job.results).toEqual([
      {
        postName: 'bicycle',
        title: expect.any(String),
        status: 'failed',
        message: expect.stringMatching(/too little/),
      },
      { postName: 'coffee', title: expect.any(String), status: 'skipped', message: expect.any(String) },
      { postName: 'tea', title: expect.any(String), status: 'success', message: '' },
    ]);
    expect(models.calls.chat).toHaveLength(3);
    expect(await shown('tea')).toMatchObject({ cached: true });
  });

  test('MM10: missing leaves stale maps, all draws every map', async () => {
    const { post, ended, save, models } = await start();
    await post('/generate', { postName: 'coffee' });
    await save({ mindmap: { maxDepth: 4 } });
    const run = async (scope: string) => ended((await post<JobReply>('/jobs/generate-all', { scope })).jobId);
    expect(await run('missing')).toMatchObject({ scope: 'missing', success: 2, skipped: 1 });
    expect(await run('all')).toMatchObject({ scope: 'all', success: 3, skipped: 0 });
    expect(await run('missing_stale')).toMatchObject({ success: 0, skipped: 3 });
    expect(models.calls.chat).toHaveLength(6);
  });

  test('MM11: a site without articles is done at once', async () => {
    const { post, ended } = await start({}, []);
    const job = await ended((await post<JobReply>('/jobs/generate-all')).jobId);
    expect(job).toMatchObject({ status: 'completed', total: 0, percent: 0 });
  });

  test('MM10 MM13: one at a time; a cancelled one ends behind the article in work and stays cancelled', async () => {
    const gate = Promise.withResolvers<void>();
    const { post, get, ended, shown, models, rows } = await start({
      chat: () =>
        (async function* () {
          await gate.promise;
          yield { type: 'text' as const, text: '# T\n## Part' };
        })(),
    });
    const { jobId } = await post<JobReply>('/jobs/generate-all', { scope: 'all' });
    await expect.poll(async () => (await get<JobReply>(`/jobs/${jobId}`)).job.phase).toBe('generating');
    expect((await get<JobReply>(`/jobs/${jobId}`)).job).toMatchObject({
      status: 'running',
      total: 3,
      currentPostName: 'bicycle',
    });
    expect(await rows()).toMatchObject({ jobId });
    expect(await post('/jobs/generate-all')).toEqual({
      success: false,
      message: expect.stringMatching(/already/),
    });
    const cancelled = await post<JobReply>(`/jobs/${jobId}/cancel`);
    expect(cancelled).toMatchObject({ success: true, job: { status: 'cancelled', phase: 'cancelled' } });
    gate.resolve();
    expect(await ended(jobId)).toMatchObject({ status: 'cancelled', completed: 1, success: 1, total: 3 });
    expect(models.calls.chat).toHaveLength(1);
    expect(await shown('bicycle')).toMatchObject({ cached: true });
    const done = await ended((await post<JobReply>('/jobs/generate-all')).jobId);
    expect(await post(`/jobs/${done.id}/cancel`)).toMatchObject({ job: { status: 'completed' } });
  });

  test('MM14: an unknown one is a failure at 200', async () => {
    const { post, get } = await start();
    const failure = { success: false, message: expect.stringMatching(/not found/) };
    expect(await get('/jobs/none-such')).toEqual(failure);
    expect(await post('/jobs/none-such/cancel')).toEqual(failure);
  });

  test('MM11 MM17: a provider that fails again and again ends it with the reason', async () => {
    const site = Array.from({ length: 20 }, (_, n) => ({ id: `a${n}`, text: 'Text.' }));
    const { post, ended, models } = await start({}, site);
    models.fail('chat', new Fault('upstream', 'The provider is away'), 100);
    const job = await ended((await post<JobReply>('/jobs/generate-all')).jobId);
    expect(job).toMatchObject({
      status: 'failed',
      phase: 'failed',
      phaseText: 'Stopped after 5 failures in a row: The provider is away',
      failed: 5,
      total: 20,
    });
    expect(models.calls.chat).toHaveLength(5);
  });
});

describe('the picture', () => {
  test('MM16: is the map as SVG that links into the page and runs nothing', async () => {
    const { post, read } = await start();
    await post('/generate', { postName: 'coffee' });
    const picture = await read('coffee', '&format=svg');
    expect(picture.statusCode).toBe(200);
    expect(picture.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(picture.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(picture.body).toContain('<a href="#water">');
    expect(picture.body).toContain('<title>Brewing coffee at home</title>');
    const again = await app?.inject({
      url: `${publicPrefix}/mindmap?postName=coffee&format=svg`,
      headers: { 'if-none-match': String(picture.headers['etag']) },
    });
    expect(again?.statusCode).toBe(304);
  });

  test('MM16 MM2: a failure is JSON at 200 as without it', async () => {
    const { read } = await start();
    for (const id of ['', 'nobody', 'coffee']) {
      const reply = await read(id, '&format=svg');
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
      expect(reply.json()).toEqual({ error: expect.any(String) });
    }
    expect((await read('coffee', '&format=pdf')).json()).toMatchObject({ error: expect.any(String) });
  });
});
