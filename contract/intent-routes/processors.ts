/** Steps of a pipeline with their parameters and defaults. All values are strings. */
export const processors = {
  TOPIC_MATCH: { prompt: '', aliases: '', candidateLimit: '200', limit: '0', onFailure: 'empty' },
  LLM_TITLE_FILTER: { prompt: '', candidateLimit: '200', limit: '0', onFailure: 'empty' },
  TAG_MATCH: { mode: 'from_query', tags: '', onFailure: 'empty' },
  CATEGORY_MATCH: { mode: 'from_query', categories: '', onFailure: 'empty' },
  KEYWORD_MATCH: { mode: 'from_query', fields: 'title', keyword: '', onFailure: 'empty' },
  TIME_SORT: { order: 'desc', limit: '0', onFailure: 'empty' },
  VISIT_SORT: { limit: '10', onFailure: 'empty' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type ProcessorType = keyof typeof processors;

export const processorTypes = [
  'TOPIC_MATCH',
  'LLM_TITLE_FILTER',
  'TAG_MATCH',
  'CATEGORY_MATCH',
  'KEYWORD_MATCH',
  'TIME_SORT',
  'VISIT_SORT',
] as const satisfies readonly ProcessorType[];

/** Steps that call a language model, which has a cost. */
export const modelProcessors: ReadonlySet<ProcessorType> = new Set(['TOPIC_MATCH', 'LLM_TITLE_FILTER']);
