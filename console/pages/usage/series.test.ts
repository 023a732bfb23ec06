import { describe, expect, test } from 'vitest';
import { changeOf, linesOf, modelRows, totalsOf } from './series.ts';

const figures = (p: number, calls = 1) => ({ p, c: 1, e: 0, calls, failures: 0, cost: 0.5 });
const day = (date: string, byModel: Record<string, ReturnType<typeof figures>>) => ({
  date,
  promptTokens: 10,
  completionTokens: 5,
  embeddingTokens: 1,
  calls: 3,
  failures: 1,
  modelCount: Object.keys(byModel).length,
  byModel,
  byScenario: { visitor_qa: figures(4) },
});
const daily = [day('2026-01-01', { a: figures(2) }), day('2026-01-02', { a: figures(3), b: figures(90) })];

describe('lines of the chart', () => {
  test('one a model with a value for every day, the largest first', () => {
    expect(linesOf(daily, { split: 'model', measure: 'tokens', rest: 'rest' })).toEqual([
      { name: 'b', values: [0, 91] },
      { name: 'a', values: [3, 4] },
    ]);
  });

  test('hidden models have none', () => {
    expect(
      linesOf(daily, { split: 'model', measure: 'calls', hidden: new Set(['b']), rest: 'rest' }).map(
        ({ name }) => name,
      ),
    ).toEqual(['a']);
  });

  test('by scenario, and as a whole', () => {
    expect(linesOf(daily, { split: 'scenario', measure: 'cost', rest: 'rest' })).toEqual([
      { name: 'visitor_qa', values: [0.5, 0.5] },
    ]);
    expect(linesOf(daily, { split: 'all', measure: 'tokens', rest: 'rest' })).toEqual([
      { name: '', values: [16, 16] },
    ]);
    expect(linesOf(daily, { split: 'all', measure: 'failures', rest: 'rest' })[0]?.values).toEqual([1, 1]);
  });

  test('many small ones are one line', () => {
    const many = day(
      '2026-01-01',
      Object.fromEntries('abcdefghi'.split('').map((name) => [name, figures(1)])),
    );
    const lines = linesOf([many], { split: 'model', measure: 'tokens', rest: 'others' });
    expect(lines).toHaveLength(7);
    expect(lines.at(-1)).toEqual({ name: 'others', values: [6] });
  });
});

test('totals of a period leave out what the lines leave out, and nothing else', () => {
  expect(totalsOf(daily, { split: 'model', measure: 'tokens' })).toEqual([3, 95]);
  expect(totalsOf(daily, { split: 'model', measure: 'tokens', hidden: new Set(['b']) })).toEqual([3, 4]);
  expect(totalsOf(daily, { split: 'all', measure: 'tokens', hidden: new Set(['b']) })).toEqual([16, 16]);
});

test('each model is summed over the days', () => {
  const rows = modelRows({ daily, modelsInRange: ['a', 'b'] });
  expect(rows.map(({ model, prompt, calls, cost }) => [model, prompt, calls, cost])).toEqual([
    ['b', 90, 1, 0.5],
    ['a', 5, 2, 1],
  ]);
});

test('a change is told only against something', () => {
  expect(changeOf(150, 100)).toBe(50);
  expect(changeOf(0, 100)).toBe(-100);
  expect(changeOf(5, 0)).toBeUndefined();
});
