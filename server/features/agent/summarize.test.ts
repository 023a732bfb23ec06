import { describe, expect, test } from 'vitest';
import { createFakeModels, type FakeScript } from '../../../test/fakes/models.ts';
import { summarizeOnce } from './summarize.ts';

const messages = [{ role: 'user', content: 'gaps' }] as const;
const said = JSON.stringify({ summary: 'S.', gaps: [], nextActions: [] });
const { signal } = new AbortController();

function asking(script: FakeScript, modelName = '') {
  const models = createFakeModels(script);
  const deps = { models, modelName: async () => modelName };
  return {
    models,
    ask: (earlier?: Parameters<typeof summarizeOnce>[1]['earlier']) =>
      summarizeOnce(deps, { messages, maxTokens: 5000, earlier }, signal),
  };
}

describe('words for a report', () => {
  test('are asked for as JSON, within the limit that was given', async () => {
    const { models, ask } = asking({ chat: () => said });
    expect(await ask()).toMatchObject({ words: { summary: 'S.' } });
    expect(models.calls.chat[0]).toMatchObject({
      scenario: 'agent_content_gap',
      temperature: 0.3,
      maxTokens: 5000,
      json: true,
      task: { kind: 'text' },
    });
  });

  test('AG7: once paid for they are not asked for again with the same material', async () => {
    const { models, ask } = asking({ chat: () => said });
    const first = await ask();
    if (!('words' in first)) throw new Error('no words');
    expect(await ask(first)).toBe(first);
    expect(models.calls.chat).toHaveLength(1);
    expect(await ask({ ...first, mark: 'other material' })).toEqual(first);
    expect(models.calls.chat).toHaveLength(2);
  });

  test('are missing without a model, or with one that has gone', async () => {
    expect(await asking({ kinds: [] }).ask()).toEqual({ without: 'no-model' });
    expect(await asking({}, 'gone').ask()).toEqual({ without: 'no-model' });
  });
});
