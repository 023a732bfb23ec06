import { z } from 'zod';
import { petLimits } from './limits.ts';
import { MaskField, type Mask } from './mask.ts';
import { StrokesField, type Stroke } from './strokes.ts';
import { must, mustFit, says } from '../wording.ts';

/** Expressions beside the neutral base image. */
export const petStates = ['blink', 'happy', 'sad', 'thinking'] as const;
export type PetState = (typeof petStates)[number];

/** New pages send `soft-3d` or `pixel`; the others stay for older ones. */
export const petStyles = ['soft-3d', 'pixel', 'chibi', 'flat'] as const;
export type PetStyle = (typeof petStyles)[number];

/** `face` repaints the face, `motion` moves the whole figure; pixel pets have no `motion`. */
export const expressionModes = ['face', 'motion'] as const;
export type ExpressionMode = (typeof expressionModes)[number];

const bodyError = { error: must('rule_json_object') };

/** Control characters and bidirectional formatting characters. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A pet's name: 1 to 20 code points after trimming, without control characters. */
export const PetName = z
  .string({ error: must('rule_text') })
  .trim()
  .min(1, { error: must('rule_not_blank') })
  .refine((name) => Array.from(name).length <= petLimits.nameCodePoints, {
    error: mustFit(petLimits.nameCodePoints),
  })
  .refine((name) => !unseen.test(name), { error: must('rule_no_control') });

const wish = (length: number) =>
  z
    .string({ error: must('rule_text') })
    .trim()
    .max(length, { error: mustFit(length) })
    .nullish()
    .transform((text) => text ?? '');

const style = z
  .union([z.literal(''), z.enum(petStyles)], { error: must('rule_one_of', { words: petStyles.join(', ') }) })
  .nullish()
  .transform((word): PetStyle => word || 'soft-3d');

const formFlag = z
  .union([z.boolean(), z.enum(['true', 'false', ''])], { error: must('rule_switch') })
  .nullish()
  .transform((value) => value === true || value === 'true');

const photo = z
  .unknown()
  .optional()
  .refine((value) => value === undefined || value instanceof Uint8Array, { error: must('rule_file') })
  .transform((value) => (value instanceof Uint8Array ? value : undefined))
  .meta({ type: 'string', format: 'binary', description: 'A photo: JPEG, PNG or WebP, at most 5 MB' });

/** Fields of `generate`. Without a photo, `customPrompt` must say what to draw. */
const generateFields = {
  name: z
    .union([z.literal(''), PetName])
    .nullish()
    .transform((name) => name ?? ''),
  style,
  withExpressions: formFlag,
  customPrompt: wish(petLimits.masterPromptLength),
  policyId: wish(200).meta({ description: 'Where images are stored; empty = the default policy' }),
  file: photo,
};
export const GenerateForm = z.object(generateFields);
export type GenerateForm = z.infer<typeof GenerateForm>;

/**
 * Fields of `regenerate-master`; without a photo the new base image is drawn from the current one. Other fields of
 * `generate` are accepted and ignored.
 */
const regenerateFields = {
  style: z
    .union([z.literal(''), z.enum(petStyles)], {
      error: must('rule_one_of', { words: petStyles.join(', ') }),
    })
    .nullish()
    .transform((word) => word || undefined)
    .meta({ description: 'Empty = the style the pet has' }),
  customPrompt: wish(petLimits.masterPromptLength),
  file: photo,
};
export const RegenerateForm = z.object(regenerateFields);
export type RegenerateForm = z.infer<typeof RegenerateForm>;

const refresh = { error: must('rule_image_shown') };
const imageUrl = z.string(refresh).trim().min(1, refresh).max(petLimits.urlLength, refresh);

const shownMaster = { masterUrl: imageUrl, masterRevision: z.int(refresh) };
const shownCandidate = { candidateUrl: imageUrl };
const selection = { strokes: StrokesField, mask: MaskField };

/** The selection that a cleanup makes transparent. */
export const CleanupSelection = z.object(selection);
export type CleanupSelection = z.infer<typeof CleanupSelection>;

/** True when anything is selected; a cleanup without strokes and mask is refused. */
const selectsSomething = (selection: {
  readonly strokes: readonly Stroke[];
  readonly mask?: Mask | undefined;
}) => selection.strokes.length > 0 || (selection.mask !== undefined && selection.mask.runs.length > 0);
const nothingSelected = { error: says('nothing_selected') };

/** The base image shown to the administrator; refused as stale when it is not the current one. */
export const MasterReview = z.object(shownMaster, bodyError);
export const MasterCleanup = z
  .object({ ...shownMaster, ...selection }, bodyError)
  .refine(selectsSomething, nothingSelected);
export type MasterCleanup = z.infer<typeof MasterCleanup>;

/** The candidate shown to the administrator; refused as stale when it is not the current one. */
export const CandidateReview = z.object(shownCandidate, bodyError);
export const CandidateCleanup = z
  .object({ ...shownCandidate, ...selection }, bodyError)
  .refine(selectsSomething, nothingSelected);
