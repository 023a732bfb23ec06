import { describe, expect, test, vi } from 'vitest';
import {
  processors as contract,
  processorTypes,
  type ProcessorType,
} from '../../../../contract/intent-routes/processors.ts';
import { createTrace } from '../../../kit/trace.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import type { AskModel } from '../ask-model.ts';
import { createPipeline } from './pipeline.ts';
import { processors } from './processors.ts';
import { buildFacets } from './article-facets.ts';

const term = (name: string) => ({ name, slug: name.toLowerCase().replaceAll(' ', '-') });

function head(
  id: string,
  fields: Partial<Omit<ArticleHead, 'tags' | 'categories'>> & { tags?: string[]; categories?: string[] } = {},
): ArticleHead {
  return {
    id,
    revision: id,
    title: fields.title ?? id,
    url: `/archives/${id}`,
    publishedAt: '2026-01-01T00:00:00Z',
    createdAt: '2026-01-01T00:00:00Z',
    modifiedAt: '2026-01-01T00:00:00Z',
    visits: 0,
    excerpt: '',
    excerptIsManual: false,
    visibility: 'public',
    ...fields,
    tags: (fields.tags ?? []).map(term),
    categories: (fields.categories ?? []).map(term),
  };
}

const site = [
  head('ml', {
    title: 'Machines that learn',
    tags: ['Machine Learning', 'AI'],
    categories: ['Science'],
    publishedAt: '2026-03-01T00:00:00Z',
    visits: 3,
  }),
  head('sql', {
    title: '数据库的备份',
    tags: ['数据库'],
    categories: ['运维'],
    publishedAt: '2026-02-01T00:00:00Z',
    visits: 9,
    excerpt: 'Containers are not backups.',
  }),
  head('data', {
    title: 'Data at rest',
    tags: ['数据'],
    categories: ['Science'],
    publishedAt: '2026-01-01T00:00:00Z',
    visits: 9,
  }),
  head('undated', { title: 'JavaScript 容器 notes', tags: ['人工智能'], publishedAt: '', visits: null }),
  head('members', { tags: ['数据库'], visibility: 'limited' }),
];

const noModel: AskModel = { canAsk: async () => false, ask: () => Promise.reject(unavailable('No model')) };
const saying = (answer: string | Error) => {
  const ask = vi.fn<AskModel['ask']>(() =>
    typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer),
  );
  return { canAsk: async () => true, ask };
};

async function run(
  steps: readonly { type: ProcessorType; params?: Record<string, string> }[],
  {
    question = 'question',
    askModel = noModel,
    heads = site,
  }: { question?: string; askModel?: AskModel; heads?: readonly ArticleHead[] } = {},
) {
  const trace = createTrace(() => 0);
  const pipeline = createPipeline({ facets: async () => buildFacets(heads), askModel });
  const run = { question, trace, signal: new AbortController().signal };
  const { articles, askedModel } = await pipeline(
    steps.map(({ type, params = {} }) => ({ type, params })),
    run,
  );
  return { ids: articles.map(({ id }) => id), askedModel, stages: trace.stages };
}

const one = async (type: ProcessorType, params: Record<string, string>, question?: string) =>
  (await run([{ type, params }], question === undefined ? {} : { question })).ids;

describe('IR5: TAG_MATCH and CATEGORY_MATCH', () => {
  test.each([
    ['machine learning', ['ml']],
    ['MACHINE-LEARNING, 数据库', ['ml', 'sql']],
    ['数据、AI', ['ml', 'data']],
    ['unknown AI', ['ml']],
    ['unknown', []],
    ['', []],
  ])('fixed names %j', async (tags, ids) => {
    expect(await one('TAG_MATCH', { mode: 'fixed', tags })).toEqual(ids);
  });

  test.each([
    ['Anything on machine learning?', ['ml']],
    ['数据库怎么备份', ['sql']],
    ['数据和数据库', ['sql', 'data']],
    ['Who is daisy?', []],
    ['AI', ['ml']],
  ])('names in the question %j, whole and longest first', async (question, ids) => {
    expect(await one('TAG_MATCH', {}, question)).toEqual(ids);
  });

  test('categories in the same way', async () => {
    expect(await one('CATEGORY_MATCH', { mode: 'fixed', categories: 'science' })).toEqual(['ml', 'data']);
    expect(await one('CATEGORY_MATCH', { mode: 'wild' }, '运维分类')).toEqual(['sql']);
  });
});

describe('IR5: KEYWORD_MATCH', () => {
  test.each([
    [{ mode: 'fixed', keyword: 'java，容器' }, '', ['undated']],
    [{ mode: 'fixed', keyword: 'script' }, '', []],
    [{ mode: 'fixed', keyword: 'container' }, '', []],
    [{ mode: 'fixed', keyword: 'container', fields: 'title,content' }, '', ['sql']],
    [{ mode: 'fixed', keyword: ' ' }, '', ['ml', 'sql', 'data', 'undated']],
    [{}, 'What do you have on 备份?', ['sql']],
    [{}, 'Which machine?', ['ml']],
    [{}, '?', ['ml', 'sql', 'data', 'undated']],
  ] as const)('%j of %j', async (params, question, ids) => {
    expect(await one('KEYWORD_MATCH', params, question)).toEqual(ids);
  });
});

