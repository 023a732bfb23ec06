import { z } from 'zod';

/**
 * One change of a text: what stands from `start` to `end` (UTF-16 offsets into the text that was sent) becomes
 * `replacement`. It may be taken or left by itself. `reason` is a word for its kind, or for a link the title of its article.
 */
export const WritingEdit = z.object({
  start: z.int().min(0),
  end: z.int().min(0),
  replacement: z.string(),
  reason: z.string(),
});
export type WritingEdit = z.infer<typeof WritingEdit>;

/** Changes in ascending order that do not touch one another, and what the author should know about them. */
export const WritingPatch = z.object({
  edits: z.array(WritingEdit),
  notes: z.array(z.string()).optional(),
});
export type WritingPatch = z.infer<typeof WritingPatch>;
