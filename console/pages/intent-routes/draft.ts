import type { z } from 'zod';
import {
  processors,
  processorTypes,
  type ProcessorType,
} from '../../../contract/intent-routes/processors.ts';
import { patternsOf, triggersOf, type Triggers } from './phrases.ts';
import { RouteBody, type Route, type RouteDraft } from '../../../contract/intent-routes/route-fields.ts';

/** A step being edited; `key` is its stable key in the list. */
export interface StepDraft {
  readonly key: number;
  readonly type: ProcessorType;
  readonly params: Readonly<Record<string, string>>;
}

/** A route being edited. */
export interface EditedRoute {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly triggers: Triggers;
  readonly llmFallback: boolean;
  readonly llmFallbackHint: string;
  readonly pipeline: readonly StepDraft[];
  readonly outputTemplate: string;
}

const isType = (word: string): word is ProcessorType => processorTypes.some((type) => type === word);

/** A new step with the default parameters of its kind. */
export const stepOf = (type: ProcessorType, key: number): StepDraft => ({
  key,
  type,
  params: { ...processors[type] },
});

/** A step changed to another kind, keeping the parameters that both kinds have. */
export const changedTo = ({ key, params }: StepDraft, type: ProcessorType): StepDraft => ({
  key,
  type,
  params: Object.fromEntries(
    Object.entries(processors[type]).map(([name, standard]) => [name, params[name] ?? standard]),
  ),
});

export const emptyRoute = (): EditedRoute => ({
  id: '',
  displayName: '',
  description: '',
  enabled: true,
  priority: 0,
  triggers: { phrases: [''], expressions: [] },
  llmFallback: false,
  llmFallbackHint: '',
  pipeline: [stepOf('TIME_SORT', 0)],
  outputTemplate: '',
});

/** A saved route or a draft in editable form; steps of unknown kinds are left out. */
export const editedFrom = (route: Route | RouteDraft): EditedRoute => ({
  id: route.id,
  displayName: route.displayName,
  description: route.description,
  enabled: route.enabled,
  priority: route.priority,
  triggers: triggersOf(route.triggerPatterns),
  llmFallback: route.llmFallback,
  llmFallbackHint: route.llmFallbackHint,
  pipeline: route.pipeline.flatMap(({ type, params }, key) =>
    isType(type) ? [{ key, type, params: { ...processors[type], ...params } }] : [],
  ),
  outputTemplate: route.outputTemplate,
});

/** The request body; blank triggers are dropped. */
export const bodyOf = ({ triggers, ...route }: EditedRoute) => ({
  ...route,
  triggerPatterns: patternsOf(triggers),
  pipeline: route.pipeline.map(({ type, params }) => ({ type, params })),
});

/** An invalid field: its name in {@link EditedRoute} and the contract's issue. */
export interface RouteProblem {
  readonly field: string;
  readonly issue: z.core.$ZodIssue;
}

/** Validation messages that prevent saving, by field. */
export function problemsOf(route: EditedRoute): readonly RouteProblem[] {
  const { error } = RouteBody.safeParse(bodyOf(route));
  return error ? error.issues.map((issue) => ({ field: String(issue.path[0] ?? ''), issue })) : [];
}

/** The list with one element moved by one position. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const to = index + by;
  const one = list[index];
  if (one === undefined || to < 0 || to >= list.length) return list;
  const rest = list.toSpliced(index, 1);
  return rest.toSpliced(to, 0, one);
}

/** Labels of the fields, where two people have changed the same one. */
export const routeNames = (
  t: Readonly<
    Record<
      | 'name'
      | 'description'
      | 'on'
      | 'priority'
      | 'triggers'
      | 'llmFallback'
      | 'llmFallbackHint'
      | 'pipeline',
      string
    >
  >,
): Readonly<Record<string, string>> => ({
  displayName: t.name,
  description: t.description,
  enabled: t.on,
  priority: t.priority,
  triggerPatterns: t.triggers,
  llmFallback: t.llmFallback,
  llmFallbackHint: t.llmFallbackHint,
  pipeline: t.pipeline,
});
