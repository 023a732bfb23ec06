import { z } from 'zod';
import { get, group, json } from '../endpoint.ts';
import { queryText, wholeNumber } from '../paging.ts';

/** Longest id of an article and longest address of a page that are looked up. */
const nameLength = 2_000;

/** Articles to read after another one. */
const RelatedArticles = z.object({
  articles: z.array(
    z.object({
      postId: z.string(),
      title: z.string(),
      url: z.string().meta({ description: 'Site-relative path; empty when the article has no page' }),
      excerpt: z.string().meta({ description: 'Summary of the article, or empty' }),
    }),
  ),
});

const name = (description: string) =>
  queryText.transform((text) => text.trim().slice(0, nameLength)).meta({ description });

export const relatedArticles = group('related', 'public', {
  list: get('/related', {
    summary:
      'Articles to read next, found by the index without a model; none for what is no article; 429 with Retry-After once the searches of the address are used up',
    query: z.object({
      postName: name('Id of the article; wins over page'),
      page: name('Address of the article’s page, whole or from the root of the site'),
      size: wholeNumber(3, 1, 10, 'Articles at most'),
    }),
    reply: json(RelatedArticles),
    caching: 'public, max-age=300',
  }),
});
