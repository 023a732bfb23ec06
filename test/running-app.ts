import { afterEach, expect } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';

/** The service of a test file: one at a time, closed after each test, which fails when the log holds an error. */
export function createRunningApp() {
  let app: TestApp | undefined;
  afterEach(async () => {
    const errors = app?.log.errors ?? [];
    await app?.[Symbol.asyncDispose]();
    app = undefined;
    expect(errors).toEqual([]);
  });
  return {
    async start(...given: Parameters<typeof createTestApp>): Promise<TestApp> {
      app = await createTestApp(...given);
      return app;
    },
    /** The service that was started last. */
    running(): TestApp {
      if (!app) throw new Error('start first');
      return app;
    },
  };
}
