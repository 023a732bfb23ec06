import type { z } from 'zod';
import type { KnowledgeStats } from '../../../contract/knowledge.ts';
import type { SystemInfo } from '../../../contract/system.ts';
import type { UsageToday } from '../../../contract/usage-figures.ts';

/** Something an administrator should look at, the worst first; the console words it. */
export type Attention =
  | { readonly kind: 'host'; readonly reason: string; readonly since: string }
  | { readonly kind: 'ceiling'; readonly model: string; readonly percent: number }
  | { readonly kind: 'model'; readonly model: string; readonly failures: number; readonly calls: number }
  | { readonly kind: 'indexFailed'; readonly count: number }
  | { readonly kind: 'leftOut'; readonly count: number; readonly path: string; readonly reason: string }
  | { readonly kind: 'rebuild'; readonly planned: string };

export interface AttentionInput {
  readonly system: Pick<SystemInfo, 'host' | 'problems' | 'problemCount'>;
  readonly today: UsageToday;
  readonly index: z.infer<typeof KnowledgeStats>;
}

/** A model fails when it does so this often, and in half of its calls or more: one failed test is no alarm. */
const fewestFailures = 3;

export function attentionOf({ system, today, index }: AttentionInput): readonly Attention[] {
  const { host, problems = [], problemCount = problems.length } = system;
  const [problem] = problems;
  const due = index.plannedEmbedding ?? '';
  return [
    ...(host.ok ? [] : [{ kind: 'host' as const, reason: host.reason, since: host.since ?? '' }]),
    ...(today.alerts ?? [])
      .filter(({ percent }) => percent >= 80)
      .toSorted((a, b) => b.percent - a.percent)
      .map(({ model, percent }) => ({ kind: 'ceiling' as const, model, percent })),
    ...today.models
      .filter(({ failures, calls }) => failures >= fewestFailures && failures * 2 >= calls)
      .map(({ model, failures, calls }) => ({ kind: 'model' as const, model, failures, calls })),
    ...(index.failedArticles > 0 ? [{ kind: 'indexFailed' as const, count: index.failedArticles }] : []),
    ...(problem
      ? [{ kind: 'leftOut' as const, count: problemCount, path: problem.path, reason: problem.reason }]
      : []),
    ...(due !== '' && due !== index.embedding ? [{ kind: 'rebuild' as const, planned: due }] : []),
  ];
}
