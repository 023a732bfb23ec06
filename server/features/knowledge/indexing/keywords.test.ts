import { describe, expect, test } from 'vitest';
import { configGroups, type ConfigGroups } from '../../../../contract/config/groups.ts';
import { createFakeModels, type FakeScript } from '../../../../test/fakes/models.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { Config } from '../../config/config.ts';
import { createKeywords, keywordsIn } from './keywords.ts';
import type { StoredChunk } from '../store.ts';

describe('the keywords in an answer', () => {
  test.each<[string, string[]]>([
    ['coffee, water, ratio', ['coffee', 'water', 'ratio']],
    ['咖啡、水，比例；冲泡', ['咖啡', '水', '比例']],
    ['- coffee\n* water\n• ratio', ['coffee', 'water', 'ratio']],
    ['1. coffee\n2) water\n10. ratio', ['coffee', 'water', 'ratio']],
    ['1、咖啡\n2、水', ['咖啡', '水']],
    ['Keywords: coffee, water', ['coffee', 'water']],
    ['关键词：咖啡，水', ['咖啡', '水']],
    ['"coffee", “water”.', ['coffee', 'water']],
    ['Coffee, coffee, COFFEE, tea', ['Coffee', 'tea']],
    ['3D printing, 2024 review, .NET', ['3D printing', '2024 review', '.NET']],
    [`${'x'.repeat(33)}, short`, ['short']],
    [' , ,;\n', []],
    ['', []],
  ])('%j', (answer, keywords) => {
    expect(keywordsIn(answer, 3)).toEqual(keywords);
  });

  test('never more than asked for', () => {
    expect(keywordsIn('a, b, c, d, e', 2)).toEqual(['a', 'b']);
  });
});

const chunks = Array.from({ length: 6 }, (_, index): StoredChunk => {
  const text = `passage ${index}`;
  return {
    identity: text,
    index,
    text,
    headingPath: [],
    anchor: '',
    tokens: 2,
    keywords: [],
    vectorKey: text,
  };
});

const configWith = (chunking: Partial<ConfigGroups['chunking']>): Pick<Config, 'read'> => ({
  read: async (group) => {
    const groups = { ...configGroups.chunking.parse({}), ...chunking };
    return (group === 'chunking' ? groups : configGroups[group].parse({})) as never;
  },
});

const name = (
  chat: FakeScript['chat'],
  chunking: Partial<ConfigGroups['chunking']> = {},
  keywordMs = 1_000,
) => {
  const models = createFakeModels({ ...(chat && { chat }) });
  const keywords = createKeywords({
    models,
    config: configWith({ autoKeywords: true, ...chunking }),
    keywordMs,
  });
  return { models, run: (signal?: AbortSignal) => keywords({ title: 'T' }, chunks, () => {}, signal) };
};

describe('naming keywords of passages', () => {
  test('when keywords are off, no model is called and nothing changes', async () => {
    const { models, run } = name(() => 'a', { autoKeywords: false });
    expect(await run()).toEqual(chunks);
    expect(models.calls.chat).toHaveLength(0);
  });

  test.each([1, 4])('each passage gets its own, %i requests at once', async (keywordsBatchSize) => {
    const { run } = name((call) => `of ${/passage \d/.exec(JSON.stringify(call.messages))?.[0]}`, {
      keywordsBatchSize,
    });
    expect((await run()).map(({ keywords }) => keywords)).toEqual(chunks.map(({ text }) => [`of ${text}`]));
  });

  test('a passage whose request fails or hangs goes without', async () => {
    const { run } = name((_, nth) => (nth === 2 ? unavailable('no') : nth === 3 ? hang() : 'word'), {}, 30);
    expect((await run()).map(({ keywords }) => keywords.length)).toEqual([1, 0, 0, 1, 1, 1]);
  });

  test('a model that only fails is asked three times in an article, not for each passage', async () => {
    const { models, run } = name(() => unavailable('no'));
    expect((await run()).every(({ keywords }) => keywords.length === 0)).toBe(true);
    expect(models.calls.chat).toHaveLength(3);
  });

  test('an aborted rebuild ends at once', async () => {
    const leaving = new AbortController();
    const { run } = name(() => hang());
    const named = run(leaving.signal);
    leaving.abort(new Error('stopping'));
    await expect(named).rejects.toThrow('stopping');
  });
});

async function* hang() {
  await new Promise(() => {});
  yield { type: 'text' as const, text: 'never' };
}
