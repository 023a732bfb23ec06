import type { MarkQuote } from '../../../../contract/articles/articles.ts';
import { explained, type Words } from '../../../kit/explained.ts';
import { newSecret } from '../../../kit/ids.ts';
import { modelNamed } from '../../../kit/model-named.ts';
import { reasonOf } from '../../../kit/reason.ts';
import type { StageEnd } from '../../../kit/trace.ts';
import { requestText } from '../../../model-calls/request-text.ts';
import { withTimeout } from '../../../work/timeout.ts';
import type { Message } from '../../../ports/models.ts';
import type { AnswerRecorder } from '../answer-recorder.ts';
import type { AnswerFilter } from '../filter/answer-filter.ts';
import { escapedAngle } from '../filter/html-syntax.ts';
import type { Attribution } from '../grounding/attribution.ts';
import type { GroundedQuestion } from '../prompt/ask.ts';
import type { ChatDeps } from '../question.ts';
import { keyOf, materialOf, undecidedIn } from './material.ts';
import { isFit } from './judge-trial.ts';
import { judgePrompt, type CitedStatement } from './prompt.ts';
import { revisedText } from './revise-text.ts';
import { readVerdicts, tokensFor, verdictSchema, type MarkVerdict } from './verdicts.ts';

/** So long the end of an answer waits for the judge. */
const longestWaitMs = 6_000;

const named = ['mark_judge', 'Second look at marks'] as const;

/** A question whose answer is finished. */
type Answered = Pick<
  GroundedQuestion,
  'settings' | 'model' | 'context' | 'trace' | 'logId' | 'signal' | 'question'
> & {
  /** Time limit in milliseconds. */
  readonly judgeMs?: number;
};

/**
 * Has the language model judge the marks of a finished answer that words leave undecided, all in one call, where that is switched
 * on: refuted marks are taken out, dropped ones that it confirms are put back. When the call fails, takes too long or says nothing
 * usable, or the model has judged known statements too badly, all stays as it is. Returns the quotes of the marks that stand. Throws only the reason of the question's signal.
 */
export async function judgeMarks(
  { models, judges }: Pick<ChatDeps, 'models' | 'judges'>,
  ask: Answered,
  { filter, attribution }: { readonly filter: AnswerFilter; readonly attribution: Attribution },
  recorder: Pick<AnswerRecorder, 'sent' | 'revised'>,
): Promise<readonly MarkQuote[]> {
  const { trace } = ask;
  if (!ask.settings.retrieval.judgeMarks) return filter.quotes;
  const startedAt = trace.now();
  const window = modelNamed(models, 'chat', ask.model)?.contextTokens;
  const { statements, passages } = materialOf(ask, undecidedIn(filter, attribution), window);
  if (statements.length === 0) {
    trace.add(...named, { status: 'skipped', detail: explained('trace_marks_decided') });
    return filter.quotes;
  }
  const shown = statements.map((one) => ({ ...one, statement: plainText(one.statement) }));
  const messages = judgePrompt({ question: ask.question, statements: shown, passages }, newSecret(6));
  const verdicts = await verdictsOf({ models, judges }, ask, messages, statements.length);
  const judged = new Map(statements.map((one, n) => [keyOf(one), verdicts.said[n]]));
  const revision =
    verdicts.problem === undefined
      ? revisedText(recorder.sent, filter, (mark) => judged.get(keyOf(mark)), attribution.quoteFor)
      : undefined;
  if (revision) {
    const refuted = statements.filter((_, n) => verdicts.said[n] === 'no');
    recorder.revised(revision, withoutRefuted(attribution, refuted));
  }
  const data = {
    statements: shown.map((one, n) => ({ ...one, verdict: verdicts.said[n] ?? null })),
    ...(revision && { marks: revision.marks }),
    ...(trace.isFull && { messages }),
  };
  trace.add(...named, { ...endOf(verdicts), data }, startedAt);
  return revision?.quotes ?? filter.quotes;
}

/** The verdicts on the statements in their order; none with a problem. */
interface Verdicts {
  readonly said: readonly (MarkVerdict | undefined)[];
  readonly problem?: Words;
}

async function verdictsOf(
  { models, judges }: Pick<ChatDeps, 'models' | 'judges'>,
  { model, logId, signal, trace, judgeMs = longestWaitMs }: Answered,
  messages: readonly Message[],
  count: number,
): Promise<Verdicts> {
  try {
    return await withTimeout(judgeMs, signal, async (limit) => {
      const trial = await judges.trialOf(models, model, trace.now());
      if (!isFit(trial)) return { said: [], problem: explained('trace_judge_unfit', { ...trial }) };
      const reply = await requestText(models, {
        model,
        what: 'a second look at marks',
        messages,
        temperature: 0,
        maxTokens: tokensFor(count),
        json: true,
        schema: verdictSchema(count),
        scenario: 'mark_judge',
        logId,
        signal: limit,
        timeoutMs: judgeMs,
      });
      const said = readVerdicts(reply, count);
      return said ? { said } : { said: [], problem: explained('verdict_no_json') };
    });
  } catch (error) {
    signal.throwIfAborted();
    return { said: [], problem: reasonOf(error) };
  }
}

function endOf({ said, problem }: Verdicts): StageEnd {
  if (problem !== undefined)
    return { status: 'fallback', detail: explained('trace_marks_unjudged', { reason: problem }) };
  const numberOf = (wanted: MarkVerdict) => said.filter((verdict) => verdict === wanted).length;
  const [yes, no] = [numberOf('yes'), numberOf('no')];
  return { detail: explained('trace_marks_judged', { yes, no, count: said.length }) };
}

/** A statement with the `<` that clients get. */
const plainText = (statement: string): string => statement.replaceAll(escapedAngle, '<');

/** The attribution, by which refuted statements are not said by the article that they cite. */
function withoutRefuted(attribution: Attribution, refuted: readonly CitedStatement[]): Attribution {
  const denied = new Set(
    refuted.map(({ statement, article }) => keyOf({ statement: wordsOf(statement), article })),
  );
  const unlessDenied = (find: (statement: string) => number | undefined) => (statement: string) => {
    const article = find(statement);
    return article !== undefined && denied.has(keyOf({ statement: wordsOf(statement), article }))
      ? undefined
      : article;
  };
  return {
    ...attribution,
    bestFor: unlessDenied(attribution.bestFor),
    surestFor: unlessDenied(attribution.surestFor),
  };
}

/** A statement without signs, which stand around it in one place and not in another. */
const wordsOf = (statement: string): string => statement.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
