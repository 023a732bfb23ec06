import { z } from 'zod';
import { must, mustFit } from '../wording.ts';

/** Bounds of the article names a request may carry. */
export const articleNameLimits = { length: 512, perBatch: 1000 } as const;

/** The name by which the host knows an article. */
export const articleName = z
  .string({ error: must('rule_article') })
  .trim()
  .min(1, { error: must('rule_article') })
  .max(articleNameLimits.length, { error: mustFit(articleNameLimits.length) });

/** The body that names one article. */
export const OneArticle = z.object({ postName: articleName }, { error: must('rule_json_object') });

/** The body that names several: blanks and repetitions are dropped, and at least one must remain. */
export const ManyArticles = z.object(
  {
    postNames: z
      .array(z.string({ error: must('rule_article') }).max(articleNameLimits.length), {
        error: must('rule_list_of', { things: 'article names' }),
      })
      .max(articleNameLimits.perBatch, {
        error: must('rule_articles_at_most', { count: articleNameLimits.perBatch }),
      })
      .meta({ minItems: 1 })
      .transform((names) => [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))])
      .pipe(z.array(z.string()).min(1, { error: must('rule_articles') })),
  },
  { error: must('rule_json_object') },
);
