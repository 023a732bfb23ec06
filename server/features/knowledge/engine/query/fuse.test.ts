import { describe, expect, it } from 'vitest';
import { chanceScore, fuseByRank, retrieverShares, spreadOf, standardScore, vectorTrust } from './fuse.ts';

describe('fusion by rank', () => {
  it('adds weight / (60 + rank) over the rankings', () => {
    const fused = fuseByRank([
      { items: ['a', 'b'], weight: 1 },
      { items: ['b', 'c'], weight: 0.5 },
    ]);
    expect(fused).toEqual([
      { item: 'b', score: 1 / 62 + 0.5 / 61 },
      { item: 'a', score: 1 / 61 },
      { item: 'c', score: 0.5 / 62 },
    ]);
  });

  it('returns a single ranking unchanged, and nothing for no rankings', () => {
    expect(fuseByRank([{ items: [3, 1, 2], weight: 1 }]).map(({ item }) => item)).toEqual([3, 1, 2]);
    expect(fuseByRank([])).toEqual([]);
  });
});

describe('standard scores', () => {
  it('are standard deviations above the mean of all scores', () => {
    const spread = spreadOf(Float32Array.of(1, 3, 1, 3, 99), 4);
    expect(spread).toEqual({ mean: 2, deviation: 1 });
    expect(standardScore(4, spread)).toBe(2);
  });

  it('count only the real values among zeros', () => {
    expect(spreadOf(Float32Array.of(2, 0, 2), 3, 2)).toEqual({ mean: 2, deviation: 0 });
    expect(standardScore(5, spreadOf(new Float32Array(3), 3))).toBe(0);
    expect(spreadOf(new Float32Array(0), 0)).toEqual({ mean: 0, deviation: 0 });
  });
});

describe('trust in the vector retriever', () => {
  it('is lowest when the best score is no outlier, and full at one and a half times that distance', () => {
    const chance = chanceScore(2_000);
    expect(vectorTrust(chance * 0.9, 2_000)).toBe(0.1);
    expect(vectorTrust(chance * 1.25, 2_000)).toBeCloseTo(0.5);
    expect(vectorTrust(chance * 1.6, 2_000)).toBe(1);
  });

  it('is full for a handful of documents, whose deviation means nothing', () => {
    expect(vectorTrust(0.5, 5)).toBe(1);
  });
});

describe('the semantic weight', () => {
  it('weighs both retrievers equally at 0.7 and uses only one at 0 and 1', () => {
    expect(retrieverShares(0.7).vector).toBeCloseTo(0.5);
    expect(retrieverShares(0)).toEqual({ vector: 0, lexical: 1 });
    expect(retrieverShares(1)).toEqual({ vector: 1, lexical: 0 });
    expect(retrieverShares(7)).toEqual(retrieverShares(1));
    expect(retrieverShares(0.8).vector).toBeGreaterThan(retrieverShares(0.6).vector);
  });
});
