import { z } from 'zod';
import { knownInstant } from '../paging.ts';
import { withExplanation } from '../explanations/explain.ts';
import { processorTypes } from './processors.ts';
import { patternProblem } from './trigger-pattern.ts';
import { must, mustFit } from '../wording.ts';

/** Bounds of a route and of questions about it. */
export const routeLimits = {
  idLength: 60,
  displayNameLength: 80,
  descriptionLength: 4000,
  priority: 1000,
  patterns: 20,
  patternLength: 200,
  steps: 12,
  params: 20,
  paramNameLength: 60,
  paramValueLength: 2000,
  outputTemplateLength: 4000,
  requirementLength: 2000,
  simulateQueryLength: 1000,
  previewQueryLength: 4000,
  /** Saved routes of one service. */
  routes: 1000,
} as const;

const limits = routeLimits;
const idRule = must('rule_id', { length: 60 });

/** Ids reserved for operations. */
export const reservedRouteIds: ReadonlySet<string> = new Set(['export', 'import', 'generate', 'simulate']);

export const RouteId = z
  .string({ error: idRule })
  .trim()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, { error: idRule })
  .refine((id) => !reservedRouteIds.has(id), {
    error: must('rule_none_of', { words: [...reservedRouteIds].join(', ') }),
  });

/** A text; `''` when missing or null. */
export const loose = (length: number) =>
  z
    .string({ error: must('rule_text') })
    .max(length, { error: mustFit(length) })
    .nullish()
    .transform((text) => text ?? '');

const flag = (fallback: boolean) =>
  z
    .boolean({ error: must('rule_switch') })
    .nullish()
    .transform((value) => value ?? fallback);

const TriggerPattern = z
  .string({ error: must('rule_text') })
  .min(1, { error: must('rule_not_blank') })
  .max(limits.patternLength, { error: mustFit(limits.patternLength) })
  .refine((pattern) => pattern.trim() !== '', { error: must('rule_not_blank') })
  .refine((pattern) => patternProblem(pattern) !== 'pattern_back_reference', {
    error: must('pattern_back_reference'),
  })
  .refine((pattern) => patternProblem(pattern) !== 'pattern_nested', { error: must('pattern_nested') });

/** A step; numbers and booleans among its parameters are stored as strings. */
const PipelineStep = z.object(
  {
    type: z.enum(processorTypes, { error: must('rule_one_of', { words: processorTypes.join(', ') }) }),
    params: z
      .record(
        z.string().meta({ minLength: 1, maxLength: limits.paramNameLength }),
        z
          .union([z.string(), z.number(), z.boolean()], { error: must('rule_text') })
          .transform(String)
          .pipe(z.string().max(limits.paramValueLength, { error: mustFit(limits.paramValueLength) })),
        { error: must('rule_text_object') },
      )
      .refine(
        (params) => Object.keys(params).every((name) => name !== '' && name.length <= limits.paramNameLength),
        { error: must('rule_parameter_names', { length: limits.paramNameLength }) },
      )
      .nullish()
      .transform((params) => params ?? {})
      .refine((params) => Object.keys(params).length <= limits.params, {
        error: must('rule_at_most', { count: limits.params, things: 'parameters' }),
      }),
  },
  { error: must('rule_object') },
);
export type PipelineStep = z.infer<typeof PipelineStep>;

const pipelineSize = { error: must('rule_steps', { count: limits.steps }) };

