import type { AnswerState, answerNotices } from '../../contract/articles/articles.ts';
import type { TraceStage, TraceSummary } from '../../contract/events.ts';

export type Finding =
  | { readonly level: 'error' | 'warning'; readonly kind: 'stage-failed'; readonly stage: TraceStage }
  | {
      readonly level: 'error';
      readonly kind: 'retrieval-failed' | 'nothing-found' | 'no-words-found' | 'failed';
    }
  | {
      readonly level: 'warning';
      readonly kind: 'all-filtered' | 'no-context' | 'not-covered' | 'partial' | 'limited';
    }
  | {
      readonly level: 'warning';
      readonly kind: 'slow-stage';
      readonly stage: TraceStage;
      readonly share: number;
    }
  | { readonly level: 'warning' | 'info'; readonly kind: NoticeKind }
  | { readonly level: 'info'; readonly kind: 'route' | 'cached' | 'no-citations' }
  | { readonly level: 'ok'; readonly kind: 'fine' };

type NoticeKind = 'unconfirmed' | 'cut_short' | 'model_busy' | 'other_language';

/** What visitors are told of an answer and no stage shows: a model that failed has a failed stage, and a contact is no trouble. */
const noticeLevels: Readonly<
  Record<(typeof answerNotices)[number], { level: 'warning' | 'info'; kind: NoticeKind } | undefined>
> = {
  unconfirmed: { level: 'warning', kind: 'unconfirmed' },
  cut_short: { level: 'warning', kind: 'cut_short' },
  model_busy: { level: 'warning', kind: 'model_busy' },
  other_language: { level: 'info', kind: 'other_language' },
  model_failed: undefined,
  contact: undefined,
};
const noticeFindings: ReadonlyMap<string, (typeof noticeLevels)['contact']> = new Map(
  Object.entries(noticeLevels),
);

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** A stage counts as slow when it takes more than this share of the whole and more than three seconds: a language model takes most of any answer. */
const slowShare = 0.6;
const slowMs = 3_000;

/** What is known of an answer besides its stages. */
interface Outcome {
  /** How many citations were received. */
  readonly citations: number;
  readonly state?: AnswerState | undefined;
  readonly notices?: readonly string[] | undefined;
}

/** Diagnoses an answer from its outcome and stages. */
export function diagnose(
  stages: readonly TraceStage[],
  summary: TraceSummary,
  { citations, state, notices = [] }: Outcome,
): readonly Finding[] {
  // Nothing was asked, so nothing else can be said.
  if (state === 'limited') return [{ level: 'warning', kind: 'limited' }];
  const of = (name: string) => stages.find((stage) => stage.name === name);
  const findings: Finding[] = [];
  const routed = summary.intent !== 'NORMAL_CHAT';
  const isUncovered = state === 'not_covered';
  if (state === 'failed') findings.push({ level: 'error', kind: 'failed' });
  if (isUncovered) findings.push({ level: 'warning', kind: 'not-covered' });
  if (state === 'partial') findings.push({ level: 'warning', kind: 'partial' });
  if (of('rag_error')) findings.push({ level: 'error', kind: 'retrieval-failed' });
  for (const stage of stages) {
    if (stage.name === 'rag_error') continue;
    if (stage.status === 'error') findings.push({ level: 'error', kind: 'stage-failed', stage });
    // A step that failed and was done without.
    if (stage.status === 'fallback' && stage.explanation?.code.endsWith('_failed'))
      findings.push({ level: 'warning', kind: 'stage-failed', stage });
  }
  const told = stages.some(({ data }) => field(data, 'unsupported') === true) ? ['unconfirmed'] : [];
  findings.push(...[...new Set([...told, ...notices])].flatMap((notice) => noticeFindings.get(notice) ?? []));
  const ranked = field(of('rerank')?.data, 'documents');
  if (Array.isArray(ranked) && ranked.length > 0 && ranked.every((one) => field(one, 'passed') === false))
    findings.push({ level: 'warning', kind: 'all-filtered' });
  if (field(of('build_context')?.data, 'docCount') === 0)
    findings.push({
      level: 'error',
      kind: of('embed')?.status === 'skipped' ? 'no-words-found' : 'nothing-found',
    });
  const context = of('inject_context')?.status;
  if (context === 'skipped' || context === 'fallback')
    findings.push({ level: 'warning', kind: 'no-context' });
  if (of('answer_cache')) findings.push({ level: 'info', kind: 'cached' });
  if (routed) findings.push({ level: 'info', kind: 'route' });
  for (const stage of stages) {
    const share = summary.totalMs === 0 ? 0 : stage.durationMs / summary.totalMs;
    if (share > slowShare && stage.durationMs > slowMs)
      findings.push({ level: 'warning', kind: 'slow-stage', stage, share });
  }
  if (citations === 0 && !isUncovered && !findings.some(({ level }) => level === 'error'))
    findings.push({ level: 'info', kind: 'no-citations' });
  return findings.length === 0 ? [{ level: 'ok', kind: 'fine' }] : findings;
}