describe('IR5: TIME_SORT and VISIT_SORT', () => {
  test.each([
    ['TIME_SORT', {}, ['ml', 'sql', 'data', 'undated']],
    ['TIME_SORT', { order: 'asc', limit: '2' }, ['data', 'sql']],
    ['TIME_SORT', { order: 'asc' }, ['data', 'sql', 'ml', 'undated']],
    ['TIME_SORT', { limit: '-3' }, ['ml', 'sql', 'data', 'undated']],
    ['VISIT_SORT', { limit: 'many' }, ['sql', 'data', 'ml', 'undated']],
    ['VISIT_SORT', { limit: '1' }, ['sql']],
  ] as const)('%s %j', async (type, params, ids) => {
    expect(await one(type, params)).toEqual(ids);
  });

  test('VISIT_SORT is cut to ten, and to nothing by 0', async () => {
    const heads = Array.from({ length: 30 }, (_, index) => head(`a${index}`));
    expect((await run([{ type: 'VISIT_SORT' }], { heads })).ids).toHaveLength(10);
    expect((await run([{ type: 'VISIT_SORT', params: { limit: '0' } }], { heads })).ids).toHaveLength(30);
  });

  test('IR15: a site that counts no visits has no ranking', async () => {
    const heads = site.map((article) => ({ ...article, visits: null }));
    const { ids, stages } = await run([{ type: 'VISIT_SORT' }], { heads });
    expect(ids).toEqual([]);
    expect(stages[1]).toMatchObject({
      status: 'fallback',
      data: { error: 'This site does not count visits', failurePolicy: 'empty' },
    });
    expect((await run([{ type: 'VISIT_SORT', params: { onFailure: 'keep' } }], { heads })).ids).toHaveLength(
      4,
    );
  });
});

describe('IR5: LLM_TITLE_FILTER', () => {
  const step = { type: 'LLM_TITLE_FILTER' } as const;

  test.each([
    ['{"numbers":[2,1,2]}', ['sql', 'ml']],
    ['```json\n{"numbers":["3"]}\n```', ['data']],
    ['Here: [1, 4]', ['ml', 'undated']],
    ['{"picked":["数据库的备份","Members only","members"]}', ['sql']],
    ['{"numbers":[0,-1,1.5,99,null,{}]}', []],
    ['{"numbers":[]}', []],
  ])('takes %j', async (answer, ids) => {
    const { ids: kept, askedModel } = await run([step], { askModel: saying(answer) });
    expect(kept).toEqual(ids);
    expect(askedModel).toBe(true);
  });

  test.each(['', 'None of them.', '{"reason":"none"}', new DOMException('late', 'TimeoutError')])(
    'fails by %j, and its onFailure decides',
    async (answer) => {
      const { ids, stages } = await run([step], { askModel: saying(answer) });
      expect(ids).toEqual([]);
      expect(stages[1]).toMatchObject({ status: 'fallback', data: { failurePolicy: 'empty' } });
      const kept = await run([{ ...step, params: { onFailure: 'keep' } }], { askModel: saying(answer) });
      expect(kept.ids).toHaveLength(4);
    },
  );

  test('shows the newest titles only, as data, and cuts to its limit', async () => {
    const askModel = saying('{"numbers":[1,2]}');
    const params = { candidateLimit: '2', limit: '1', prompt: 'Prefer short ones.' };
    expect((await run([{ ...step, params }], { askModel })).ids).toEqual(['ml']);
    const [wish] = askModel.ask.mock.calls[0] ?? [];
    const [system, user] = wish?.messages ?? [];
    expect(wish).toMatchObject({ temperature: 0, timeoutMs: 8_000, json: true, scenario: 'intent_pipeline' });
    expect(system?.content).toMatch(/^Prefer short ones\./);
    expect(user?.content.split('\n')).toEqual([
      '{"question":"question"}',
      '{"number":1,"title":"Machines that learn"}',
      '{"number":2,"title":"数据库的备份"}',
    ]);
  });

  test('without a language model it fails', async () => {
    const { stages, askedModel } = await run([step]);
    expect(stages[1]?.data).toMatchObject({
      error: expect.stringContaining('language model must be connected'),
    });
    expect(askedModel).toBe(false);
  });
});