/** Stored fields of spec 2.11. A blank id is generated from the name; patterns are compiled when saved. */
export const RouteBody = z.object(
  {
    id: z
      .union([z.literal(''), RouteId], { error: idRule })
      .nullish()
      .transform((id) => id || undefined),
    displayName: z
      .string({ error: must('rule_text') })
      .trim()
      .min(1, { error: must('rule_not_blank') })
      .max(limits.displayNameLength, { error: mustFit(limits.displayNameLength) }),
    description: loose(limits.descriptionLength),
    enabled: flag(true),
    priority: z
      .int({ error: must('rule_whole_between', { min: -limits.priority, max: limits.priority }) })
      .min(-limits.priority, {
        error: must('rule_whole_between', { min: -limits.priority, max: limits.priority }),
      })
      .max(limits.priority, {
        error: must('rule_whole_between', { min: -limits.priority, max: limits.priority }),
      })
      .nullish()
      .transform((priority) => priority ?? 0),
    triggerPatterns: z
      .array(TriggerPattern, { error: must('rule_list_of', { things: 'texts' }) })
      .max(limits.patterns, { error: must('rule_at_most', { count: limits.patterns, things: 'patterns' }) })
      .nullish()
      .transform((patterns) => patterns ?? []),
    llmFallback: flag(false),
    llmFallbackHint: loose(limits.descriptionLength),
    pipeline: z.array(PipelineStep, pipelineSize).min(1, pipelineSize).max(limits.steps, pipelineSize),
    outputTemplate: loose(limits.outputTemplateLength).meta({
      description: 'Kept for compatibility, never read',
    }),
  },
  { error: must('rule_object') },
);
export type RouteBody = z.infer<typeof RouteBody>;

const fields = {
  id: z.string(),
  displayName: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  priority: z.int(),
  triggerPatterns: z.array(z.string()),
  llmFallback: z.boolean(),
  llmFallbackHint: z.string(),
  pipeline: z.array(z.object({ type: z.string(), params: z.record(z.string(), z.string()) })),
  outputTemplate: z.string(),
};

export const Route = z.looseObject({
  ...fields,
  builtin: z.boolean(),
  revision: z.int().optional().meta({ description: 'Changes with every change of the route' }),
  updatedAt: z
    .string()
    .meta({ description: 'ISO-8601 instant with Z; empty while a built-in route is as shipped' }),
  matchCount: z.int().meta({ description: 'How often a visitor was led to the route' }),
  lastMatchedAt: z.string().meta({ description: 'ISO-8601 instant with Z; empty before the first visitor' }),
});
export type Route = z.infer<typeof Route>;

/** An unsaved route, always disabled. */
export const RouteDraft = z.looseObject({ ...fields, enabled: z.literal(false) });
export type RouteDraft = z.infer<typeof RouteDraft>;

/** Issues of a draft; pages, but not the service, refuse to save one with an `error`. */
export const RouteIssue = z.looseObject({
  level: z.enum(['error', 'warning']),
  field: z.enum(['triggerPatterns', 'pipeline']),
  message: z.string(),
  ...withExplanation,
});
export type RouteIssue = z.infer<typeof RouteIssue>;

/** A stage of a trial run: `fetch_posts`, then `pipeline_step_0` and so on. */
export const RouteStage = z.looseObject({
  name: z.string(),
  label: z.string(),
  status: z.enum(['ok', 'fallback', 'skipped', 'error']),
  statusLabel: z.string(),
  detail: z.string(),
  ...withExplanation,
  durationMs: z.number(),
  data: z.unknown().optional(),
});
export type RouteStage = z.infer<typeof RouteStage>;

/** Exported routes. */
export const RouteFile = z.looseObject({
  version: z.literal(1),
  exportedAt: knownInstant,
  routes: z.array(z.object(fields)),
});
export type RouteFile = z.infer<typeof RouteFile>;

/** Import input: an exported file, or a list in the same form. Every route needs its id. */
export const RouteImport = z.object(
  {
    version: z.literal(1, { error: must('rule_version') }).nullish(),
    routes: z
      .array(RouteBody.extend({ id: RouteId }), { error: must('rule_list_of', { things: 'routes' }) })
      .max(limits.routes, { error: must('rule_at_most', { count: limits.routes, things: 'routes' }) }),
    /** Conflict policy for routes with an existing id. */
    existing: z
      .enum(['replace', 'keep'], { error: must('rule_either', { first: 'replace', second: 'keep' }) })
      .nullish()
      .transform((choice) => choice ?? 'replace'),
  },
  { error: must('rule_object') },
);
export type RouteImport = z.infer<typeof RouteImport>;
