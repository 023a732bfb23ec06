import { afterEach, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { framesOf } from './frames.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const refusedRoute = async (headers: Readonly<Record<string, string>>) => {
  app = await createTestApp();
  const reply = await app.inject({
    method: 'POST',
    url: `${consolePrefix}/intent-routes/import`,
    headers: { ...asAdmin, ...headers },
    payload: {
      existing: 'keep',
      routes: [
        {
          id: 'own',
          displayName: 'Own',
          triggerPatterns: ['ok', 'a(?=b)'],
          pipeline: [{ type: 'TIME_SORT', params: {} }],
        },
      ],
    },
  });
  return reply.json<{ error: string; explanation?: unknown }>();
};

test('WIRE11: a refusal carries the codes that its source has named, those of its causes, too', async () => {
  const { error, explanation } = await refusedRoute({ prefer: 'explanations' });
  expect(error).toMatch(/^routes\.0\.triggerPatterns\.1 must be a regular expression/);
  expect(explanation).toMatchObject({
    code: 'routes_refused',
    params: { place: '0' },
    causes: [{ code: 'route_pattern_refused', params: { place: '1' } }, { code: 'pattern_odd' }],
  });
});

test('WIRE11: without the preference the refusal is the text alone', async () => {
  expect(await refusedRoute({})).toEqual({ error: expect.stringContaining('triggerPatterns.1') });
});

test('WIRE11: on a stream the explanation comes before the error that it explains, and only to those who want it', async () => {
  app = await createTestApp();
  const refused = async (headers: Readonly<Record<string, string>>, payload: object) => {
    const reply = await app?.inject({
      method: 'POST',
      url: `${consolePrefix}/writing/assist/stream`,
      headers: { ...asAdmin, ...headers },
      payload,
    });
    return framesOf(reply?.body ?? '');
  };
  const late = { action: 'link', text: 'x'.repeat(40_000) };
  expect(await refused({ prefer: 'explanations' }, late)).toMatchObject([
    { event: 'explanation', data: { code: 'writing_long', params: { length: '40000' } } },
    { event: 'error', data: expect.stringMatching(/^text must not exceed/) },
    { event: 'done' },
  ]);
  expect((await refused({ prefer: 'explanations' }, { action: 'link' }))[0]).toMatchObject({
    event: 'explanation',
    data: { code: 'value_refused', params: { field: 'text' } },
  });
  expect((await refused({}, late)).map(({ event }) => event)).toEqual(['error', 'done']);
});
