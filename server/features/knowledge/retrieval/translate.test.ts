import { describe, expect, test } from 'vitest';
import { createFakeModels, type FakeScript } from '../../../../test/fakes/models.ts';
import { askOf, foundOf, passageOf, settingsWith, stageOf } from '../../../../test/fakes/retrieval.ts';
import { unavailable } from '../../../kit/fault.ts';
import { targetsOf, translateQuestion } from './translate.ts';

const on = (crossLanguageTargets: string, translateMs = 1_000) =>
  settingsWith({
    enhancement: { crossLanguageEnabled: true, crossLanguageTargets },
    timeouts: { translateMs },
  });

async function translate(
  chat: FakeScript['chat'],
  targets: string,
  question = '咖啡和水的比例是多少？',
  translateMs?: number,
) {
  const models = createFakeModels({ ...(chat && { chat }) });
  const ask = askOf(question);
  const searched: string[] = [];
  const found = await translateQuestion(models, ask, on(targets, translateMs), {
    query: question,
    search: async (wording) => {
      searched.push(wording);
      return foundOf(passageOf(`${wording}/1`));
    },
  });
  return { ask, models, searched, found, stage: stageOf(ask, 'cross_language') };
}

describe('which languages', () => {
  test.each([
    ['en', '咖啡和水的比例是多少？', ['English']],
    ['en, ja，de', '咖啡和水的比例是多少？', ['English', 'Japanese', 'German']],
    ['en,en, EN', '咖啡和水的比例是多少？', ['English']],
    ['en,ja,ko,de', '咖啡和水的比例是多少？', ['English', 'Japanese', 'Korean']],
    ['zh,en', 'How much coffee do I take?', ['Chinese']],
    ['xx,,tlh', 'How much coffee do I take?', []],
    ['', 'How much coffee do I take?', []],
  ])('%j for the question %j', (list, question, names) => {
    expect(targetsOf(list, question)).toEqual(names);
  });
});

describe('translations of the question', () => {
  test('are searched beside it', async () => {
    const { searched, found, stage, models } = await translate((_, nth) => `wording ${nth}`, 'en,ja');
    expect(searched.toSorted()).toEqual(['wording 1', 'wording 2']);
    expect(found).toHaveLength(2);
    expect(models.calls.chat.every(({ scenario }) => scenario === 'search_cross_language')).toBe(true);
    expect(stage).toMatchObject({ status: 'ok', detail: 'English, Japanese', data: [{ chunkIndex: 0 }, {}] });
  });

  test('no model is called when translation is off or there is no other language', async () => {
    const models = createFakeModels();
    const ask = askOf('How much?');
    const never = () => Promise.reject(new Error('searched'));
    expect(
      await translateQuestion(models, ask, settingsWith(), { query: 'How much?', search: never }),
    ).toEqual([]);
    expect(
      await translateQuestion(models, ask, on('en'), { query: 'How much is it?', search: never }),
    ).toEqual([]);
    expect(models.calls.chat).toHaveLength(0);
    expect(ask.trace.stages).toMatchObject([
      { status: 'skipped', detail: 'Off', data: null },
      { status: 'skipped', data: null },
    ]);
  });

  test('a language that fails is left out and named', async () => {
    const { searched, stage } = await translate(
      (_, nth) => (nth === 1 ? unavailable('No English today') : 'andere Worte'),
      'en,de',
    );
    expect(searched).toEqual(['andere Worte']);
    expect(stage).toMatchObject({ status: 'ok', detail: 'English: No English today' });
  });

  test('when all translations fail or time out, the question alone is searched', async () => {
    const startedAt = performance.now();
    const { found, stage } = await translate(
      async function* () {
        await new Promise(() => {});
        yield { type: 'text', text: 'never' };
      },
      'en,de',
      undefined,
      30,
    );
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(found).toEqual([]);
    expect(stage).toMatchObject({
      status: 'fallback',
      detail: 'English: It took too long; German: It took too long',
    });
  });

  test('a translation equal to the question is not searched again', async () => {
    const { searched } = await translate(() => '咖啡和水的比例是多少？', 'en');
    expect(searched).toEqual([]);
  });

  test('an aborted request rejects with the reason of its signal', async () => {
    const leaving = new AbortController();
    const models = createFakeModels({
      async *chat() {
        await new Promise(() => {});
        yield { type: 'text', text: 'never' };
      },
    });
    const ask = askOf('咖啡', { signal: leaving.signal });
    const found = translateQuestion(models, ask, on('en'), { query: '咖啡', search: async () => foundOf() });
    leaving.abort(new Error('left'));
    await expect(found).rejects.toThrow('left');
  });
});
