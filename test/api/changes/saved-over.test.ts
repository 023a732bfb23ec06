import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  expect(app.log.errors).toEqual([]);
});

type Record_ = Record<string, unknown> & { readonly revision: number };

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
  const reply = await app.inject({
    method,
    url: consolePrefix + path,
    headers: { ...asAdmin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return {
    status: reply.statusCode,
    body: (reply.body === '' ? {} : reply.json()) as Record_,
  };
};

const step = { type: 'TIME_SORT', params: {} };
const aCase = (id: string, question: string) => ({
  id,
  question,
  referenceAnswer: '',
  expectedSources: [],
  tags: [],
});

/** Each record that an administrator saves as a whole: where it is read and saved, and two edits of the same field. */
const records = [
  {
    name: 'limits',
    read: '/usage/limits',
    write: 'POST' as const,
    base: { enabled: true, chatModelLimits: { talker: 100 } },
    yours: { enabled: true, chatModelLimits: { talker: 200 } },
    theirs: { enabled: true, chatModelLimits: { talker: 300 } },
    path: 'limits.chatModelLimits',
  },
  {
    name: 'route',
    read: '/intent-routes/latest-birds',
    write: 'PUT' as const,
    base: { displayName: 'Birds', triggerPatterns: ['bird'], pipeline: [step] },
    yours: { displayName: 'Birds', triggerPatterns: ['bird', 'owl'], pipeline: [step] },
    theirs: { displayName: 'Birds', triggerPatterns: ['bird', 'heron'], pipeline: [step] },
    path: 'route.triggerPatterns',
  },
  {
    name: 'dataset',
    read: '/evaluations/datasets/birds',
    write: 'PUT' as const,
    base: { name: 'Birds', cases: [aCase('one', 'Do owls sleep?')] },
    yours: { name: 'Birds', cases: [aCase('one', 'When do owls sleep?')] },
    theirs: { name: 'Birds', cases: [aCase('one', 'Where do owls sleep?')] },
    path: 'dataset.cases',
  },
];

describe.each(records)('CFG27: $name', ({ read, write, base, yours, theirs, path }) => {
  const save = (body: object) => send(write, read, body);
  const current = async () => (await send('GET', read)).body;

  test('a save over what somebody else has saved since it was read is refused with both sides', async () => {
    await save(base);
    const { revision } = await current();
    expect((await save(theirs)).status).toBe(200);
    const between = await current();
    const refused = await save({ ...yours, basedOn: revision });
    expect(refused.status).toBe(409);
    const field = path.split('.')[1] ?? '';
    expect(refused.body).toMatchObject({
      code: 'SETTINGS_CHANGED',
      error: 'Somebody else has saved these settings since you opened them',
      conflicts: [
        {
          path,
          revision: between.revision,
          yours: (yours as Record<string, unknown>)[field],
          theirs: (theirs as Record<string, unknown>)[field],
        },
      ],
    });
    expect(await current()).toEqual(between);
    expect((await save({ ...yours, basedOn: between.revision })).status).toBe(200);
    expect(await current()).toMatchObject(yours);
  });

  test('who saves the same, or sends no revision, is not refused', async () => {
    await save(base);
    const { revision } = await current();
    await save(theirs);
    expect((await save({ ...theirs, basedOn: revision })).status).toBe(200);
    expect((await save(yours)).status).toBe(200);
    expect(await current()).toMatchObject(yours);
  });

  test('of saves at the same time with one revision exactly one is taken', async () => {
    await save(base);
    const { revision } = await current();
    const saved = await Promise.all([yours, theirs].map((one) => save({ ...one, basedOn: revision })));
    expect(saved.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

test('CFG27: a built-in route and a dataset that was deleted meanwhile are guarded too', async () => {
  const builtin = '/intent-routes/builtin-hot-articles';
  const route = (await send('GET', builtin)).body;
  expect((await send('PUT', builtin, { ...route, priority: 7, basedOn: route.revision })).status).toBe(200);
  expect((await send('PUT', builtin, { ...route, priority: 8, basedOn: route.revision })).status).toBe(409);
  const dataset = '/evaluations/datasets/owls';
  const body = { name: 'Owls', cases: [aCase('a', 'Who?')] };
  await send('PUT', dataset, body);
  const { revision } = (await send('GET', dataset)).body;
  await send('DELETE', dataset);
  const refused = await send('PUT', dataset, { ...body, basedOn: revision });
  expect(refused.body['conflicts']).toMatchObject([
    { path: 'dataset.name', revision: 0, theirs: null },
    { path: 'dataset.description', theirs: null },
    { path: 'dataset.cases', theirs: null },
  ]);
  expect((await send('PUT', dataset, { ...body, basedOn: 0 })).status).toBe(200);
});

test('CFG27: hidden models carry a revision, too', async () => {
  const hidden = async () => (await send('GET', '/usage/cleanup')).body;
  const hide = (hiddenModels: readonly string[], basedOn?: number) =>
    send('POST', '/usage/cleanup/hidden', { hiddenModels, basedOn });
  const { revision } = await hidden();
  expect((await hide(['theirs'], revision)).status).toBe(200);
  expect(await hide(['yours'], revision)).toMatchObject({
    status: 409,
    body: { conflicts: [{ path: 'usage.hiddenModels', yours: ['yours'], theirs: ['theirs'] }] },
  });
  expect((await hide(['theirs'], revision)).status).toBe(200);
  expect((await hide(['yours'])).status).toBe(200);
  expect(await hidden()).toMatchObject({ hiddenModels: ['yours'] });
});