export type CandidateCleanup = z.infer<typeof CandidateCleanup>;

const share = (min: number, description: string) => {
  const error = must('rule_between', { min, max: 1 });
  return z.number({ error }).min(min, { error }).max(1, { error }).meta({ description });
};

/** A region of the base image, as fractions of its sides. */
const shares = {
  centerX: share(0, 'Middle of the face, share of the width'),
  centerY: share(0, 'Middle of the face, share of the height'),
  width: share(0.01, 'Share of the width'),
  height: share(0.01, 'Share of the height'),
  feather: share(0, "Soft edge, share of the part's shorter side"),
};

/** The usual position of a face. */
const usualRegion = { centerX: 0.5, centerY: 0.4, width: 0.5, height: 0.4, feather: 0.15 };

/** The region that expressions change. */
const region = {
  centerX: shares.centerX.default(usualRegion.centerX),
  centerY: shares.centerY.default(usualRegion.centerY),
  width: shares.width.default(usualRegion.width),
  height: shares.height.default(usualRegion.height),
  feather: shares.feather.default(usualRegion.feather),
};

/** Draws all expressions without a model; without a region the face is detected. */
export const ComposeRequest = z.object(
  {
    centerX: shares.centerX.optional(),
    centerY: shares.centerY.optional(),
    width: shares.width.optional(),
    height: shares.height.optional(),
    feather: shares.feather.optional(),
  },
  bodyError,
);
export type ComposeRequest = z.infer<typeof ComposeRequest>;

/** The region of a request; `undefined` without one. */
export const regionOf = ({ centerX, centerY, width, height, feather }: ComposeRequest) =>
  [centerX, centerY, width, height, feather].every((value) => value === undefined)
    ? undefined
    : {
        centerX: centerX ?? usualRegion.centerX,
        centerY: centerY ?? usualRegion.centerY,
        width: width ?? usualRegion.width,
        height: height ?? usualRegion.height,
        feather: feather ?? usualRegion.feather,
      };

export const ExpressionRequest = z.object(
  {
    ...region,
    customPrompt: wish(petLimits.expressionPromptLength),
    mode: z
      .enum(expressionModes, { error: must('rule_one_of', { words: expressionModes.join(', ') }) })
      .default('face'),
    state: z
      .union([z.literal(''), z.enum(petStates)], {
        error: must('rule_one_of', { words: petStates.join(', ') }),
      })
      .nullish()
      .transform((state) => state || undefined)
      .meta({ description: 'Missing = all four' }),
  },
  bodyError,
);
export type ExpressionRequest = z.infer<typeof ExpressionRequest>;

export const RenameRequest = z.object(
  {
    name: PetName,
    basedOn: z
      .int({ error: must('rule_whole') })
      .min(0)
      .optional()
      .meta({
        description: 'Revision that was read; when the pet has another name by then it is a conflict (409)',
      }),
  },
  bodyError,
);

const shrinkError = must('rule_pixels_between', { min: 0, max: petLimits.shrinkPixels });
const dewhiteError = must('rule_between', { min: 0, max: petLimits.dewhite });

/** Edge clean-up: `shrink` removes pixels, `dewhite` removes white in percent. */
export const EdgeRequest = z
  .object(
    {
      state: z
        .union([z.literal(''), z.enum(petStates)], {
          error: must('rule_empty_or_one_of', { words: petStates.join(', ') }),
        })
        .nullish()
        .transform((state) => state ?? '')
        .meta({ description: 'Empty = the base image, otherwise the candidate of that expression' }),
      url: imageUrl,
      revision: z.int(refresh).meta({ description: 'Revision of the base image the page has shown' }),
      shrink: z
        .number({ error: shrinkError })
        .min(0, { error: shrinkError })
        .max(petLimits.shrinkPixels, { error: shrinkError })
        .default(0),
      dewhite: z
        .number({ error: dewhiteError })
        .min(0, { error: dewhiteError })
        .max(petLimits.dewhite, { error: dewhiteError })
        .default(0),
    },
    bodyError,
  )
  .refine(({ shrink, dewhite }) => shrink !== 0 || dewhite !== 0, {
    error: says('edge_nothing'),
  });
export type EdgeRequest = z.infer<typeof EdgeRequest>;

/** Returns the prompt of a generation: of the base image, or of an expression with `state`. */
export const PromptPreviewRequest = z
  .object(
    {
      style,
      customPrompt: wish(petLimits.masterPromptLength),
      mode: ExpressionRequest.shape.mode,
      state: ExpressionRequest.shape.state.meta({ description: 'Missing = the base image' }),
    },
    bodyError,
  )
  .refine(({ state, customPrompt }) => !state || customPrompt.length <= petLimits.expressionPromptLength, {
    path: ['customPrompt'],
    error: mustFit(petLimits.expressionPromptLength),
  });
export type PromptPreviewRequest = z.infer<typeof PromptPreviewRequest>;
