import { afterEach, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';

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