describe('IR5: TOPIC_MATCH', () => {
  const step = { type: 'TOPIC_MATCH', params: { aliases: 'AI=人工智能' } } as const;

  test.each(['latest posts', '最新文章', 'What are the 5 newest articles?'])(
    'IR16: %s names no topic, so all stay and no model is asked',
    async (question) => {
      const askModel = saying('{"numbers":[]}');
      expect((await run([step], { question, askModel })).ids).toEqual(['ml', 'sql', 'data', 'undated']);
      expect(askModel.ask).not.toHaveBeenCalled();
    },
  );

  test('joins matches by tags, synonyms and the model, newest first', async () => {
    const askModel = saying('{"numbers":[3]}');
    expect((await run([step], { question: 'latest posts about AI', askModel })).ids).toEqual([
      'ml',
      'data',
      'undated',
    ]);
    expect(askModel.ask.mock.calls[0]?.[0]).toMatchObject({ timeoutMs: 18_000, maxTokens: 768 });
  });

  test('uses names when the model fails, and fails without matches', async () => {
    const askModel = saying(unavailable('down'));
    expect((await run([step], { question: 'latest posts about AI', askModel })).ids).toEqual([
      'ml',
      'undated',
    ]);
    const { ids, stages } = await run([step], { question: 'latest posts about gardens', askModel });
    expect(ids).toEqual([]);
    expect(stages[1]).toMatchObject({ status: 'fallback', data: { error: 'down' } });
    const keep = { ...step, params: { onFailure: 'keep' } };
    expect((await run([keep], { question: 'latest posts about gardens', askModel })).ids).toHaveLength(4);
  });

  test('uses titles when no language model is connected and no name matches', async () => {
    expect((await run([step], { question: 'latest posts about backups and 备份' })).ids).toEqual(['sql']);
    expect((await run([step], { question: 'latest posts about gardens' })).ids).toEqual([]);
  });
});

describe('IR25: on a site in several languages', () => {
  const months = ['01', '02', '03', '04', '05', '06'];
  const pairs = months.flatMap((month, n) => [
    head(`en-${month}`, { title: 'How to keep it', publishedAt: `2026-${month}-01T00:00:00Z`, visits: n }),
    head(`zh-${month}`, { title: '怎样保存', publishedAt: `2026-${month}-02T00:00:00Z`, visits: n + 1 }),
  ]);
  const kept = async (question: string, type: ProcessorType, heads = pairs) =>
    (await run([{ type, params: { limit: '8' } }], { question, heads })).ids;

  test.each(['TIME_SORT', 'VISIT_SORT'] as const)(
    '%s puts those in the language of the question first',
    async (type) => {
      const newest = months.toReversed();
      expect(await kept('latest posts', type)).toEqual([
        ...newest.map((month) => `en-${month}`),
        'zh-06',
        'zh-05',
      ]);
      expect(await kept('最新文章', type)).toEqual([
        ...newest.map((month) => `zh-${month}`),
        'en-06',
        'en-05',
      ]);
    },
  );

  test('a few articles in another language are no second language', async () => {
    const heads = pairs.filter(({ id }) => id.startsWith('en') || id > 'zh-04');
    expect((await kept('latest posts', 'TIME_SORT', heads)).slice(0, 3)).toEqual(['zh-06', 'en-06', 'zh-05']);
  });
});

describe('IR5: every kind of step', () => {
  test.each(processorTypes)('%s has a policy for failures', (type) => {
    expect(contract[type].onFailure).toBe('empty');
  });

  test.each(processorTypes)('%s empties or keeps the list when it fails, by its setting', async (type) => {
    const broken = vi.spyOn(processors[type], 'run').mockRejectedValue(unavailable('broken'));
    const emptied = await run([{ type }, { type: type === 'TIME_SORT' ? 'VISIT_SORT' : 'TIME_SORT' }]);
    const kept = await run([{ type, params: { onFailure: 'keep' } }]);
    broken.mockRestore();
    expect(emptied.ids).toEqual([]);
    expect(emptied.stages.map(({ name, status }) => [name, status])).toEqual([
      ['fetch_posts', 'ok'],
      ['pipeline_step_0', 'fallback'],
      ['pipeline_step_1', 'ok'],
    ]);
    expect(kept.ids).toEqual(['ml', 'sql', 'data', 'undated']);
    expect(kept.stages[1]?.data).toEqual({ type, error: 'broken', failurePolicy: 'keep' });
  });

  test('a step stops with its asker', async () => {
    const asker = AbortSignal.abort(new Error('gone'));
    const pipeline = createPipeline({
      facets: async () => buildFacets(site),
      askModel: saying(new Error('gone')),
    });
    const ask = pipeline([{ type: 'LLM_TITLE_FILTER', params: {} }], {
      question: 'x',
      trace: createTrace(() => 0),
      signal: asker,
    });
    await expect(ask).rejects.toThrow('gone');
  });
});

test('IR18: a list by time is one of posts; pages of the platform are in it where there are no posts', async () => {
  const hours = { ...head('hours', { publishedAt: '2026-05-01T00:00:00Z' }), isPage: true as const };
  const latest = async (heads: readonly ArticleHead[]) => (await run([{ type: 'TIME_SORT' }], { heads })).ids;
  expect(await latest([...site, hours])).toEqual(['ml', 'sql', 'data', 'undated']);
  expect(await latest([hours])).toEqual(['hours']);
});
