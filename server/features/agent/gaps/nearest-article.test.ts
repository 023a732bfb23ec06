import { expect, test } from 'vitest';
import type { EvidenceLevel, Passage } from '../../knowledge/knowledge.ts';
import { createNearest } from './nearest-article.ts';
import { typeOf } from './priority.ts';

const passage = {
  articleId: 'tomatoes',
  title: 'Growing tomatoes',
  url: '/tomatoes',
  headingPath: ['Watering'],
} as unknown as Passage;

const nearestAt = (level: EvidenceLevel) =>
  createNearest(
    async () => ({
      passages: [passage],
      evidence: { level, covered: level === 'answers', isNear: true, score: 0.1, reasons: [] },
      query: '',
    }),
    () => 0,
  )('Where can I ski?', new AbortController().signal);

test('AG8: the best hit for an uncovered question is not suggested as its place', async () => {
  const far = await nearestAt('not_covered');
  expect(far).toEqual({ covered: false, heading: '' });
  const reasons = { not_covered: 1, partial: 0, disliked: 0, no_citation: 0, empty_search: 0 };
  expect(typeOf({ asks: 1, reasons, covered: far.covered, near: far.article !== undefined })).toBe(
    'new_article',
  );
  expect(await nearestAt('close')).toMatchObject({
    covered: false,
    heading: 'Watering',
    article: { postId: 'tomatoes' },
  });
});
