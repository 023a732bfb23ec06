import { describe, expect, test } from 'vitest';
import { createCollection, type GapQuestion } from './collection.ts';
import { findGaps } from './find-gaps.ts';

const day = 86_400_000;
const noon = Date.UTC(2026, 4, 20, 12);
const ask = (question: string, given: Partial<GapQuestion> = {}): GapQuestion => ({
  question,
  reason: 'not_covered',
  at: noon,
  visitor: '203.0.113.7',
  ...given,
});
const collected = (...asks: readonly GapQuestion[]) => {
  const collection = createCollection(noon - day / 2);
  for (const one of asks) collection.add(one);
  return collection;
};
const gapsIn = async (...asks: readonly GapQuestion[]) =>
  (
    await findGaps(
      collected(...asks),
      (text) => text,
      () => undefined,
    )
  ).gaps;

describe('counting', () => {
  test('a visitor who asks the same again on one day counts once, another visitor or day counts again', () => {
    const collection = collected(
      ask('Where is the refund page?'),
      ask('refund page'),
      ask('Refund page?', { visitor: '203.0.113.8' }),
      ask('refund page', { at: noon - day }),
    );
    expect(collection.wordings()).toMatchObject([
      { question: 'Where is the refund page?', asks: 3, recent: 2, first: noon - day, last: noon },
    ]);
    expect(collection.wordings()[0]?.visitors).toHaveLength(2);
  });

  test('searches without a visitor count as often as they were made', () => {
    const search = ask('kubernetes', { reason: 'empty_search', visitor: '', times: 5 });
    expect(collected(search, search).wordings()).toMatchObject([{ asks: 10, reasons: { empty_search: 10 } }]);
  });

  test('small talk is left out', () => {
    expect(collected(ask('hello?'), ask('你是谁')).wordings()).toEqual([]);
  });
});

describe('gaps', () => {
  test('the gap with most points comes first: 3 for not covered and disliked, 2 for partial, 1 for a search', async () => {
    const gaps = await gapsIn(
      ask('dark mode', { reason: 'empty_search', visitor: '', times: 2 }),
      ask('How do I export data?', { reason: 'partial' }),
      ask('export data', { reason: 'partial', visitor: 'b' }),
      ask('怎么修改手机号？', { reason: 'disliked' }),
      ask('修改手机号', { visitor: 'b' }),
      ask('修改手机号', { visitor: 'c' }),
    );
    expect(gaps.map(({ points, terms }) => [points, terms[0]])).toEqual([
      [9 * 1.5, '修改'],
      [4, 'export'],
      [2, 'dark'],
    ]);
    expect(gaps[0]).toMatchObject({ trend: 'rising', visitors: 3, reasons: { disliked: 1, not_covered: 2 } });
  });

  test('good answers to the same question are reported with the gap', async () => {
    const collection = collected(ask('How do I export data?'));
    collection.addAnswered('export data');
    collection.addAnswered('data export');
    const { gaps } = await findGaps(
      collection,
      (text) => text,
      () => undefined,
    );
    expect(gaps).toMatchObject([{ asks: 1, answered: 2 }]);
  });

  test('questions are masked, and matched again by topic', async () => {
    const collection = collected(ask('Refund to me@example.com'), ask('How do I get dark mode?'));
    const { gaps, sameAs } = await findGaps(
      collection,
      (text) => text.replace(/\S+@\S+/, '[email]'),
      () => undefined,
    );
    const texts = gaps.map(({ questions }) => questions[0]?.question);
    expect(texts).toContain('Refund to [email]');
    expect(sameAs(['dark mode please'])).toBe(texts.indexOf('How do I get dark mode?'));
    expect(sameAs(['weather in Lisbon'])).toBeUndefined();
    expect(sameAs([])).toBeUndefined();
  });
});
