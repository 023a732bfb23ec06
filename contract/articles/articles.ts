import { z } from 'zod';

/** The source of an answer (spec 2.2). Position N, counted from 1, is the number the answer's `[N]` marks mean. */
export const Citation = z.object({
  postId: z.string().meta({ description: 'Id of the article' }),
  title: z.string(),
  url: z.string().meta({
    description:
      'Site-relative path; whole address for an article of another source; empty when the article has no page',
  }),
  source: z.string().optional().meta({ description: 'Name of the source where it is not the site itself' }),
  quote: z.string().optional().meta({ description: 'The sentence of the article that supports the answer' }),
  anchor: z.string().optional().meta({ description: 'Heading fragment on the page, without #' }),
  marks: z
    .int()
    .optional()
    .meta({ description: 'Number of statements of the answer that this article supports' }),
});
export type Citation = z.infer<typeof Citation>;

export const ArticleVariant = z.enum(['ranking', 'latest', 'tag', 'category', 'recommendation']);
export type ArticleVariant = z.infer<typeof ArticleVariant>;

/** Articles as cards, from the host's data and never from model text (spec 2.3). */
export const StructuredResult = z.object({
  type: z.literal('article-list'),
  variant: ArticleVariant,
  title: z.string().meta({ description: 'Heading of the list' }),
  description: z.string().meta({ description: 'A line below it, or empty' }),
  items: z
    .array(
      z.object({
        rank: z.int().min(1).meta({ description: 'Position in the list, from 1' }),
        postId: z.string(),
        title: z.string(),
        url: z.string(),
        excerpt: z.string(),
        publishTime: z.string().meta({ description: 'YYYY-MM-DD, or empty' }),
      }),
    )
    .min(1),
});
export type StructuredResult = z.infer<typeof StructuredResult>;

/** The degree to which the site's articles support an answer. */
export const AnswerState = z
  .enum(['answered', 'partial', 'not_covered', 'refused', 'limited', 'failed'])
  .meta({
    description:
      'answered: the articles support it; partial: only in part; not_covered: the site does not tell; refused: the model or its provider declined; limited: a limit is reached; failed: there is no answer',
  });
export type AnswerState = z.infer<typeof AnswerState>;

/** The sentence of an article that supports one `[N]` marker. */
export const MarkQuote = z.object({
  mark: z
    .int()
    .min(1)
    .meta({ description: 'Position of the marker among all markers of the answer, from 1' }),
  article: z
    .int()
    .min(1)
    .meta({ description: 'The number in the marker: position of the article in the citations, from 1' }),
  quote: z.string().meta({ description: 'The sentence of the article that supports the statement' }),
  anchor: z.string().optional().meta({ description: 'Heading fragment on the page, without #' }),
});
export type MarkQuote = z.infer<typeof MarkQuote>;

/** A place in an article, as a card below an answer. */
export const Place = z.object({
  postId: z.string(),
  title: z.string(),
  url: z.string(),
  source: z.string().optional().meta({ description: 'Name of the source where it is not the site itself' }),
  heading: z.string().optional().meta({ description: 'Heading of its section' }),
  anchor: z.string().optional().meta({ description: 'Heading fragment on the page, without #' }),
  line: z.string().meta({ description: 'One line of the article, plain text' }),
});
export type Place = z.infer<typeof Place>;

/** Notices about how an answer came about, worded by clients. Unknown codes are ignored. */
export const answerNotices = [
  'model_failed',
  'model_busy',
  'other_language',
  'cut_short',
  'unconfirmed',
  'contact',
] as const;

const authors = ['model', 'articles', 'service'] as const;

/** An additional event that closes an answer: its state and the checked citations. */
export const AnswerSummary = z.object({
  answerState: AnswerState,
  citations: z.array(Citation).optional().meta({
    description: 'The articles of the `citations` event, with what the finished answer says of them',
  }),
  retryAfterSeconds: z.int().optional().meta({
    description:
      'With `limited`: seconds until the visitor may ask again; with `failed`: seconds after which it is worth asking again, while the site is read for the first time',
  }),
  limit: z.enum(['visitor', 'site']).optional().meta({
    description: 'With `limited`: whose limit it is, the visitor’s or the ceiling of the site’s model',
  }),
  nearest: z.array(Citation).optional().meta({
    description: 'Nearest articles when the site does not cover the question; with `partial`, further ones',
  }),
  kind: z
    .literal('small_talk')
    .optional()
    .meta({ description: 'A fixed reply to a greeting or a question about the assistant' }),
  writtenBy: z.enum(authors).optional().meta({
    description:
      'Whose words the answer is: a language model’s, passages of the articles, or fixed words of the service',
  }),
  text: z.string().optional().meta({
    description:
      'The whole answer, in place of the text of its tokens: sent where a second look at its marks took some out or put some back',
  }),
  answeredBy: z.literal('curated').optional().meta({
    description: 'The owner of the site has written this answer',
  }),
  quotes: z.array(MarkQuote).optional().meta({ description: 'A quotation for each `[N]` marker' }),
  places: z
    .array(Place)
    .max(3)
    .optional()
    .meta({ description: 'Further places worth reading; with `partial`, the places that come closest' }),
  suggestions: z.array(z.string()).max(6).optional().meta({ description: 'Questions to ask next' }),
  notices: z
    .array(z.string())
    .optional()
    .meta({ description: `Any of: ${answerNotices.join(', ')}` }),
});
export type AnswerSummary = z.infer<typeof AnswerSummary>;
