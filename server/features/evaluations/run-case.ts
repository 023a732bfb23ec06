import { modelNamed } from '../../kit/model-named.ts';
import type { EvaluationCase } from '../../../contract/evaluations/evaluations.ts';
import type { CaseResult, CaseUsage, Judgement } from '../../../contract/evaluations/report.ts';
import type { Fault } from '../../kit/fault.ts';
import { stopwatch } from '../../kit/stopwatch.ts';
import { truncate } from '../../text/text.ts';
import type { Models, TaskPassage } from '../../ports/models.ts';
import type { Passage } from '../knowledge/knowledge.ts';
import { answerCase, type AnsweredCase, type AnsweringDeps } from './answer-case.ts';
import { citationScore } from './scoring/citation-score.ts';
import { judgeAnswer } from './scoring/judge.ts';
import type { Judged } from './prompt.ts';
import { unknownJudgement } from './scoring/verdict.ts';
import { retrievalScore } from './scoring/retrieval-score.ts';
import type { TrialSettings } from './config-overrides.ts';
import { createUsageRecorder, type CostOf, type UsageRecorder } from './usage-recorder.ts';
import { explained } from '../../kit/explained.ts';

export interface RunCaseDeps extends AnsweringDeps {
  readonly models: Models;
  readonly costOf: CostOf;
}

/** Settings and judge of a run. */
export interface RunPlan {
  readonly settings: TrialSettings;
  readonly judgeModel: string;
  readonly judgeRepeats: number;
}

export interface CaseOutcome {
  /** Missing when a limit prevented the answer. */
  readonly result?: CaseResult;
  /** Set when a model's daily limit is used up; the run then ends. */
  readonly limited?: Fault;
}

const documentsShown = 10;
const contentLength = 320;

/**
 * Answers a case, scores retrieval and citations, and has a model judge the answer. Failures of answer or judge affect
 * only this case (rule EV14). `unfinished` is told what a case has taken that ends without a result. Throws the reason of the signal.
 */
export async function runCase(
  deps: RunCaseDeps,
  plan: RunPlan,
  one: EvaluationCase,
  { signal, unfinished }: { readonly signal: AbortSignal; readonly unfinished: (usage: CaseUsage) => void },
): Promise<CaseOutcome> {
  const recorder = () => createUsageRecorder(deps.models, deps.costOf);
  const recorders: Recorders = { answer: recorder(), judge: recorder() };
  let outcome: CaseOutcome = {};
  try {
    outcome = await outcomeOf({ ...deps, recorders }, plan, one, signal);
    return outcome;
  } finally {
    if (!outcome.result) unfinished(usedBy(recorders));
  }
}

async function outcomeOf(
  { recorders, ...deps }: RunCaseDeps & { readonly recorders: Recorders },
  plan: RunPlan,
  one: EvaluationCase,
  signal: AbortSignal,
): Promise<CaseOutcome> {
  const { answer: answerRecorder, judge: judgeRecorder } = recorders;
  const took = stopwatch(deps.clock);
  const answered = await answerOf({ ...deps, models: answerRecorder.models }, plan, one, signal);
  const limited = answered.limited ?? answerRecorder.limited;
  if (limited) return { limited };
  const answerMs = took();
  const judged = toJudge(one, answered, answerRecorder.passages);
  const judge = await verdictOn(judgeRecorder.models, plan, judged, signal);
  const result: CaseResult = {
    ...one,
    answer: answered.answer,
    retrievedDocuments: documentsOf(answered).slice(0, documentsShown),
    retrieval: retrievalScore(documentsOf(answered), one.expectedSources),
    judge: { ...judge, ...judgeOf(deps.models, plan.judgeModel) },
    latencyMs: took(),
    answerMs,
    ...(answered.error !== undefined && { error: answered.error }),
    answerState: answered.answerState ?? 'failed',
    citation: citationScore(answered.citations, answered.stages, one.expectedSources),
    usage: usedBy(recorders),
  };
  return { result, ...(judgeRecorder.limited && { limited: judgeRecorder.limited }) };
}

type Recorders = Readonly<Record<keyof CaseUsage, UsageRecorder>>;

const usedBy = ({ answer, judge }: Recorders): CaseUsage => ({ answer: answer.used, judge: judge.used });

/** The judge model by name; the built-in one counts overlapping words. */
export function judgeOf(models: Pick<Models, 'list' | 'defaultOf'>, name: string) {
  const info = modelNamed(models, 'chat', name);
  return {
    model: info?.name ?? name,
    method: info?.builtin === true ? ('overlap' as const) : ('model' as const),
  };
}

const unasked: AnsweredCase = {
  answer: '',
  citations: [],
  answerState: undefined,
  retrieved: [],
  stages: [],
  error: explained('case_no_question').text,
  limited: undefined,
};

const answerOf = async (
  { models, ...deps }: RunCaseDeps,
  { settings }: RunPlan,
  { question }: EvaluationCase,
  signal: AbortSignal,
): Promise<AnsweredCase> =>
  question.trim() === '' ? unasked : answerCase(deps, { question, settings, models, signal });

/** Input of the judge for a case; `undefined` when there is no answer. */
function toJudge(
  { question, referenceAnswer, expectedSources }: EvaluationCase,
  { error, answer, retrieved, answerState }: AnsweredCase,
  passages: readonly TaskPassage[],
): Judged | undefined {
  if (error !== undefined && answer === '') return undefined;
  return {
    question,
    reference: referenceAnswer,
    expectedSources,
    answer,
    passages: passages.length > 0 ? passages : retrieved.map(numbered),
    retrieval: `${retrieved.length} passages retrieved; answer state ${answerState ?? 'unknown'}`,
  };
}

async function verdictOn(
  models: Models,
  plan: RunPlan,
  judged: Judged | undefined,
  signal: AbortSignal,
): Promise<Judgement> {
  if (!judged) return unknownJudgement('There is no answer to judge');
  const { judgeModel: model, judgeRepeats: repeats } = plan;
  return judgeAnswer(models, judged, { model, repeats, maxTokens: plan.settings.chat.maxTokens }, signal);
}

const numbered = ({ title, headingPath, text }: Passage, place: number): TaskPassage => ({
  article: place + 1,
  title,
  headingPath,
  text,
});

/** Retrieved articles; the answer of an intent route has articles of the host and no passages. */
const documentsOf = ({ retrieved, citations }: AnsweredCase): CaseResult['retrievedDocuments'] =>
  retrieved.length > 0
    ? retrieved.map(({ articleId: postId, title, chunkIndex, score, text }) => ({
        postId,
        title,
        chunkIndex,
        score: Number.isFinite(score) ? score : 0,
        content: truncate(text, contentLength, '…'),
      }))
    : citations.map(({ postId, title }) => ({ postId, title, chunkIndex: 0, score: 0, content: '' }));
