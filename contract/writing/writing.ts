import { z } from 'zod';
import { group, json, post, stream } from '../endpoint.ts';
import { isWithin, must, mustFit } from '../wording.ts';
import { makesNewText, newTexts, writingActions } from './actions.ts';
import { WritingEdit, WritingPatch } from './patch.ts';

/** Bounds of any request; the configured `writing.maxInputLength` may be narrower. */
export const writingLimits = { textLength: 50_000, instructionLength: 4000, urlLength: 2000 } as const;

const WritingFields = z.object(
  {
    text: z
      .string({ error: must('rule_text') })
      .min(1, { error: must('rule_not_blank') })
      .max(writingLimits.textLength, { error: mustFit(writingLimits.textLength) })
      .refine(isWithin(writingLimits.textLength), { error: mustFit(writingLimits.textLength) })
      .refine((text) => text.trim() !== '', { error: must('rule_not_blank') }),
    action: z
      .string({ error: must('rule_text') })
      .nullish()
      .transform((action) => action?.trim() || 'polish')
      .pipe(z.enum(writingActions, { error: must('rule_one_of', { words: writingActions.join(', ') }) })),
    instruction: z
      .string({ error: must('rule_text') })
      .max(writingLimits.instructionLength, { error: mustFit(writingLimits.instructionLength) })
      .refine(isWithin(writingLimits.instructionLength), {
        error: mustFit(writingLimits.instructionLength),
      })
      .nullish()
      .transform((instruction) => instruction ?? ''),
    url: z
      .string({ error: must('rule_text') })
      .max(writingLimits.urlLength, { error: mustFit(writingLimits.urlLength) })
      .nullish()
      .transform((url) => url?.trim() ?? '')
      .meta({ description: 'Address of the text itself, so that no link leads to it' }),
    image: z
      .string({ error: must('rule_text') })
      .max(writingLimits.urlLength, { error: mustFit(writingLimits.urlLength) })
      .nullish()
      .transform((image) => image?.trim() ?? '')
      .meta({
        description:
          'For alt-text the address of a picture as the text has it; missing, the first picture without an alternative text',
      }),
    format: z
      .string({ error: must('rule_text') })
      .nullish()
      .transform((format) => format?.trim() || 'text')
      .pipe(z.enum(['text', 'patch'], { error: must('rule_either', { first: 'text', second: 'patch' }) })),
  },
  { error: must('rule_json_object') },
);

/**
 * Spec 2.9. The text is not trimmed, and a long one is refused, never cut. `format: patch` asks for the changes beside
 * the result; actions that make a new text refuse it.
 */
export const WritingRequest = WritingFields.refine(
  ({ format, action }) => format === 'text' || !makesNewText(action),
  {
    path: ['format'],
    error: must('rule_no_changes', { words: [...newTexts].join(', ') }),
  },
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
    reply: json(
      z.looseObject({
        result: z.string(),
        edits: z.array(WritingEdit).optional(),
        notes: z.array(z.string()).optional(),
        noteExplanations: WritingPatch.shape.noteExplanations,
      }),
    ),
  }),
  assistStream: post('/writing/assist/stream', {
    summary: 'Work on a text, streamed',
    decode: 'text',
    body: WritingRequest,
    reply: stream('edits', 'explanation', 'error'),
    errors: { style: 'error-stream' },
  }),
});
