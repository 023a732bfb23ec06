import { z } from 'zod';
import { must, mustFit } from '../wording.ts';

/** Bounds of the article names a request may carry. */
export const articleNameLimits = { length: 512, perBatch: 1000 } as const;

/** The name by which the host knows an article. */
export const articleName = z
  .string({ error: must('be the name of an article') })
  .trim()
  .min(1, { error: must('be the name of an article') })
  .max(articleNameLimits.length, { error: mustFit(articleNameLimits.length) });

/** The body that names one article. */
export const OneArticle = z.object({ postName: articleName }, { error: must('be a JSON object') });

/** The body that names several: blanks and repetitions are dropped, and at least one must remain. */
export const ManyArticles = z.object(
  {
    postNames: z
      .array(z.string({ error: must('be the name of an article') }).max(articleNameLimits.length), {
        error: must('be a list of article names'),
      })
      .max(articleNameLimits.perBatch, {
        error: must(`not name more than ${articleNameLimits.perBatch} articles`),
      })
      .transform((names) => [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))])
      .pipe(z.array(z.string()).min(1, { error: must('name at least one article') })),
  },
  { error: must('be a JSON object') },
);
