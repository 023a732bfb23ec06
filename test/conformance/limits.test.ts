import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { chatLimits } from '../../contract/chat/chat.ts';
import { petLimits } from '../../contract/pets/limits.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { assertNoBugs } from '../fakes/log.ts';

/*
 * Section 8 of the specification, at the wire where visitors meet a limit and in the contract's own numbers where
 * the operation comes later.
 */

describe('limits of visitors', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    assertNoBugs(app.log);
    await app[Symbol.asyncDispose]();
  });

  const post = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: publicPrefix + path, payload })).statusCode;

  test.each(['/chat', '/chat/stream'])('LIM1: a message of %s has at most 4000 characters', async (path) => {
    expect(await post(path, { message: 'x'.repeat(4000) })).toBe(200);
    expect(await post(path, { message: `  ${'x'.repeat(4000)}  ` })).toBe(200);
    expect(await post(path, { message: '好'.repeat(4001) })).toBe(400);
  });

  test('LIM1: history may be longer than what counts of it', async () => {
    const item = { role: 'user', content: 'x'.repeat(5000) };
    expect(await post('/chat', { message: 'x', history: Array.from({ length: 100 }, () => item) })).toBe(200);
    expect([chatLimits.historyItems, chatLimits.historyItemLength]).toEqual([20, 4000]);
  });

  test('LIM2: a keyword has at most 500 characters', async () => {
    expect(await post('/search/answer', { keyword: 'x'.repeat(500) })).toBe(200);
    expect(await post('/search/answer', { keyword: 'x'.repeat(501) })).toBe(400);
  });

  test('LIM3: longer ids and comments of feedback are cut, never refused', async () => {
    const query = new URLSearchParams({ logId: 'x'.repeat(1000), comment: 'x'.repeat(1000) }).toString();
    expect(await post(`/chat/feedback?${query}`, {})).toBe(200);
    expect([chatLimits.logIdLength, chatLimits.feedbackCommentLength]).toEqual([80, 200]);
  });

  test('LIM4: a page of chat logs has at most 100 entries and counts from 0', async () => {
    const reply = await app.inject({ url: `${consolePrefix}/chat-logs?size=5000`, headers: asAdmin });
    expect(reply.json()).toMatchObject({ page: 0, size: 100 });
  });
});

test('LIM5 LIM6 LIM7: pets have the limits of the specification', () => {
  expect(petLimits).toMatchObject({
    photoBytes: 5 * 1024 * 1024,
    photoTypes: ['image/jpeg', 'image/png', 'image/webp'],
    masterPromptLength: 500,
    expressionPromptLength: 300,
    nameCodePoints: 20,
    maskRuns: 100_000,
    maskPixels: 16_777_216,
    shrinkPixels: 2,
    dewhite: 100,
    jobHistoryMs: 30 * 60 * 1000,
    jobHistory: 128,
    jobsAtOnce: 16,
    jobMs: 25 * 60 * 1000,
  });
});
