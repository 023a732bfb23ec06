import { z } from 'zod';
import { AskedFrom, Scope, ScopeList } from './articles/scope.ts';
import { get, group, json, post, stream } from './endpoint.ts';
import { queryText } from './paging.ts';
import { isWithin, mustFit } from './wording.ts';

/** Limits of spec 8. */
export const searchLimits = { keywordLength: 500 } as const;

const place = {
  snippet: z.string().meta({ description: 'Escaped text in which `<mark>` is the only tag' }),
  heading: z.string().optional().meta({ description: 'Heading above the place that matched' }),
  anchor: z.string().optional().meta({ description: 'Fragment of that heading, without #' }),
  breadcrumbs: z.array(z.string()).optional().meta({ description: 'Headings above it, outermost first' }),
};

/** Spec 2.5. `snippet` is escaped text with `<mark>` as its only tag. */
export const SearchResults = z.object({
  total: z.int().meta({ description: 'Number of articles in the list' }),
  articles: z.array(
    z.object({
      postId: z.string(),
      title: z.string(),
      url: z.string(),
      source: z
        .string()
        .optional()
        .meta({ description: 'Name of the source where it is not the site itself' }),
      ...place,
      score: z.number().meta({ description: 'Higher is better; comparable within one reply only' }),
      sections: z
        .array(z.object(place))
        .max(3)
        .optional()
        .meta({ description: 'Further sections of the same article that match' }),
    }),
  ),
  source: z.string().meta({ description: 'lucene (the full-text index), disabled or error' }),
  error: z.string().optional().meta({ description: 'With `error`: what to tell the visitor' }),
  code: z.string().optional().meta({
    description: 'With `error`: INDEXING while the site is read for the first time, else UNAVAILABLE',
  }),
});
export type SearchResults = z.infer<typeof SearchResults>;

/** Spec 2.8; a blank keyword is answered with a friendly token. */
export const SearchAnswerRequest = z.object({
  keyword: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' ? value.trim() : ''))
    .pipe(
      z.string().refine(isWithin(searchLimits.keywordLength), { error: mustFit(searchLimits.keywordLength) }),
    ),
  scope: Scope,
  askedFrom: AskedFrom,
});

export const search = group('search', 'public', {
  keywordResults: get('/search/halo-results', {
    summary:
      'Articles for a keyword from the full-text index; 429 with Retry-After once the searches of the address are used up',
    query: z.object({ keyword: queryText.meta({ description: 'Words to search for' }), scope: Scope }),
    reply: json(SearchResults),
    errors: { style: 'search-reply' },
  }),
  scopes: get('/search/scopes', {
    summary:
      'Tags, categories, folders, languages and versions that questions and searches can be narrowed to, with the number of their articles',
    reply: json(ScopeList),
    caching: 'public, max-age=60',
  }),
  answer: post('/search/answer', {
    summary: 'Answer a search keyword, streamed',
    body: SearchAnswerRequest,
    reply: stream('citations', 'progress', 'answer_state'),
    errors: { style: 'search-stream' },
    spends: true,
  }),
});

/** The search answer for administrators: visitors' switches and limits do not apply, nothing is logged. */
export const debugSearch = group('debug-search', 'console', {
  keywordResults: get('/search/debug/results', {
    summary: 'Articles for a keyword as a visitor would get them; counts for no statistics',
    query: z.object({ keyword: queryText.meta({ description: 'Words to search for' }) }),
    reply: json(SearchResults),
  }),
  answer: post('/search/debug/answer', {
    summary: 'Answer a search keyword as a visitor would be answered; not logged',
    body: SearchAnswerRequest,
    reply: stream('citations', 'progress', 'answer_state'),
    errors: { style: 'search-stream' },
  }),
});
