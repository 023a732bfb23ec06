import { describe, expect, test } from 'vitest';
import { RouteBody } from '../../../../contract/intent-routes/route-fields.ts';
import { builtinRoutes } from '../builtin-routes.ts';
import { heuristicDraft } from './heuristic-draft.ts';
import { normalizePipeline } from '../pipeline/normalize-pipeline.ts';
import { reviewRoute } from './review-route.ts';

const route = (fields: object) =>
  RouteBody.parse({
    displayName: 'x',
    triggerPatterns: ['docker posts'],
    pipeline: [{ type: 'TIME_SORT' }],
    ...fields,
  });
const around = {
  tags: new Map([['docker', new Set<never>()]]),
  categories: new Map(),
  otherPatterns: ['Docker Posts'],
};
const fixed = (tags: string) => ({ type: 'TAG_MATCH', params: { mode: 'fixed', tags } });

describe('IR9, IR10: a review', () => {
  test.each([
    ['nothing', {}, []],
    ['no trigger', { triggerPatterns: [] }, ['error triggerPatterns']],
    ['the model as the only trigger', { triggerPatterns: [], llmFallback: true }, []],
    [
      'short and common patterns',
      { triggerPatterns: ['ab', '文章', 'Recommend'] },
      Array.from({ length: 3 }, () => 'warning triggerPatterns'),
    ],
    ['choosing after sorting', { pipeline: [{ type: 'VISIT_SORT' }, fixed('Docker')] }, ['warning pipeline']],
    [
      'two models',
      { pipeline: [{ type: 'TOPIC_MATCH' }, { type: 'LLM_TITLE_FILTER' }] },
      ['warning pipeline'],
    ],
    [
      'an unknown parameter',
      { pipeline: [{ type: 'VISIT_SORT', params: { order: 'desc' } }] },
      ['error pipeline'],
    ],
    ['a known one everywhere', { pipeline: [{ type: 'VISIT_SORT', params: { onFailure: 'keep' } }] }, []],
    ['a tag that the site lacks, without knowing the site', { pipeline: [fixed('Podman')] }, []],
  ])('finds %s', (_, fields, issues) => {
    expect(reviewRoute(route(fields)).map(({ level, field }) => `${level} ${field}`)).toEqual(issues);
  });

  test('compares with the site and with other routes', () => {
    expect(reviewRoute(route({ pipeline: [fixed('Docker, Podman')] }), around)).toEqual([
      {
        level: 'warning',
        field: 'triggerPatterns',
        message: 'Another route has the pattern "docker posts" too',
      },
      { level: 'warning', field: 'pipeline', message: 'The site has no tag "Podman"' },
    ]);
  });

  test('IR18: has nothing to say of built-in routes', () => {
    expect(builtinRoutes.flatMap((builtin) => reviewRoute(builtin))).toEqual([]);
  });
});

test('IR9: a drafted pipeline gets proper names and defaults', () => {
  const drafted = [
    { type: 'CATEGORY_MATCH', params: { category: 'Guides' } },
    { type: 'KEYWORD_MATCH', params: { keywords: 'a,b' } },
    { type: 'TAG_MATCH', params: {} },
    { type: 'LLM_TITLE_FILTER', params: {} },
    { type: 'TIME_SORT', params: {} },
    { type: 'VISIT_SORT', params: { order: 'asc' } },
  ] as const;
  expect(normalizePipeline(drafted).map(({ params }) => params)).toEqual([
    { categories: 'Guides', mode: 'fixed' },
    { keyword: 'a,b', mode: 'fixed', fields: 'title,content' },
    { mode: 'from_query' },
    { candidateLimit: '200', onFailure: 'empty' },
    { limit: '10', order: 'desc' },
    { limit: '10' },
  ]);
});

describe('IR9: rules draft', () => {
  const site = { tags: ['Docker', 'Machine Learning', '文章'], categories: ['生活'], routes: [] };
  test.each([
    [
      'When visitors ask for "container guides", show the 5 newest articles tagged Docker',
      ['container ?guides'],
      ['TAG_MATCH Docker', 'TIME_SORT 5 desc'],
    ],
    [
      'Machine learning, most visited, top 3',
      ['Machine ?Learning'],
      ['TAG_MATCH Machine Learning', 'VISIT_SORT 3'],
    ],
    ['列出生活分类里最早的文章', ['生活'], ['CATEGORY_MATCH 生活', 'TIME_SORT 10 asc']],
    ['用户问咖啡的时候，返回相关文章', ['咖啡'], ['KEYWORD_MATCH 咖啡', 'TIME_SORT 10 desc']],
    ['Posts about tea when someone asks', ['tea'], ['KEYWORD_MATCH tea', 'TIME_SORT 10 desc']],
    ['访客问到咖啡时，列出文章', ['咖啡'], ['KEYWORD_MATCH 咖啡', 'TIME_SORT 10 desc']],
  ])('from %s', (wish, patterns, steps) => {
    const draft = heuristicDraft(wish, site);
    expect(draft.triggerPatterns).toEqual(patterns);
    expect(
      draft.pipeline.map(({ type, params: { tags, categories, keyword, limit, order } }) =>
        [type, tags, categories, keyword, limit, order].filter((part) => part !== undefined).join(' '),
      ),
    ).toEqual(steps);
  });

  test.each(['?', 'x y z', '……'])('nothing of %j is understood, and the draft says so', (wish) => {
    expect(heuristicDraft(wish, site)).toMatchObject({ triggerPatterns: [], unsupported: [wish] });
  });

  test('the words of a built-in route when a wish has none of its own', () => {
    expect(heuristicDraft('热门文章', site)).toMatchObject({ pipeline: [{ type: 'VISIT_SORT' }] });
    for (const wish of ['latest', '最新', 'the oldest'])
      expect(heuristicDraft(wish, site).triggerPatterns.length).toBeGreaterThan(0);
  });
});
