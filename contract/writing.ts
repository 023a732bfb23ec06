import { z } from 'zod';
import { group, json, post, stream } from './endpoint.ts';
import { must, mustFit } from './wording.ts';

/** The actions a request may name (spec 2.9); a missing one is `polish`. */
export const writingActions = [
  'polish',
  'continue',
  'expand',
  'simplify',
  'summarize',
  'translate-en',
  'outline',
] as const;
export type WritingAction = (typeof writingActions)[number];

/** Bounds of any request; the configured `writing.maxInputLength` may be narrower. */
export const writingLimits = { textLength: 50_000, instructionLength: 4000 } as const;

/** Spec 2.9. The text is not trimmed, and a long one is refused, never cut. */
export const WritingRequest = z.object(
  {
    text: z
      .string({ error: must('be a text') })
      .max(writingLimits.textLength, { error: mustFit(writingLimits.textLength) })
      .refine((text) => text.trim() !== '', { error: must('not be blank') }),
    action: z
      .string({ error: must('be a text') })
      .nullish()
      .transform((action) => action?.trim() || 'polish')
      .pipe(z.enum(writingActions, { error: must(`be one of ${writingActions.join(', ')}`) })),
    instruction: z
      .string({ error: must('be a text') })
      .max(writingLimits.instructionLength, { error: mustFit(writingLimits.instructionLength) })
      .nullish()
      .transform((instruction) => instruction ?? ''),
  },
  { error: must('be a JSON object') },
);
export type WritingRequest = z.infer<typeof WritingRequest>;

/** A part of an outline; `children` hold the next level. */
export interface OutlineSection {
  readonly heading: string;
  readonly summary: string;
  readonly children?: readonly OutlineSection[] | undefined;
}

const OutlineSection: z.ZodType<OutlineSection> = z.looseObject({
  heading: z.string().min(1),
  summary: z.string(),
  get children() {
    return z.array(OutlineSection).optional();
  },
});

/** The JSON text that the action `outline` results in. */
export const Outline = z.looseObject({
  title: z.string().min(1),
  depth: z.int().min(1).max(3).optional(),
  summary: z.string(),
  sections: z.array(OutlineSection).min(1),
});
export type Outline = z.infer<typeof Outline>;

/**
 * Writing assistance. A refused request is HTTP 400 and a failed model 502, both `{error}`, so that a caller can
 * tell a result from a message. Tokens of the stream are JSON as everywhere (spec 6.1), so white space survives.
 */
export const writing = group('writing', 'console', {
  assist: post('/writing/assist', {
    summary: 'Work on a text and answer in one reply',
    decode: 'text',
    body: WritingRequest,
    reply: json(z.looseObject({ result: z.string() })),
    errors: { style: 'error-field' },
  }),
  assistStream: post('/writing/assist/stream', {
    summary: 'Work on a text, streamed',
    decode: 'text',
    body: WritingRequest,
    reply: stream('error'),
    errors: { style: 'error-stream' },
  }),
});
