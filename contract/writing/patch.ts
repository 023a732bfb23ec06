import { z } from 'zod';
import { Explanation } from '../explanations/explain.ts';

/**
 * An edit: the range `start` to `end` (UTF-16 offsets in the given text) becomes `replacement`. Each edit can be
 * applied alone. `reason` is a code of its kind, or for a link the title of its article.
 */
export const WritingEdit = z.object({
  start: z.int().min(0),
  end: z.int().min(0),
  replacement: z.string(),
  reason: z.string(),
  sentence: z.string().optional().meta({ description: 'The sentence in which a proposed link stands' }),
});
export type WritingEdit = z.infer<typeof WritingEdit>;

/** Edits in ascending order without overlap, and notes for the author. */
export const WritingPatch = z.object({
  edits: z.array(WritingEdit),
  notes: z.array(z.string()).optional(),
  noteExplanations: z
    .array(Explanation)
    .optional()
    .meta({ description: 'The notes as codes with parameters, in their order' }),
});
export type WritingPatch = z.infer<typeof WritingPatch>;
