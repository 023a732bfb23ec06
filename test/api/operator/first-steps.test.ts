import { afterEach, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import type { SystemInfo } from '../../../contract/system.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';

let app: TestApp | undefined;
afterEach(() => app?.[Symbol.asyncDispose]());

test('FST1: how far the first steps are is the same in every browser', async () => {
  app = await createTestApp();
  const running = app;
  const read = async () =>
    (await running.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin })).json<SystemInfo>()
      .firstSteps;
  const note = async (payload: object) =>
    running.inject({ method: 'POST', url: `${consolePrefix}/system/first-steps`, headers: asAdmin, payload });
  expect(await read()).toEqual({ tried: false, shown: 'open' });
  const payload = { message: 'How do I make a backup?' };
  const url = `${consolePrefix}/chat/debug/stream`;
  await running.inject({ method: 'POST', url, headers: asAdmin, payload });
  expect(await read()).toEqual({ tried: true, shown: 'open' });
  expect((await note({ shown: 'done' })).json()).toEqual({ tried: true, shown: 'done' });
  await note({ shown: 'hidden' });
  expect(await read()).toEqual({ tried: true, shown: 'hidden' });
  expect((await note({ shown: 'gone' })).statusCode).toBe(400);
  expect(await read()).toEqual({ tried: true, shown: 'hidden' });
});
