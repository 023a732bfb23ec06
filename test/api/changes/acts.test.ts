import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { Change } from '../../../contract/operator/changes.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { master, openStudio, formOf } from '../pets/pet-studio.ts';

let app: TestApp;

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  expect(app.log.errors).toEqual([]);
});

const send = async (
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = asAdmin,
) => {
  const reply = await app.inject({
    method,
    url: path.startsWith('/apis') ? path : consolePrefix + path,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  expect(reply.statusCode).toBeLessThan(300);
  return reply;
};
const changes = async () =>
  (await app.inject({ url: `${consolePrefix}/changes?size=100`, headers: asAdmin })).json<{
    items: Change[];
  }>().items;
const fieldsOf = ({ fields }: Change) => Object.fromEntries(fields.map(({ name, after }) => [name, after]));
const newest = async () => {
  const [change] = await changes();
  if (!change) throw new Error('Nothing is recorded');
  const { area, action, subject, by } = change;
  return { area, action, subject, by, ...fieldsOf(change) };
};

describe('CHG4: what is deleted, started and stopped', () => {
  test('deleted chat logs are counted, without the words by which they were found', async () => {
    app = await createTestApp();
    for (const message of ['Where do herons nest?', 'What do herons eat?', 'Who are you?'])
      await send('POST', `${publicPrefix}/chat`, { message }, {});
    await send('POST', '/chat-logs/clear', { question: 'herons', kind: 'chat' });
    const change = await newest();
    expect(change).toMatchObject({ area: 'chatLogs', action: 'remove', subject: '', count: 2, kind: 'chat' });
    expect(JSON.stringify(change)).not.toContain('heron');
    await send('POST', '/chat-logs/clear?kind=search', undefined);
    expect(await newest()).toMatchObject({ area: 'chatLogs', count: 0, kind: 'search' });
  });

  test.each([
    ['/usage/cleanup/hidden', { hiddenModels: ['old'] }, { area: 'usage', hiddenModels: ['old'] }],
    [
      '/usage/cleanup/merge',
      { sourceModel: 'a', targetModel: 'b', start: '2026-01-01' },
      { area: 'usage', action: 'edit', subject: 'a', targetModel: 'b', start: '2026-01-01' },
    ],
    ['/usage/cleanup/delete', { model: 'a' }, { area: 'usage', action: 'remove', subject: 'a' }],
    ['/agent/content-gap/run', { days: 7 }, { area: 'gaps', action: 'start', days: 7 }],
    ['/mindmap/jobs/generate-all', {}, { area: 'mindMaps', action: 'start' }],
    ['/knowledge/excerpts/clear-all', {}, { area: 'excerpts', action: 'remove', count: 0 }],
  ])('%s', async (path, body, recorded) => {
    app = await createTestApp();
    await send('POST', path, body, { ...asAdmin });
    expect(await newest()).toMatchObject({ ...recorded, by: 'operator' });
  });

  test('kept answers are dropped, and what failed or was only tried is not in the list', async () => {
    app = await createTestApp();
    await send('DELETE', '/answer-cache');
    expect(await newest()).toMatchObject({ area: 'answerCache', action: 'remove', subject: '' });
    const before = await changes();
    const refused = await app.inject({
      method: 'POST',
      url: `${consolePrefix}/usage/cleanup/delete`,
      headers: { ...asAdmin, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(refused.statusCode).toBe(400);
    await send('POST', '/system/doctor', {});
    await send('POST', '/curated-answers/match', { question: 'Where do herons nest?' });
    await send('POST', '/mindmap/batch-generate', { postNames: ['no-such'] });
    await send('POST', '/knowledge/excerpts/batch-generate', { postNames: ['no-such'] });
    expect(await changes()).toEqual(before);
  });
});

test('CHG4: pets are in it from their drawing to their deletion, with former and new fields', async () => {
  const studio = await openStudio();
  app = studio.app;
  const reply = await studio.postForm('/generate', formOf({ name: 'Momo', style: 'pixel' }));
  await studio.done(reply);
  const later = () => void (studio.clock.time += 1000);
  const id = String(reply.body['petId']);
  later();
  await studio.post(`/${id}/background/approve`, master(await studio.pet(id)));
  later();
  await studio.post(`/${id}/rename`, { name: 'Mimi' });
  expect((await changes())[0]).toMatchObject({
    area: 'pets',
    action: 'save',
    subject: id,
    subjectName: 'Mimi',
    by: 'operator',
    fields: [{ name: 'name', before: 'Momo', after: 'Mimi' }],
    canUndo: false,
  });
  later();
  await studio.remove(id);
  const [removed, renamed, confirmed, added] = await changes();
  expect([removed, renamed, confirmed, added].map((one) => [one?.action, one?.subject])).toEqual([
    ['remove', id],
    ['save', id],
    ['save', id],
    ['add', id],
  ]);
  expect(added && fieldsOf(added)).toEqual({ name: 'Momo', style: 'pixel' });
  expect(confirmed?.fields).toContainEqual({ name: 'masterStatus', before: 'pending', after: 'confirmed' });
  expect(removed?.fields).toContainEqual({ name: 'name', before: 'Mimi' });
});
