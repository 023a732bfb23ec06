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

type Body = Record<string, unknown> & { readonly revision: number };

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
  const reply = await app.inject({
    method,
    url: consolePrefix + path,
    headers: { ...asAdmin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, body: (reply.body === '' ? {} : reply.json()) as Body };
};

const step = { type: 'TIME_SORT', params: {} };
const route = { displayName: 'Birds', triggerPatterns: ['bird'], pipeline: [step] };
const answer = { questions: ['When is the owlery open?'], answer: 'At dusk.' };

/** Each record in an app of its own: how it comes to be, how another one changes it, and how it is deleted. */
const records = [
  {
    name: 'route',
    create: async () => {
      await send('PUT', '/intent-routes/birds', route);
      return '/intent-routes/birds';
    },
    change: (path: string) => send('PUT', path, { ...route, displayName: 'Herons' }),
    theirs: { path: 'route.displayName', theirs: 'Herons' },
  },
  {
    name: 'dataset',
    create: async () => {
      await send('PUT', '/evaluations/datasets/birds', { name: 'Birds', cases: [] });
      return '/evaluations/datasets/birds';
    },
    change: (path: string) => send('PUT', path, { name: 'Herons', cases: [] }),
    theirs: { path: 'dataset.name', theirs: 'Herons' },
  },
  {
    name: 'curated answer',
    create: async () =>
      `/curated-answers/${String((await send('POST', '/curated-answers', answer)).body['id'])}`,
    change: (path: string) => send('PUT', path, { ...answer, answer: 'At dawn.' }),
    theirs: { path: 'curated-answer.answer', theirs: 'At dawn.' },
  },
];

describe.each(records)('CFG29: $name', ({ create, change, theirs }) => {
  test('what somebody else has changed since it was read stays, and the refusal shows it', async () => {
    const path = await create();
    const { revision } = (await send('GET', path)).body;
    expect((await change(path)).status).toBe(200);
    const now = (await send('GET', path)).body;
    const refused = await send('DELETE', `${path}?basedOn=${revision}`);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'SETTINGS_CHANGED',
        conflicts: expect.arrayContaining([
          expect.objectContaining({ ...theirs, yours: null, revision: now.revision }),
        ]),
      },
    });
    expect((await send('GET', path)).body).toEqual(now);
    expect((await send('DELETE', `${path}?basedOn=${now.revision}`)).status).toBe(204);
    expect((await send('GET', path)).status).toBe(404);
    // What is gone already is no loss.
    expect((await send('DELETE', `${path}?basedOn=${revision}`)).status).toBe(204);
  });

  test('without a revision it is deleted as ever, and what is no revision is refused', async () => {
    const path = await create();
    await change(path);
    for (const wrong of ['abc', '-1', '1.5'])
      expect((await send('DELETE', `${path}?basedOn=${wrong}`)).status).toBe(400);
    expect((await send('DELETE', path)).status).toBe(204);
  });

  test('of a change and a deletion at the same time at most one counts', async () => {
    const path = await create();
    const { revision } = (await send('GET', path)).body;
    const [, deleted] = await Promise.all([change(path), send('DELETE', `${path}?basedOn=${revision}`)]);
    expect([204, 409]).toContain(deleted.status);
    // What was changed first is still there.
    const isThere = (await send('GET', path)).status === 200;
    expect(isThere || deleted.status === 204).toBe(true);
  });
});

test('CFG29: a built-in route that was changed meanwhile is not put back unseen', async () => {
  const path = '/intent-routes/builtin-hot-articles';
  const shipped = (await send('GET', path)).body;
  await send('PUT', path, { ...shipped, priority: 7 });
  const { revision } = (await send('GET', path)).body;
  await send('PUT', path, { ...shipped, priority: 8 });
  const refused = await send('POST', `${path}/reset?basedOn=${revision}`);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      conflicts: expect.arrayContaining([expect.objectContaining({ path: 'route.priority', theirs: 8 })]),
    },
  });
  const now = (await send('GET', path)).body;
  expect((await send('POST', `${path}/reset?basedOn=${now.revision}`)).status).toBe(200);
  expect((await send('GET', path)).body).toMatchObject({ revision: shipped.revision });
});
