import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import type { Change } from '../../../contract/operator/changes.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  expect(app.log.errors).toEqual([]);
});

const post = async (path: string, body: unknown, headers: Record<string, string> = asAdmin) => {
  const reply = await app.inject({
    method: 'POST',
    url: consolePrefix + path,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};
const save = (body: unknown, headers?: Record<string, string>) => post('/config/save', body, headers);
const get = async <T>(path: string) =>
  (await app.inject({ url: consolePrefix + path, headers: asAdmin })).json<T>();
const read = (query = '') => get<Record<string, Record<string, unknown>>>(`/config${query}`);
const readWithRevisions = () => read('?revisions=true');
const changes = async (query = '') =>
  (await get<{ items: Change[]; total: number }>(`/changes${query}`)).items;
const item = (id: string, query: string) => ({ id, query });

describe('CFG25: a save says what it was read from', () => {
  test('revisions come to those who ask, and only to them', async () => {
    await save({ chat: { temperature: 0.3 } });
    expect((await readWithRevisions())['revisions']).toMatchObject({ chat: 1, search: 0 });
    for (const query of ['', '?revisions=', '?revisions=false', '?revisions=maybe'])
      expect(await read(query)).not.toHaveProperty('revisions');
  });

  test('other fields that were saved meanwhile stay, the same ones are a conflict with both sides', async () => {
    const { revisions } = await readWithRevisions();
    await save({ chat: { welcomeMessage: 'From A', temperature: 0.3 }, basedOn: revisions });
    const apart = await save({ chat: { maxTokens: 900 }, basedOn: revisions });
    expect(apart).toEqual({ status: 200, body: { saved: true } });
    const stale = await save({ chat: { welcomeMessage: 'From B', maxTokens: 900 }, basedOn: revisions });
    expect(stale.status).toBe(409);
    expect(stale.body).toEqual({
      saved: false,
      code: 'SETTINGS_CHANGED',
      error: 'Somebody else has saved these settings since you opened them',
      conflicts: [
        {
          path: 'chat.welcomeMessage',
          revision: 2,
          base: expect.any(String),
          yours: 'From B',
          theirs: 'From A',
        },
      ],
    });
    expect((await read())['chat']).toMatchObject({
      welcomeMessage: 'From A',
      temperature: 0.3,
      maxTokens: 900,
    });
    const settled = await save({ chat: { welcomeMessage: 'From B' }, basedOn: { chat: 2 } });
    expect(settled.body).toEqual({ saved: true });
  });

  test('the same value is no conflict, and nothing of a refused save is stored', async () => {
    const { revisions } = await readWithRevisions();
    await save({ search: { resultCount: 7 }, chat: { temperature: 0.3 } });
    expect((await save({ search: { resultCount: 7 }, basedOn: revisions })).status).toBe(200);
    const both = {
      search: { placeholder: 'x', resultCount: 8 },
      mindmap: { maxDepth: 3 },
      basedOn: revisions,
    };
    expect((await save(both)).status).toBe(409);
    expect((await read())['mindmap']).not.toMatchObject({ maxDepth: 5 });
  });

  test('CFG26: lists come with the rows that both have changed', async () => {
    await save({ chat: { shortcutItems: [item('one', 'What is tea?')] } });
    const { revisions } = await readWithRevisions();
    await save({ chat: { shortcutItems: [item('one', 'What is coffee?'), item('two', 'Open?')] } });
    const mine = [item('one', 'What is milk?'), item('three', 'Price?')];
    const { body } = await save({ chat: { shortcutItems: mine }, basedOn: revisions });
    expect(body['conflicts']).toMatchObject([
      { path: 'chat.shortcutItems', rows: [{ key: 'one', yours: { query: 'What is milk?' } }] },
    ]);
  });

  test('without a revision the last save wins, also with the whole configuration as it was read', async () => {
    const first = await readWithRevisions();
    await save({ chat: { welcomeMessage: 'Newer' } });
    expect((await save(first)).body).toEqual({ saved: true });
    expect((await read())['chat']).toEqual(first['chat']);
  });

  test('of saves at the same time with one revision exactly one is taken', async () => {
    const { revisions } = await readWithRevisions();
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save({ chat: { maxTokens: 600 + index }, basedOn: revisions })),
    );
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });
});

