import { z } from 'zod';
import { articleNameLimits } from '../../../../contract/articles/names.ts';
import { excerptBatches } from '../../../../contract/excerpts.ts';
import type { Job } from '../../../work/job-kind.ts';

export const BatchInput = z.object({
  kind: z.enum(excerptBatches),
  /** Ids of the articles; missing for all that the kind concerns. */
  names: z.array(z.string()).max(articleNameLimits.perBatch).optional(),
  force: z.boolean(),
  /** Time of the request, in epoch milliseconds. */
  askedAt: z.number(),
});
export type BatchInput = z.infer<typeof BatchInput>;

export const BatchState = z.object({
  /** True once the articles are stored. */
  planned: z.boolean(),
  total: z.int(),
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Model calls, retries included. */
  calls: z.int().default(0),
  currentTitle: z.string(),
});
export type BatchState = z.infer<typeof BatchState>;
export type Batch = Job<BatchInput, BatchState>;
