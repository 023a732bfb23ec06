import { describe, expect, test } from 'vitest';
import { seeded } from '../../../../test/fakes/random.ts';
import { foundOf, passageOf, settingsWith } from '../../../../test/fakes/retrieval.ts';
import { mergeResults, withoutCopies } from './merge-results.ts';
import type { Passage } from '../passage.ts';

const names = (passages: readonly Passage[]) =>
  passages.map(({ articleId, identity }) => `${articleId}/${identity}`);
const settings = settingsWith({ retrieval: { topN: 4 } });
const main = foundOf(
  passageOf('a/1', 5),
  passageOf('a/2', 4),
  passageOf('b/1', 3),
  passageOf('c/1', 2),
  passageOf('d/1', 1),
);

test('PROD12: of passages with the same words the first is kept', () => {
  const [first, second, third] = ['a/1', 'b/1', 'c/1'].map((name) => ({
    ...passageOf(name, 1),
    text: name[0] === 'c' ? 'Other' : 'Same',
  }));
  const all = [first, second, third].flatMap((passage) => passage ?? []);
  expect(names(withoutCopies(all))).toEqual(['a/1', 'c/1']);
});

describe('one wording', () => {
  test('a single list keeps its order, its scores and the best topN', () => {
    const { passages, before } = mergeResults(main, undefined, [], settings);
    expect(names(passages)).toEqual(['a/1', 'a/2', 'b/1', 'c/1']);
    expect(passages.map(({ score }) => score)).toEqual([5, 4, 3, 2]);
    expect(before).toBe(5);
  });

  test('a reranker gets four times as many passages as it may keep', () => {
    const many = foundOf(...Array.from({ length: 40 }, (_, index) => passageOf(`a/${index}`, 40 - index)));
    const reranked = settingsWith({
      models: { rerankEnabled: true },
      enhancement: { rerankToggle: true, rerankTopN: 5 },
      retrieval: { topN: 3 },
    });
    expect(mergeResults(many, undefined, [], reranked).passages).toHaveLength(20);
    expect(mergeResults(many, undefined, [], settings).passages).toHaveLength(4);
  });

  test('empty lists merge to an empty list', () => {
    expect(mergeResults(foundOf(), undefined, [foundOf()], settings)).toEqual({
      passages: [],
      further: [],
      before: 0,
    });
  });
});

describe('several wordings', () => {
  test('PROD5: passages that only a translation found are included, although its scores have another scale', () => {
    const foreign = foundOf(passageOf('z/1', 0.01), passageOf('z/2', 0.009));
    expect(names(mergeResults(main, undefined, [foreign], settings).passages)).toEqual([
      'a/1',
      'z/1',
      'a/2',
      'z/2',
    ]);
  });

  test('a translation adds at most what the setting allows', () => {
    const foreign = foundOf(...Array.from({ length: 9 }, (_, index) => passageOf(`z/${index}`)));
    const few = settingsWith({ retrieval: { topN: 20 }, enhancement: { crossLanguageMaxResults: 2 } });
    const { passages, before } = mergeResults(main, undefined, [foreign], few);
    expect(passages.filter(({ articleId }) => articleId === 'z')).toHaveLength(2);
    expect(before).toBe(7);
  });

  test('a passage that two wordings found comes before one that a single wording found at the same rank', () => {
    const original = foundOf(passageOf('e/1', 0.9), passageOf('a/2', 0.8));
    expect(names(mergeResults(main, original, [], settings).passages)[0]).toBe('a/2');
  });

  test('each passage occurs once, best first, for any lists', () => {
    const random = seeded(7);
    for (let round = 0; round < 200; round += 1) {
      const list = () =>
        foundOf(
          ...new Map(
            Array.from({ length: random(12) }, () => `p/${random(15)}`).map((name) => [
              name,
              passageOf(name, random(100)),
            ]),
          ).values(),
        );
      const width = settingsWith({ retrieval: { topN: 1 + random(20) } });
      const { passages } = mergeResults(list(), random(2) ? list() : undefined, [list(), list()], width);
      expect(new Set(names(passages)).size).toBe(passages.length);
      expect(passages.length).toBeLessThanOrEqual(width.retrieval.topN);
    }
  });
});