describe('CHG1: the list of changes', () => {
  test('says who changed what, from what to what; a save that changes nothing is none', async () => {
    await save({ chat: { welcomeMessage: 'Hi' } });
    await save({ chat: { welcomeMessage: 'Hi' } });
    const login = await app.inject({ method: 'POST', url: '/login', payload: { password: 'test-password' } });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    await save({ chat: { welcomeMessage: 'Hello' } }, { cookie, 'sec-fetch-site': 'same-origin' });
    const [second, first, ...others] = await changes();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ area: 'settings', action: 'save', subject: 'chat', by: 'operator' });
    expect(second?.by).toMatch(/^session:[0-9a-f]{6}$/);
    expect(second?.fields).toEqual([{ name: 'welcomeMessage', before: 'Hi', after: 'Hello' }]);
  });

  test('limits are in it, with the fields that differ', async () => {
    await post('/usage/limits', { chatModelLimits: { main: 5000 }, visitor: { hourlyLimit: 7 } });
    await post('/usage/limits', { visitor: { hourlyLimit: 7 } });
    const [change, ...others] = await changes('?area=limits');
    expect(others).toEqual([]);
    expect(change).toMatchObject({ area: 'limits', action: 'save', by: 'operator', canUndo: true });
    expect(change?.fields.map(({ name, after }) => [name, after])).toEqual([
      ['hourlyLimit', 7],
      ['ceiling: main', 5000],
    ]);
  });

  test('tokens and the password are in it without their values', async () => {
    const { body } = await post('/account/tokens', { name: 'Reports', scope: 'admin' });
    const token = String(body['token']);
    await save({ chat: { welcomeMessage: 'By token' } }, { authorization: `Bearer ${token}` });
    const [saved, added] = await changes();
    expect(saved).toMatchObject({ by: `token:${String(body['id'])}`, byName: 'Reports' });
    expect(added).toMatchObject({ area: 'tokens', action: 'add', subject: 'Reports' });
    expect(JSON.stringify(await changes())).not.toContain(token);
    expect(await changes('?area=tokens')).toHaveLength(1);
  });
});

