import { describe, expect, test } from 'vitest';
import { retrievalScore, type Retrieved } from './retrieval-score.ts';

/** Passages by the ids of their articles; the title is the id in capitals. */
const found = (...ids: readonly string[]): Retrieved[] =>
  ids.map((postId) => ({ postId, title: postId.toUpperCase() }));

const log2 = Math.log2;

describe('EV10: retrieval is scored without a model', () => {
  test('the source in third place', () => {
    expect(retrievalScore(found('x', 'y', 'want', 'z', 'want', 'want'), ['Want'])).toEqual({
      hit: true,
      firstHitRank: 3,
      // Two of the first five; the sixth does not count.
      precisionAt5: 2 / 5,
      matchedSources: ['WANT (want)'],
      topSources: ['X (x)', 'Y (y)', 'WANT (want)', 'Z (z)'],
      retrieved: 6,
      recall: 1,
      reciprocalRank: 1 / 3,
      // The third distinct article gains 1 / log2(4) of the ideal 1 / log2(2).
      ndcg: 1 / log2(4),
    });
  });

  test('two sources of three, at the first and fourth article', () => {
    expect(retrievalScore(found('a', 'x', 'x', 'y', 'b'), ['a', 'b', 'missing'])).toMatchObject({
      hit: true,
      firstHitRank: 1,
      precisionAt5: 2 / 5,
      recall: 2 / 3,
      reciprocalRank: 1,
      // Distinct articles a, x, y, b; three would be ideal.
      ndcg: (1 / log2(2) + 1 / log2(5)) / (1 / log2(2) + 1 / log2(3) + 1 / log2(4)),
    });
  });

  test('no expected source', () => {
    expect(retrievalScore(found('x', 'y'), ['want'])).toMatchObject({
      hit: false,
      firstHitRank: 0,
      precisionAt5: 0,
      matchedSources: [],
      recall: 0,
      reciprocalRank: 0,
      ndcg: 0,
    });
    expect(retrievalScore([], ['want'])).toMatchObject({ hit: false, firstHitRank: 0, recall: 0, ndcg: 0 });
  });

  test('the best order has an nDCG of 1, and a worse one less', () => {
    const ndcgOf = (...ids: readonly string[]) => retrievalScore(found(...ids), ['a', 'b']).ndcg ?? 0;
    expect(ndcgOf('a', 'b', 'x')).toBe(1);
    expect(ndcgOf('a', 'x', 'b')).toBeLessThan(1);
    expect(ndcgOf('x', 'a', 'b')).toBeLessThan(ndcgOf('a', 'x', 'b'));
  });

  test('an id and a title of one article are one source for nDCG, and both are recalled', () => {
    const score = retrievalScore([{ postId: 'post-7', title: 'Backup' }], ['post-7', 'Backup']);
    expect(score).toMatchObject({ recall: 1, ndcg: 1, matchedSources: ['Backup (post-7)'] });
  });

  test('a precision divides by five also when less was found', () => {
    expect(retrievalScore(found('want'), ['want']).precisionAt5).toBe(1 / 5);
  });

  test('names match by containment, without case and white space, either way round', () => {
    const backup = [{ postId: 'p1', title: 'Backup and  Upgrade' }];
    for (const source of [
      'backup and upgrade',
      'BACKUPANDUPGRADE',
      'Upgrade',
      'p1',
      'See: Backup and Upgrade (2026)',
    ])
      expect(retrievalScore(backup, [source]).hit).toBe(true);
    expect(retrievalScore(backup, ['Restore']).hit).toBe(false);
  });

  test('a blank title or source matches nothing', () => {
    expect(retrievalScore([{ postId: 'p1', title: '' }], ['Backup']).hit).toBe(false);
    expect(retrievalScore([{ postId: '', title: 'Backup' }], ['other', '  ']).hit).toBe(false);
    expect(retrievalScore([{ postId: '', title: 'Backup' }], ['Backup']).matchedSources).toEqual(['Backup']);
  });

  test('without an expected source any result is a hit, and metrics that need one are missing', () => {
    expect(retrievalScore(found('x'), [' '])).toEqual({
      hit: true,
      firstHitRank: 1,
      precisionAt5: 1,
      matchedSources: [],
      topSources: ['X (x)'],
      retrieved: 1,
    });
    expect(retrievalScore([], [])).toMatchObject({ hit: false, firstHitRank: 0, precisionAt5: 0 });
  });
});
