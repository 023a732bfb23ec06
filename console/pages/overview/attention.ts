import type { Explanation } from '../../../contract/explanations/explain.ts';
import type { KnowledgeStats } from '../../../contract/knowledge.ts';
import type { SystemInfo, SystemWarning } from '../../../contract/system.ts';
import type { UsageToday } from '../../../contract/usage/figures.ts';
import { lastErrorOf } from '../models/model-health.ts';

/** Something that needs the administrator's attention, most severe first; the console supplies the text. */
export type Attention =
  | { readonly kind: 'warning'; readonly code: WarningCode; readonly names: readonly string[] }
  | {
      readonly kind: 'host';
      readonly reason: string;
      readonly since: string;
      readonly explanation?: Explanation | undefined;
    }
  | { readonly kind: 'off'; readonly parts: readonly SwitchedPart[] }
  | { readonly kind: 'ceiling'; readonly model: string; readonly percent: number }
  | { readonly kind: 'spending'; readonly percent: number }
  | { readonly kind: 'model'; readonly model: string; readonly reason: string }
  | {
      readonly kind: 'late';
      readonly model: string;
      readonly scenario: string;
      readonly late: number;
      readonly calls: number;
    }
  | { readonly kind: 'indexFailed'; readonly count: number }
  | {
      readonly kind: 'leftOut';
      readonly count: number;
      readonly path: string;
      readonly reason: string;
      readonly explanation?: Explanation | undefined;
    }
  | { readonly kind: 'held'; readonly count: number }
  | { readonly kind: 'heldInSources'; readonly count: number }
  | { readonly kind: 'origin'; readonly origin: string; readonly count: number; readonly lastAt: string }
  | {
      readonly kind: 'rebuildFailed';
      readonly failure: NonNullable<KnowledgeStats['rebuildFailure']>;
    }
  | { readonly kind: 'rebuild'; readonly planned: string };

/** Codes of warnings, except held articles, which have their own figures and button. */
export type WarningCode = Exclude<SystemWarning['code'], 'articles_held'>;

/** Parts that are on unless somebody switches them off, each with its switch. */
const parts = {
  chat: ['chat', 'allowGuest'],
  search: ['search', 'enabled'],
  searchAnswer: ['search', 'showAiAnswer'],
  mindmap: ['mindmap', 'enabled'],
  writing: ['writing', 'enabled'],
} as const;
export type SwitchedPart = keyof typeof parts;

/** What is known so far; what could not be loaded is missing. */
export interface AttentionInput {
  readonly system?:
    Pick<SystemInfo, 'host' | 'problems' | 'problemCount' | 'warnings' | 'refusedOrigins'> | undefined;
  readonly today?: UsageToday | undefined;
  readonly index?: KnowledgeStats | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

/** Maximum number of refused origins; the system page shows more. */
const mostOrigins = 3;

export function attentionOf({ system, today, index, settings }: AttentionInput): readonly Attention[] {
  return [
    ...(system ? ofSystem(system) : []),
    ...switchedOff(settings ?? {}),
    ...(today ? ofModels(today) : []),
    ...(index && (index.heldArticles ?? 0) > 0
      ? [{ kind: 'held' as const, count: index.heldArticles ?? 0 }]
      : []),
    ...(index && (index.heldInSources ?? 0) > 0
      ? [{ kind: 'heldInSources' as const, count: index.heldInSources ?? 0 }]
      : []),
    ...(system?.refusedOrigins ?? [])
      .slice(0, mostOrigins)
      .map((refused) => ({ kind: 'origin' as const, ...refused })),
    ...(index && index.failedArticles > 0
      ? [{ kind: 'indexFailed' as const, count: index.failedArticles }]
      : []),
    ...(system ? ofFiles(system) : []),
    ...(index ? ofIndex(index) : []),
  ];
}

const ofSystem = ({ warnings, host }: NonNullable<AttentionInput['system']>): readonly Attention[] => [
  ...warnings.flatMap(({ code, names = [] }) =>
    code === 'articles_held' ? [] : [{ kind: 'warning' as const, code, names }],
  ),
  ...(host.ok
    ? []
    : [
        {
          kind: 'host' as const,
          reason: host.reason,
          explanation: host.explanation,
          since: host.since ?? '',
        },
      ]),
];

function switchedOff(settings: Readonly<Record<string, unknown>>): readonly Attention[] {
  const isOff = ([group, field]: readonly [string, string]) => {
    const own = settings[group];
    return typeof own === 'object' && own !== null && Reflect.get(own, field) === false;
  };
  const off = (Object.keys(parts) as SwitchedPart[]).filter((part) => isOff(parts[part]));
  return off.length === 0 ? [] : [{ kind: 'off', parts: off }];
}

const ofModels = ({ alerts = [], models, cost }: UsageToday): readonly Attention[] => [
  ...((cost?.alert ?? 0) >= 80 ? [{ kind: 'spending' as const, percent: cost?.alert ?? 0 }] : []),
  ...alerts
    .filter(({ percent }) => percent >= 80)
    .toSorted((a, b) => b.percent - a.percent)
    .map(({ model, percent }) => ({ kind: 'ceiling' as const, model, percent })),
  ...models
    .filter(({ failing }) => failing)
    .map((one) => ({ kind: 'model' as const, model: one.model, reason: lastErrorOf(one) })),
  ...models.flatMap(({ model, late = [] }) =>
    late.map((task) => ({ kind: 'late' as const, model, ...task })),
  ),
];

function ofFiles({
  problems = [],
  problemCount = problems.length,
}: NonNullable<AttentionInput['system']>): readonly Attention[] {
  const [problem] = problems;
  if (!problem) return [];
  const { path, reason, explanation } = problem;
  return [{ kind: 'leftOut', count: problemCount, path, reason, explanation }];
}

function ofIndex(index: KnowledgeStats): readonly Attention[] {
  const due = index.plannedEmbedding ?? '';
  const isNewModel = due !== '' && due !== index.embedding;
  return [
    ...(index.rebuildFailure ? [{ kind: 'rebuildFailed' as const, failure: index.rebuildFailure }] : []),
    ...(index.status === 'idle' && (index.outdated === true || isNewModel)
      ? [{ kind: 'rebuild' as const, planned: isNewModel ? due : '' }]
      : []),
  ];
}
