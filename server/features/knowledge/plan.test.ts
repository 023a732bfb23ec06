import { describe, expect, test } from 'vitest';
import { configGroups, type ConfigGroups } from '../../../contract/config-groups.ts';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { fits, isDue, planOf } from './plan.ts';

const names = configGroups.models.parse({});
const chunking = configGroups.chunking.parse({});
const withVectors = createFakeModels({ dimensions: 64 });
const withoutVectors = createFakeModels({ kinds: ['chat'] });

const plan = (changes: Partial<ConfigGroups['chunking']> = {}, models = withVectors) =>
  planOf(models, names, { ...chunking, ...changes });

describe('what the index should be like', () => {
  test('names the embedding model and its dimensions, or nothing without one', () => {
    expect(plan().signature).toBe('fake-embedding@64');
    expect(plan({}, withoutVectors).signature).toBe('');
    expect(
      planOf(withVectors, { ...names, aiFoundationEmbeddingModelName: 'gone' }, chunking).signature,
    ).toBe('');
  });

  test.each<[boolean, Partial<ConfigGroups['chunking']>]>([
    [true, { chunkSize: 400 }],
    [true, { chunkOverlap: 10 }],
    [true, { cleanWhitespace: false }],
    [true, { autoKeywords: true }],
    [false, { keywordsBatchSize: 4 }],
    [false, { autoKeywordsCount: 5 }],
    [false, {}],
  ])('KN4: a rebuild is due: %s, after %o', (due, changes) => {
    expect(isDue(plan(), plan(changes))).toBe(due);
    expect(fits(plan(), plan(changes))).toBe(!due);
  });

  test('the number of keywords matters once there are keywords', () => {
    expect(isDue(plan({ autoKeywords: true }), plan({ autoKeywords: true, autoKeywordsCount: 5 }))).toBe(
      true,
    );
  });

  test('another model is a reason, a model that has left is none: its vectors were paid for', () => {
    const serving = plan();
    expect(isDue(serving, plan({}, createFakeModels({ dimensions: 32 })))).toBe(true);
    expect(isDue(serving, plan({}, withoutVectors))).toBe(false);
    expect(fits(serving, plan({}, withoutVectors))).toBe(false);
    expect(isDue(plan({}, withoutVectors), serving)).toBe(true);
  });
});
