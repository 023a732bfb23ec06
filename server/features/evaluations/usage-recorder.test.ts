import { describe, expect, test } from 'vitest';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { toldModels } from '../../../test/fakes/usage.ts';
import { Fault } from '../../kit/fault.ts';
import { textOf } from '../../model-calls/collect-text.ts';
import { createUsageRecorder } from './usage-recorder.ts';

const { signal } = new AbortController();
const passages = [{ article: 1, title: 'T', headingPath: [], text: 'Text.' }];
const chatCall = {
  model: '',
  task: { kind: 'answer', question: 'Q?', passages, language: 'en', brief: false },
  messages: [{ role: 'user', content: 'Q?' }],
  scenario: 'evaluation_answer',
  signal,
} as const;

describe('the usage recorder', () => {
  test('counts the tokens of every kind of call by the name of its model, and their price', async () => {
    const priced: string[] = [];
    const recorder = createUsageRecorder(
      toldModels(createFakeModels()),
      (model, { promptTokens, embeddingTokens }) => {
        priced.push(model);
        return model === 'fake-rerank' ? undefined : promptTokens + embeddingTokens;
      },
    );
    expect(await textOf(recorder.models.chat(chatCall))).toBe('Q?');
    await recorder.models.embed({ model: '', texts: ['four'], scenario: 'search_embedding', signal });
    await recorder.models.rerank({
      model: 'fake-rerank',
      query: 'q',
      documents: ['a', 'b'],
      topN: 1,
      scenario: 'search_rerank',
      signal,
    });
    expect(priced).toEqual(['fake-chat', 'fake-embedding', 'fake-rerank']);
    expect(recorder.used).toEqual({ promptTokens: 12, completionTokens: 5, embeddingTokens: 4, cost: 14 });
    expect(recorder.passages).toEqual(passages);
    expect(recorder.limited).toBeUndefined();
  });

  test('remembers a limit also when the caller gets along without the model', async () => {
    const models = createFakeModels();
    const limit = new Fault('limited', 'No tokens left');
    models.fail('embedding', limit);
    const recorder = createUsageRecorder(models, () => undefined);
    const wanted = recorder.models.embed({ model: '', texts: ['x'], scenario: 'search_embedding', signal });
    await expect(wanted).rejects.toBe(limit);
    expect(recorder.limited).toBe(limit);
  });

  test('aborts the model call when the client has left', async () => {
    let released = false;
    async function* endless() {
      try {
        for (;;) yield { type: 'text' as const, text: 'more ' };
      } finally {
        released = true;
      }
    }
    const recorder = createUsageRecorder(toldModels(createFakeModels({ chat: () => endless() })), () => 7);
    for await (const part of recorder.models.chat(chatCall)) if (part.type === 'text') break;
    expect(released).toBe(true);
    expect(recorder.used).toMatchObject({ completionTokens: 2, cost: 7 });
  });

  test('EV26: what a call took that failed, timed out or was left is counted, and what was never sent is not', async () => {
    const price = () => 7;
    const broken = (error: unknown) =>
      createUsageRecorder(toldModels(createFakeModels({ chat: () => error as Error })), price);
    const late = broken(new Fault('upstream', 'late', { upstreamKind: 'timeout' }));
    await expect(textOf(late.models.chat(chatCall))).rejects.toThrow('late');
    expect(late.used).toMatchObject({ promptTokens: 5, completionTokens: 0, cost: 7 });
    const away = broken(new Fault('upstream', 'away', { upstreamKind: 'network' }));
    await expect(textOf(away.models.chat(chatCall))).rejects.toThrow('away');
    expect(away.used).toEqual({ promptTokens: 0, completionTokens: 0, embeddingTokens: 0, cost: 7 });
    const unsent = createUsageRecorder(toldModels(createFakeModels()), price);
    await expect(textOf(unsent.models.chat({ ...chatCall, signal: AbortSignal.abort() }))).rejects.toThrow();
    expect(unsent.used).not.toHaveProperty('cost');
  });

  test('whoever passes a call on is told, too', async () => {
    const outer = createUsageRecorder(toldModels(createFakeModels()), () => 1);
    const inner = createUsageRecorder(outer.models, () => 2);
    await textOf(inner.models.chat(chatCall));
    expect([inner.used.cost, outer.used.cost]).toEqual([2, 1]);
    expect(outer.used.promptTokens).toBe(inner.used.promptTokens);
  });
});
