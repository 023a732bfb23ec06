import { z } from 'zod';

/** The source of an answer (spec 2.2). Position N, counted from 1, is the number the answer's `[N]` marks mean. */
export const Citation = z.object({
  postId: z.string(),
  title: z.string(),
  url: z.string().meta({ description: 'Site-relative path; empty when the article has no page' }),
  quote: z.string().optional().meta({ description: 'The sentence of the article that supports the answer' }),
  anchor: z.string().optional().meta({ description: 'Heading fragment on the page, without #' }),
  marks: z.int().optional().meta({ description: 'How many statements of the answer stand on this article' }),
});
export type Citation = z.infer<typeof Citation>;

export const ArticleVariant = z.enum(['ranking', 'latest', 'tag', 'category', 'recommendation']);
export type ArticleVariant = z.infer<typeof ArticleVariant>;

/** Articles as cards, from the host's data and never from model text (spec 2.3). */
export const StructuredResult = z.object({
  type: z.literal('article-list'),
  variant: ArticleVariant,
  title: z.string(),
  description: z.string(),
  items: z
    .array(
      z.object({
        rank: z.int().min(1),
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

/** What an answer is worth: whether the site's articles carry it. */
export const AnswerState = z.enum(['answered', 'partial', 'not_covered', 'refused', 'limited', 'failed']);
export type AnswerState = z.infer<typeof AnswerState>;

/** The late, additive event that closes an answer: its state and the checked citations. */
export const AnswerSummary = z.object({
  answerState: AnswerState,
  citations: z.array(Citation).optional(),
  retryAfterSeconds: z.int().optional(),
  nearest: z
    .array(Citation)
    .optional()
    .meta({ description: 'Nearest articles when the site does not cover the question' }),
});
export type AnswerSummary = z.infer<typeof AnswerSummary>;
