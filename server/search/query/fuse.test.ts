import { describe, expect, it } from 'vitest';
import { fuseByRank } from './fuse.ts';

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
