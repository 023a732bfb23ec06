import type { Explanation } from '../../../contract/explanations/explain.ts';
import type { KnowledgeStats } from '../../../contract/knowledge.ts';
import type { SystemInfo, SystemWarning } from '../../../contract/system.ts';
import type { UsageToday } from '../../../contract/usage/figures.ts';
import { isFailing } from '../models/model-health.ts';

/** Something that needs the administrator's attention, most severe first; the console supplies the text. */
export type Attention =
  | { readonly kind: 'warning'; readonly code: WarningCode; readonly names: readonly string[] }
  | {
      readonly kind: 'host';
      readonly reason: string;
      readonly since: string;
      readonly explanation?: Explanation | undefined;
    }
  | { readonly kind: 'ceiling'; readonly model: string; readonly percent: number }
  | { readonly kind: 'model'; readonly model: string; readonly failures: number; readonly calls: number }
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
  | { readonly kind: 'origin'; readonly origin: string; readonly count: number; readonly lastAt: string }
  | {
      readonly kind: 'rebuildFailed';
      readonly failure: NonNullable<KnowledgeStats['rebuildFailure']>;
    }
  | { readonly kind: 'rebuild'; readonly planned: string };

/** Codes of warnings, except held articles, which have their own figures and button. */
export type WarningCode = Exclude<SystemWarning['code'], 'articles_held'>;

export interface AttentionInput {
  readonly system: Pick<SystemInfo, 'host' | 'problems' | 'problemCount' | 'warnings' | 'refusedOrigins'>;
  readonly today: UsageToday;
  readonly index: KnowledgeStats;
}

/** Maximum number of refused origins; the system page shows more. */
const mostOrigins = 3;

export function attentionOf({ system, today, index }: AttentionInput): readonly Attention[] {
  const { host, problems = [], problemCount = problems.length } = system;
  const [problem] = problems;
  const due = index.plannedEmbedding ?? '';
  const isNewModel = due !== '' && due !== index.embedding;
  const held = index.heldArticles ?? 0;
  return [
    ...system.warnings.flatMap(({ code, names = [] }) =>
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
    ...(today.alerts ?? [])
      .filter(({ percent }) => percent >= 80)
      .toSorted((a, b) => b.percent - a.percent)
      .map(({ model, percent }) => ({ kind: 'ceiling' as const, model, percent })),
    ...today.models
      .filter(isFailing)
      .map(({ model, failures, calls }) => ({ kind: 'model' as const, model, failures, calls })),
    ...today.models.flatMap(({ model, late = [] }) =>
      late.map((task) => ({ kind: 'late' as const, model, ...task })),
    ),
    ...(held > 0 ? [{ kind: 'held' as const, count: held }] : []),
    ...system.refusedOrigins
      .slice(0, mostOrigins)
      .map((refused) => ({ kind: 'origin' as const, ...refused })),
    ...(index.failedArticles > 0 ? [{ kind: 'indexFailed' as const, count: index.failedArticles }] : []),
    ...(problem
      ? [
          {
            kind: 'leftOut' as const,
            count: problemCount,
            path: problem.path,
            reason: problem.reason,
            explanation: problem.explanation,
          },
        ]
      : []),
    ...(index.rebuildFailure ? [{ kind: 'rebuildFailed' as const, failure: index.rebuildFailure }] : []),
    ...(index.status === 'idle' && (index.outdated === true || isNewModel)
      ? [{ kind: 'rebuild' as const, planned: isNewModel ? due : '' }]
      : []),
  ];
}
