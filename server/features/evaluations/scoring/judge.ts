import type { Judgement } from '../../../../contract/evaluations/report.ts';
import { explained } from '../../../kit/explained.ts';
import { Fault, isFault } from '../../../kit/fault.ts';
import { redact } from '../../../kit/redact.ts';
import { wholeAnswer } from '../../../model-calls/collect-text.ts';
import { timeoutSignal } from '../../../work/timeout.ts';
import type { ChatCall, ChatPart, Message, Models } from '../../../ports/models.ts';
import { judgementOf, opinionSchema, readOpinion, unknownJudgement, type Opinion } from './verdict.ts';
import { judgePrompt, judgeReads, repairPrompt, type Judged } from '../prompt.ts';

export interface JudgeSettings {
  /** Model name; `''` for the default chat model. */
  readonly model: string;
  readonly repeats: number;
  readonly maxTokens: number;
}

/** Time limit of one opinion, in milliseconds. */
const opinionMs = 1_800_000;

/**
 * Asks the judge `repeats` times. A reply that is not the requested JSON is requested once more; unreadable replies,
 * refusals and failed calls count as no opinion, and without any opinion the judgement is unknown (rule EV12). Throws
 * only the reason of the signal.
 */
export async function judgeAnswer(
  models: Pick<Models, 'chat'>,
  judged: Judged,
  settings: JudgeSettings,
  signal: AbortSignal,
): Promise<Judgement> {
  const opinions: Opinion[] = [];
  let problem = '';
  for (let nth = 0; nth < settings.repeats; nth += 1) {
    const opinion = await opinionOn(models, judged, settings, signal);
    if ('problem' in opinion) problem = opinion.problem;
    else opinions.push(opinion);
  }
  const [first, ...more] = opinions;
  return first ? judgementOf([first, ...more]) : unknownJudgement(problem);
}

async function opinionOn(
  models: Pick<Models, 'chat'>,
  judged: Judged,
  settings: JudgeSettings,
  signal: AbortSignal,
): Promise<Opinion | { readonly problem: string }> {
  const limit = timeoutSignal(opinionMs, signal);
  const ask = (messages: readonly Message[]) =>
    replyText(models.chat(judgeCall(judged, settings, messages, limit)));
  try {
    const first = await ask(judgePrompt(judged));
    const opinion = readOpinion(first);
    if (!('problem' in opinion)) return opinion;
    const second = readOpinion(await ask(repairPrompt(judged, first, opinion.problem)));
    return 'problem' in second
      ? { problem: explained('judge_unreadable', { reason: second.problem }).text }
      : second;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { problem: explained('judge_late').text };
    if (!isFault(error)) throw error;
    return { problem: explained('judge_failed', { reason: redact(error.message).slice(0, 300) }).text };
  }
}

/** One call of the judge. */
const judgeCall = (
  { question, reference, answer, passages }: Judged,
  { model, maxTokens }: JudgeSettings,
  messages: readonly Message[],
  signal: AbortSignal,
): ChatCall => ({
  model,
  task: { kind: 'judge', question, reference, answer, passages: passages.slice(0, judgeReads.passages) },
  messages,
  temperature: 0,
  maxTokens: Math.min(1200, Math.max(512, maxTokens)),
  reasoning: 'disabled',
  json: true,
  schema: opinionSchema,
  scenario: 'evaluation_judge',
  signal,
});

/** Text of a reply. Throws Faults, also for a filtered answer. */
async function replyText(parts: AsyncIterable<ChatPart>): Promise<string> {
  const { text, end } = await wholeAnswer(parts);
  if (end === 'filtered') throw new Fault('upstream', explained('judge_refused'));
  return text;
}
