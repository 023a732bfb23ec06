import { expect, test } from 'vitest';
import { passageOf } from '../../../test/fakes/retrieval.ts';
import { tracePassage, tracePassages } from './passage.ts';

test('a trace shows at most 20 passages of 500 characters, and null for none', () => {
  const many = Array.from({ length: 30 }, (_, index) => passageOf(`a/${index}`, 1, 'x'.repeat(900)));
  const shown = tracePassages(many) ?? [];
  expect(shown).toHaveLength(20);
  expect(shown.every(({ content }) => content.length === 500)).toBe(true);
  expect(tracePassages([])).toBeNull();
});

test.each([0.25, -3, 0, Number.NaN, Number.POSITIVE_INFINITY])(
  'DBG7: the score %d is a number in JSON',
  (score) => {
    const shown: unknown = JSON.parse(JSON.stringify(tracePassage(passageOf('a/1', score))));
    expect(shown).toMatchObject({ title: 'a', chunkIndex: 0, score: Number.isFinite(score) ? score : 0 });
  },
);
