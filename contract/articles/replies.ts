import { z } from 'zod';
import { json } from '../endpoint.ts';
import { withExplanation } from '../explanations/explain.ts';

export const done = z.literal(true);

/** The reply for one article, with further fields. */
export const articleDone = <S extends z.ZodRawShape>(fields: S) =>
  json(z.looseObject({ success: done, ...fields, postName: z.string() }));

/** An article of a batch that failed, with further fields. */
export const articleFailed = <S extends z.ZodRawShape>(fields: S) =>
  z.object({
    postName: z.string(),
    success: z.literal(false),
    error: z.string(),
    ...withExplanation,
    ...fields,
  });
