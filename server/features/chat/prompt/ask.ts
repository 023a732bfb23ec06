import { dateOf, dayAt } from '../../../kit/calendar.ts';
import { explained } from '../../../kit/explained.ts';
import { modelNamed } from '../../../kit/model-named.ts';
import type { Trace } from '../../../kit/trace.ts';
import { estimateMessages } from '../../../model-calls/estimate.ts';
import type { CallPurpose, ChatCall, ChatPart } from '../../../ports/models.ts';
import { contextLength, type AnswerContext } from '../grounding/context.ts';
import type { AnswerSettings, ChatDeps, Question } from '../question.ts';
import { soundAnswer, type Misfire } from '../soundness/attempts.ts';
import { judgeHead } from '../soundness/judge-head.ts';
import { answerTokens, roomIn, windowOf, type Window } from '../../../model-calls/window.ts';
import { fitted } from './budget.ts';
import { answerPrompt } from './prompt.ts';

/** A question with its sources and the settings of its answer. */
export interface GroundedQuestion extends Question {
  readonly settings: AnswerSettings;
  readonly model: string;
  readonly context: AnswerContext;
  readonly trace: Trace;
  /** Tag of the visitor's language. */
  readonly language: string;
  readonly logId?: string;
  /** Told what each call of the model has taken. */
  readonly booked?: CallPurpose['booked'];
}

/** Output token limit of a search answer (spec: 128 to 2048; 0 takes the chat's). */
const searchTokens = (configured: number, ofChat: number) =>
  configured <= 0 ? ofChat : Math.min(2048, Math.max(128, configured));

/** The parts of a sound answer; a second attempt is in the trace. */
export async function* partsOf(
  deps: ChatDeps,
  ask: GroundedQuestion,
  wantsReasoning: boolean,
): AsyncGenerator<ChatPart> {
  const startedAt = deps.clock.now();
  const within = (window: Window | undefined) => {
    const calls = callsFor(deps, ask, wantsReasoning, window);
    const parts = soundAnswer({
      models: deps.models,
      ...calls,
      misfired(misfire) {
        const detail = explained('trace_asked_again', { what: misfire });
        ask.trace.add('generate', 'Answer', { status: 'fallback', detail }, startedAt);
      },
    });
    return { parts, estimate: estimateMessages(calls.prompt.messages) };
  };
  const tokens = modelNamed(deps.models, 'chat', ask.model)?.contextTokens;
  const first = within(tokens === undefined ? undefined : { tokens, rate: 1 });
  let hasBegun = false;
  try {
    for await (const part of first.parts) {
      hasBegun ||= part.type !== 'turn';
      yield part;
    }
  } catch (error) {
    const smaller = hasBegun ? undefined : windowOf(error, first.estimate);
    if (smaller === undefined) throw error;
    yield* within(smaller).parts;
  }
}

/** The calls for the first and second attempt, and the judge of their beginning. */
function callsFor(
  { detectLanguage, siteTitle, clock }: ChatDeps,
  ask: GroundedQuestion,
  wantsReasoning: boolean,
  window: Window | undefined,
) {
  const { question, kind, model, context, trace, language } = ask;
  const { chat, search } = ask.settings;
  const { level } = context;
  const brief = kind === 'search';
  const wanted = brief ? searchTokens(search.maxTokens, chat.maxTokens) : chat.maxTokens;
  const maxTokens = answerTokens(wanted, window);
  const asked = {
    question,
    language,
    siteTitle: siteTitle(language),
    today: dateOf(dayAt(clock.now())),
    systemPrompt: (brief && search.systemPrompt) || chat.systemPrompt,
    brief,
  };
  const material = {
    history: chat.historyTurns === 0 ? [] : ask.history.slice(-2 * chat.historyTurns),
    passages: context.passages,
  };
  const bare = answerPrompt({ ...asked, history: [], passages: [], level });
  const { history, passages } =
    window === undefined
      ? material
      : fitted(material, roomIn(window, maxTokens) - estimateMessages(bare.messages));
  const prompt = answerPrompt({ ...asked, history, passages, level });
  trace.add('inject_context', 'Prompt', {
    ...(passages.length === 0 && { status: 'fallback' as const, statusLabel: 'no context' }),
    detail: explained('trace_prompt', {
      count: prompt.messages.reduce((sum, message) => sum + message.content.length, 0),
      level,
    }),
    data: {
      ragDocCount: passages.length,
      contextLength: contextLength(passages),
      level,
      ...(trace.isFull && { messages: prompt.messages }),
    },
  });
  const callOf = (misfire: Misfire | undefined): ChatCall => ({
    model,
    task: { kind: 'answer', question, passages, brief },
    messages: misfire ? prompt.again(misfire) : prompt.messages,
    temperature: chat.temperature,
    maxTokens,
    // A model that has thought without a word of an answer would do so again.
    reasoning: wantsReasoning && misfire !== 'empty' ? 'enabled' : 'disabled',
    scenario: ask.scenario,
    ...(ask.logId && { logId: ask.logId }),
    ...(ask.booked && { booked: ask.booked }),
    signal: ask.signal,
  });
  const judge = (head: string, ended: boolean) =>
    judgeHead(head, ended, { question, language, prompt, detectLanguage });
  return { callOf, judge, prompt };
}
