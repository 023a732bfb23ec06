import { describe, expect, test } from 'vitest';
import { createFakeModels, type FakeAnswer } from '../../../../test/fakes/models.ts';
import { askOf, settingsWith, stageOf } from '../../../../test/fakes/retrieval.ts';
import { unavailable } from '../../../kit/fault.ts';
import { rewriteQuestion } from './rewrite.ts';

const on = settingsWith({ models: { queryRewriteEnabled: true }, enhancement: { queryRewriteToggle: true } });

const rewriting = (answer: FakeAnswer) => createFakeModels({ chat: () => answer });

describe('a question in words that search well', () => {
  test('both switches have to be on, otherwise no model is asked', async () => {
    for (const settings of [
      settingsWith(),
      settingsWith({ models: { queryRewriteEnabled: true } }),
      settingsWith({ enhancement: { queryRewriteToggle: true } }),
    ]) {
      const models = rewriting('other words');
      const ask = askOf('how much?');
      expect(await rewriteQuestion(models, ask, settings)).toBe('how much?');
      expect(models.calls.chat).toHaveLength(0);
      expect(stageOf(ask, 'query_rewrite')).toMatchObject({ status: 'skipped', data: null });
    }
  });

  test('the rewritten question is searched on one line without quotes; the trace shows both questions', async () => {
    const ask = askOf('how much?');
    expect(await rewriteQuestion(rewriting('“grams of coffee\n per litre”'), ask, on)).toBe(
      'grams of coffee per litre',
    );
    expect(stageOf(ask, 'query_rewrite')).toMatchObject({
      status: 'ok',
      detail: 'how much? → grams of coffee per litre',
    });
  });

  test.each([
    ['nothing', ''],
    ['the question again', 'how much?'],
    ['an answer instead of a question', 'x'.repeat(501)],
  ])('%s leaves the question as it was asked', async (_, answer) => {
    const ask = askOf('how much?');
    expect(await rewriteQuestion(rewriting(answer), ask, on)).toBe('how much?');
    expect(stageOf(ask, 'query_rewrite')).toMatchObject({ status: 'skipped' });
  });

  test('the last turns are shown to the rewriter when the setting says so', async () => {
    const history = Array.from({ length: 6 }, (_, index) => ({
      role: 'user' as const,
      content: `turn-${index}`,
    }));
    const models = rewriting('other words');
    await rewriteQuestion(models, askOf('how much?', { history }), on);
    const without = settingsWith({
      models: on.models,
      enhancement: { ...on.enhancement, queryRewriteWithHistory: false },
    });
    await rewriteQuestion(models, askOf('how much?', { history }), without);
    const [first, second] = models.calls.chat.map((call) => JSON.stringify(call.messages));
    expect(first).toContain('turn-2');
    expect(first).not.toContain('turn-1');
    expect(second).not.toContain('turn-5');
  });
});

describe('when the rewriter fails', () => {
  test('the question is searched as asked, and the trace says why', async () => {
    const ask = askOf('how much?');
    expect(await rewriteQuestion(rewriting(unavailable('No rewriter today')), ask, on)).toBe('how much?');
    expect(stageOf(ask, 'query_rewrite')).toMatchObject({
      status: 'fallback',
      statusLabel: 'degraded',
      detail: expect.stringContaining('No rewriter today'),
    });
  });

  test('CFG20: the message of an unexpected error stays out of the trace', async () => {
    const ask = askOf('how much?');
    await rewriteQuestion(rewriting(new Error('key sk-12345')), ask, on);
    expect(JSON.stringify(ask.trace.stages)).not.toContain('sk-12345');
  });

  test('a model that hangs and ignores its signal costs no more than the time limit', async () => {
    const ask = askOf('how much?');
    const startedAt = performance.now();
    const hanging = createFakeModels({ chat: () => hang() });
    expect(await rewriteQuestion(hanging, ask, settingsWith({ ...on, timeouts: { rewriteMs: 30 } }))).toBe(
      'how much?',
    );
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(stageOf(ask, 'query_rewrite')).toMatchObject({
      status: 'fallback',
      detail: expect.stringContaining('took too long'),
    });
  });

  test('an aborted request rejects with the reason of its signal', async () => {
    const leaving = new AbortController();
    const ask = askOf('how much?', { signal: leaving.signal });
    const rewritten = rewriteQuestion(createFakeModels({ chat: () => hang() }), ask, on);
    leaving.abort(new Error('left'));
    await expect(rewritten).rejects.toThrow('left');
  });
});

async function* hang() {
  await new Promise(() => {});
  yield { type: 'text' as const, text: 'never' };
}
