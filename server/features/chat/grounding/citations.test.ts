import { expect, test } from 'vitest';
import { sourcesOf } from './citations.ts';

const passage = (articleId: string, text: string, anchor = '') => ({
  articleId,
  identity: `${articleId}-${text.length}`,
  title: `About ${articleId}`,
  url: `/archives/${articleId}`,
  anchor,
  headingPath: ['Top'],
  text,
  chunkIndex: 0,
  score: 1,
});

test('CIT1, CIT2: one citation for each article in the order found, and passages numbered alike', () => {
  const found = [
    passage('tea', 'Tea is hot.', 'heat'),
    passage('coffee', 'Coffee is black.'),
    passage('tea', 'Tea is old.'),
  ];
  const { citations, passages } = sourcesOf(found, 'How hot is tea?');
  expect(citations).toEqual([
    { postId: 'tea', title: 'About tea', url: '/archives/tea', anchor: 'heat', quote: 'Tea is hot.' },
    { postId: 'coffee', title: 'About coffee', url: '/archives/coffee' },
  ]);
  expect(passages[0]).toHaveProperty('anchor', 'heat');
  expect(passages.map(({ article, text }) => `${article} ${text}`)).toEqual([
    '1 Tea is hot.',
    '1 Tea is old.',
    '2 Coffee is black.',
  ]);
});

test('CIT3: without anything close there is no quote, and no passages give no citations', () => {
  expect(sourcesOf([passage('tea', 'Leaves.')], 'Why?').citations[0]).not.toHaveProperty('quote');
  expect(sourcesOf([], 'Why?')).toEqual({ citations: [], passages: [] });
});
