import { describe, expect, test } from 'vitest';
import { configGroups, type ConfigGroups } from '../../../../contract/config/groups.ts';
import { createFakeModels } from '../../../../test/fakes/models.ts';
import { hasSameSettings, isDue, isOutdated, indexSettingsOf } from './index-settings.ts';

const names = configGroups.models.parse({});
const chunking = configGroups.chunking.parse({});
const withVectors = createFakeModels({ dimensions: 64 });
const withoutVectors = createFakeModels({ kinds: ['chat'] });

const plan = (changes: Partial<ConfigGroups['chunking']> = {}, models = withVectors) =>
  indexSettingsOf(models, names, { ...chunking, ...changes });

describe('what the index should be like', () => {
  test('names the embedding model and its dimensions, or nothing without one', () => {
    expect(plan().signature).toBe('fake-embedding@64');
    expect(plan({}, withoutVectors).signature).toBe('');
    expect(
      indexSettingsOf(withVectors, { ...names, aiFoundationEmbeddingModelName: 'gone' }, chunking).signature,
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
  ])('KN19: the index is outdated: %s, and never rebuilt unasked, after %o', (outdated, changes) => {
    expect(isOutdated(plan(), plan(changes))).toBe(outdated);
    expect(isDue(plan(), plan(changes))).toBe(false);
    expect(hasSameSettings(plan(), plan(changes))).toBe(!outdated);
  });

  test('KN4: an update that chunks differently needs a rebuild; settings written by the first version can be read', () => {
    const { signature, chunking: written } = plan();
    const settings = written.replace(/^\d+:/, '');
    expect(isDue({ signature, chunking: `0:${settings}` }, plan())).toBe(true);
    const first = { signature, chunking: `1:${settings}` };
    expect(hasSameSettings({ signature, chunking: settings }, first)).toBe(true);
    expect(isDue({ signature, chunking: settings }, first)).toBe(false);
  });

  test('the number of keywords matters once there are keywords', () => {
    expect(isOutdated(plan({ autoKeywords: true }), plan({ autoKeywords: true, autoKeywordsCount: 5 }))).toBe(
      true,
    );
  });

  test('another model needs a rebuild; a disconnected model does not, since its vectors are paid for', () => {
    const serving = plan();
    expect(isDue(serving, plan({}, createFakeModels({ dimensions: 32 })))).toBe(true);
    expect(isDue(serving, plan({}, withoutVectors))).toBe(false);
    expect(hasSameSettings(serving, plan({}, withoutVectors))).toBe(false);
    expect(isDue(plan({}, withoutVectors), serving)).toBe(true);
  });
});