describe('CHG2: undo', () => {
  test('saves the former values again, and is a change itself', async () => {
    const before = (await read())['chat'];
    await save({ chat: { welcomeMessage: 'Oops', temperature: 0.9 } });
    const [change] = await changes();
    expect(await post(`/changes/${change?.id}/undo`, {})).toEqual({ status: 200, body: { saved: true } });
    expect((await read())['chat']).toEqual(before);
    expect((await changes())[0]).toMatchObject({ action: 'undo', subject: 'chat' });
  });

  test('what was changed again since is kept, unless that is wanted', async () => {
    await save({ chat: { welcomeMessage: 'One' } });
    const [change] = await changes();
    await save({ chat: { welcomeMessage: 'Two' } });
    const refused = await post(`/changes/${change?.id}/undo`, {});
    expect(refused.status).toBe(409);
    expect(refused.body['conflicts']).toMatchObject([{ path: 'chat.welcomeMessage', theirs: 'Two' }]);
    expect((await post(`/changes/${change?.id}/undo`, { force: true })).status).toBe(200);
    expect((await read())['chat']).not.toMatchObject({ welcomeMessage: 'Two' });
    expect((await post('/changes/none/undo', {})).status).toBe(404);
  });

  test('limits are as before, unless somebody has changed the same ones since', async () => {
    await post('/usage/limits', { enabled: true, chatModelLimits: { main: 100 }, dailyCostLimit: 2 });
    const before = await get('/usage/limits');
    await post('/usage/limits', {
      chatModelLimits: { other: 7 },
      dailyCostLimit: 0,
      visitor: { enabled: false, whitelist: ['10.0.0.0/8', '*'] },
    });
    const [change] = await changes('?area=limits');
    expect((await post(`/changes/${change?.id}/undo`, {})).status).toBe(200);
    expect(await get('/usage/limits')).toEqual(before);
    const [undone] = await changes('?area=limits');
    expect(undone).toMatchObject({ action: 'undo', canUndo: true });
    await post('/usage/limits', { chatModelLimits: { main: 100, other: 9 } });
    const refused = await post(`/changes/${change?.id}/undo`, {});
    expect(refused.status).toBe(409);
    expect((await post(`/changes/${undone?.id}/undo`, { force: true })).status).toBe(200);
    expect(await get('/usage/limits')).toMatchObject({
      chatModelLimits: { other: 7 },
      visitor: { enabled: false, whitelist: ['10.0.0.0/8', '*'] },
    });
  });

  test('routes are as before; an added one is gone, a deleted one is there again', async () => {
    const pipeline = [{ type: 'TIME_SORT', params: {} }];
    const ofRoutes = () => changes('?area=routes');
    const undo = async () => post(`/changes/${(await ofRoutes())[0]?.id}/undo`, {});
    const route = () => get<Record<string, unknown>>('/intent-routes/birds');
    await post('/intent-routes', { id: 'birds', displayName: 'Birds', triggerPatterns: ['bird'], pipeline });
    const { revision } = await route();
    await post('/intent-routes', { id: 'birds', displayName: 'Owls', triggerPatterns: ['owl'], pipeline });
    expect((await ofRoutes()).map(({ action, subject }) => [action, subject])).toEqual([
      ['save', 'birds'],
      ['add', 'birds'],
    ]);
    expect((await undo()).status).toBe(200);
    expect(await route()).toMatchObject({ displayName: 'Birds', triggerPatterns: ['bird'], revision });
    const url = `${consolePrefix}/intent-routes/birds`;
    await app.inject({ method: 'DELETE', url, headers: asAdmin });
    expect((await ofRoutes())[0]).toMatchObject({ action: 'remove' });
    expect((await undo()).status).toBe(200);
    expect(await route()).toMatchObject({ displayName: 'Birds', revision });
    expect((await undo()).status).toBe(200);
    expect((await app.inject({ url, headers: asAdmin })).statusCode).toBe(404);
  });

  const send = async (method: 'PUT' | 'DELETE', path: string, body?: object) =>
    (
      await app.inject({
        method,
        url: consolePrefix + path,
        headers: asAdmin,
        ...(body && { payload: body }),
      })
    ).statusCode;
  const undo = async (area: string, body: object = {}) =>
    post(`/changes/${(await changes(`?area=${area}`))[0]?.id}/undo`, body);

  test('curated answers are as before, also those that an import has written over', async () => {
    const one = { questions: ['When do owls sleep?', 'Sleeping owls?'], answer: 'By day.' };
    const made = (await post('/curated-answers', one)).body;
    const path = `/curated-answers/${String(made['id'])}`;
    const answer = () => get<Record<string, unknown>>(path);
    expect(await send('PUT', path, { ...one, answer: 'At noon.', basedOn: 1 })).toBe(200);
    const [changed] = await changes('?area=curatedAnswers');
    expect(changed).toMatchObject({
      action: 'save',
      subject: made['id'],
      subjectName: 'When do owls sleep?',
      fields: [{ name: 'answer', before: 'By day.', after: 'At noon.' }],
    });
    expect((await undo('curatedAnswers')).status).toBe(200);
    expect(await answer()).toMatchObject({ ...one, revision: 3 });
    const line = (id: string, text: string) => `${id},Where do ${text} live?,In ${text} houses.\n`;
    const csv = `id,questions,answer\n${line(String(made['id']), 'owls')}${line('herons', 'herons')}`;
    await post('/curated-answers/import', { csv, preview: false, overwrite: true });
    const imported = (await changes('?area=curatedAnswers')).slice(0, 2);
    expect(imported.map(({ action }) => action).toSorted()).toEqual(['add', 'save']);
    const over = imported.find(({ action }) => action === 'save');
    expect((await post(`/changes/${over?.id}/undo`, {})).status).toBe(200);
    expect(await answer()).toMatchObject(one);
    expect(await send('DELETE', path)).toBe(204);
    expect((await undo('curatedAnswers')).status).toBe(200);
    expect(await answer()).toMatchObject(one);
    const added = imported.find(({ action }) => action === 'add');
    expect((await post(`/changes/${added?.id}/undo`, {})).status).toBe(200);
    expect(await get('/curated-answers')).toMatchObject({ total: 1 });
  });

  test('of a dataset only the cases are taken back that a change has touched', async () => {
    const aCase = (id: string, question: string) => ({
      id,
      question,
      referenceAnswer: '',
      expectedSources: [],
      tags: [],
    });
    const path = '/evaluations/datasets/birds';
    const dataset = () => get<{ name: string; cases: { id: string; question: string }[] }>(path);
    const questions = async () => (await dataset()).cases.map(({ question }) => question);
    const [owls, twins] = [aCase('owls', 'Who?'), [aCase('', 'Same?'), aCase('', 'Same?')]];
    expect(await send('PUT', path, { name: 'Birds', cases: [owls, ...twins] })).toBe(200);
    await send('PUT', path, { name: 'Birds', cases: [owls, ...twins, aCase('herons', 'Where?')] });
    const [added] = await changes('?area=datasets');
    expect(added?.fields).toMatchObject([{ name: 'case: herons', after: { question: 'Where?' } }]);
    await send('PUT', path, {
      name: 'Birds',
      cases: [aCase('owls', 'When?'), ...twins, aCase('herons', 'Where?')],
    });
    // Another case was changed since: no conflict, and it stays.
    expect((await post(`/changes/${added?.id}/undo`, {})).status).toBe(200);
    expect(await questions()).toEqual(['When?', 'Same?', 'Same?']);
    expect((await post(`/changes/${added?.id}/undo`, {})).body['conflicts']).toMatchObject([
      { path: 'dataset.case: herons', theirs: null },
    ]);
    expect(await send('DELETE', path)).toBe(204);
    expect((await undo('datasets')).status).toBe(200);
    expect(await dataset()).toMatchObject({ name: 'Birds', cases: [{ question: 'When?' }, {}, {}] });
  });
});
