import { z } from 'zod';
import { document, get, group, json } from '../endpoint.ts';
import { queryText, wholeNumber } from '../paging.ts';

/** Longest id of an article and longest address of a page that are looked up. */
const nameLength = 2_000;

/** Articles to read after another one. */
const RelatedArticles = z.object({
  articles: z.array(
    z.object({
      postId: z.string(),
      title: z.string(),
      url: z.string().meta({
        description:
          'Site-relative path; whole address for an article of another source; empty when the article has no page',
      }),
      source: z
        .string()
        .optional()
        .meta({ description: 'Name of the source where it is not the site itself' }),
      excerpt: z.string().meta({ description: 'Summary of the article, or empty' }),
    }),
  ),
});

const name = (description: string) =>
  queryText.transform((text) => text.trim().slice(0, nameLength)).meta({ description });

const query = z.object({
  postName: name('Id of the article; wins over page'),
  page: name('Address of the article’s page, whole or from the root of the site'),
  size: wholeNumber(3, 1, 10, 'Articles at most'),
});

export const relatedArticles = group('related', 'public', {
  list: get('/related', {
    summary:
      'Articles to read next, found by the index without a model; none for what is no article; 429 with Retry-After once the searches of the address are used up',
    query,
    reply: json(RelatedArticles),
    caching: 'public, max-age=300',
  }),
  feed: get('/related/feed', {
    summary:
      'The same as an Atom feed of the articles that have a page, for themes and programs that show feeds',
    query,
    reply: document({ 'application/atom+xml': null }),
  }),
});
