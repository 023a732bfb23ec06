import type { MarkQuote } from '../../../contract/articles/articles.ts';
import { token, type StreamEvent } from '../../../contract/events.ts';
import { Fault } from '../../kit/fault.ts';
import type { Trace } from '../../kit/trace.ts';
import type { ChatPart } from '../../ports/models.ts';
import type { AnswerRecorder } from './answer-recorder.ts';
import { deniesCoverage } from './answer-state.ts';
import { soundAnswer } from './attempts.ts';
import { createAttribution } from './grounding/attribution.ts';
import type { AnswerSettings, ChatDeps, Question } from './question.ts';
import { contextLength, quotableArticles, type AnswerContext } from './grounding/context.ts';
import { createAnswerFilter } from './filter/answer-filter.ts';
import { linkPolicy } from './filter/link-policy.ts';
import { judgeHead } from './grounding/judge-head.ts';
import { createMarkInserter } from './grounding/mark-inserter.ts';
import { answerPrompt } from './prompt.ts';
import { quotedAnswer } from './grounding/quoted-answer.ts';
import { nextQuestions } from './suggestions.ts';
import { textsOf } from './texts/texts.ts';

export interface Generation extends Question {
  readonly settings: AnswerSettings;
  readonly model: string;
  readonly context: AnswerContext;
  readonly trace: Trace;
  /** Tag of the visitor's language. */
  readonly language: string;
  readonly logId?: string;
}

/** Output tokens of a search answer (spec: 128 to 2048; 0 takes the chat's). */
const searchTokens = (configured: number, ofChat: number) =>
  configured <= 0 ? ofChat : Math.min(2048, Math.max(128, configured));

/**
 * The answer itself: of a language model, or quoted where there is none. When the model fails before it has said anything, the
 * quoted passage answers in its place.
 */
export async function* generate(
  deps: ChatDeps,
  ask: Generation,
  recorder: AnswerRecorder,
): AsyncGenerator<StreamEvent> {
  const { models } = deps;
  const offered = models.list('chat');
  const info = ask.model === '' ? models.defaultOf('chat') : offered.find(({ name }) => name === ask.model);
  if (info?.builtin) return yield* quotedAnswer(deps, ask, recorder);
  try {
    yield* modelAnswer(deps, ask, recorder);
  } catch (error) {
    const builtin = offered.find((model) => model.builtin)?.name;
    const failed = error instanceof Fault && (error.code === 'upstream' || error.code === 'unavailable');
    const canQuote = builtin !== undefined && recorder.length === 0 && ask.context.level === 'answers';
    if (!failed || !canQuote || ask.signal.aborted) throw error;
    ask.failed?.(error);
    deps.log.warn({ logId: ask.logId, err: error.message }, 'the language model failed; a passage is quoted');
    recorder.notice('model_failed');
    yield* quotedAnswer(deps, { ...ask, model: builtin }, recorder);
  }
}

/** Lets the model write and passes on what stands up to a check, with reasoning kept apart. */
async function* modelAnswer(
  deps: ChatDeps,
  ask: Generation,
  recorder: AnswerRecorder,
): AsyncGenerator<StreamEvent> {
  const { models, siteOrigin, clock, detectLanguage } = deps;
  const { question, kind, model, context, trace, language } = ask;
  const { chat: settings, search } = ask.settings;
  const brief = kind === 'search';
  const history = settings.historyTurns === 0 ? [] : ask.history.slice(-2 * settings.historyTurns);
  const { passages, level } = context;
  const prompt = answerPrompt({
    question,
    history,
    passages,
    level,
    language,
    systemPrompt: (brief && search.systemPrompt) || settings.systemPrompt,
    brief,
  });
  trace.add('inject_context', 'Prompt', {
    ...(passages.length === 0 && { status: 'fallback' as const, statusLabel: 'no context' }),
    detail: `${prompt.messages.reduce((sum, message) => sum + message.content.length, 0)} characters to the model; evidence ${level}`,
    data: { ragDocCount: passages.length, contextLength: contextLength(passages), level },
  });

  const attribution = createAttribution(passages);
  const filter = createAnswerFilter({
    support: attribution.articleFor,
    allowsLink: linkPolicy(context, siteOrigin),
    quote: attribution.quoteFor,
  });
  const { kept, moved, dropped } = filter.marks;
  const marks = createMarkInserter(attribution, {
    hasMarks: () => filter.marks.kept + filter.marks.moved + filter.marks.dropped > kept + moved + dropped,
    addMark: filter.addMark,
  });
  const opening = createOpening(level === 'not_covered' ? textsOf(language).notCovered : undefined);
  const wantsReasoning =
    kind === 'chat' && settings.allowVisitorReasoning && (ask.reasoning ?? settings.reasoningDefaultEnabled);
  const startedAt = clock.now();
  const parts = soundAnswer(
    models,
    (misfire) => ({
      model,
      task: { kind: 'answer', question, passages, brief },
      messages: misfire ? prompt.again(misfire) : prompt.messages,
      temperature: settings.temperature,
      maxTokens: brief ? searchTokens(search.maxTokens, settings.maxTokens) : settings.maxTokens,
      reasoning: wantsReasoning ? 'enabled' : 'disabled',
      scenario: ask.scenario,
      ...(ask.logId && { logId: ask.logId }),
      signal: ask.signal,
    }),
    (head, ended) => judgeHead(head, ended, { question, language, fence: prompt.fence, detectLanguage }),
    (misfire) => {
      const detail = `Asked once more: ${misfire}`;
      trace.add('generate', 'Answer', { status: 'fallback', detail }, startedAt);
    },
  );
  try {
    for await (const event of reasoningApart(parts, wantsReasoning)) {
      if ('event' in event) yield event;
      else if (event.type === 'text') {
        const shown = opening.push(marks.push(filter.push(event.text)));
        if (shown !== '') yield token(shown);
      } else if (event.type === 'finish') {
        const rest = opening.end(marks.push(filter.end()) + marks.end());
        if (rest !== '') yield token(rest);
        if (recorder.length + rest.length === 0 && event.reason !== 'filtered')
          throw new Fault('upstream', 'The model answered with nothing', { upstreamKind: 'protocol' });
        recorder.finished(event);
      }
    }
  } finally {
    recorder.checked(filter, attribution);
    const { usage } = recorder;
    trace.add(
      'generate',
      'Answer',
      { detail: model || 'default model', data: { ...usage, marks: filter.marks } },
      startedAt,
    );
  }
  await suggestNext(deps, ask, filter.quotes[0], recorder);
}

/** Questions from the headings near the first place that the answer stands on. */
async function suggestNext(
  { blocks }: ChatDeps,
  { context, language, question, kind }: Generation,
  first: MarkQuote | undefined,
  recorder: AnswerRecorder,
): Promise<void> {
  if (first === undefined || kind === 'search') return;
  const own = (await quotableArticles(blocks, context)).find(({ article }) => article === first.article);
  const at = own?.blocks.find(({ anchor }) => anchor === (first.anchor ?? ''));
  if (own && at) recorder.suggest(nextQuestions(own.blocks, at, language, question));
}

/** Characters after which an answer that has not said that the site lacks it is taken for one from memory. */
const openingLength = 240;

/**
 * The opening of an answer to an uncovered question: when it neither says so nor carries a mark that stands, the sentence that
 * it does not is put before it.
 */
function createOpening(notCovered: string | undefined) {
  let held = '';
  let isOpen = notCovered !== undefined;
  const settle = () => {
    isOpen = false;
    const isHonest = deniesCoverage(held) || /\[\d{1,2}\]/.test(held) || held.trim() === '';
    return isHonest ? held : `${notCovered}\n\n${held}`;
  };
  return {
    push(text: string): string {
      if (!isOpen) return text;
      held += text;
      return held.length < openingLength && !deniesCoverage(held) ? '' : settle();
    },
    end(text: string): string {
      if (!isOpen) return text;
      held += text;
      return settle();
    },
  };
}

/** Reasoning parts as the three events of spec 6.1, or left out; the other parts pass. */
async function* reasoningApart(
  parts: AsyncIterable<ChatPart>,
  wanted: boolean,
): AsyncGenerator<StreamEvent | Exclude<ChatPart, { type: 'reasoning' }>> {
  let open = false;
  for await (const part of parts) {
    if (part.type === 'reasoning') {
      if (!wanted) continue;
      if (!open) yield { event: 'reasoning_start', data: {} };
      open = true;
      yield { event: 'reasoning_delta', data: { content: part.text } };
      continue;
    }
    if (open) yield { event: 'reasoning_end', data: {} };
    open = false;
    yield part;
  }
  if (open) yield { event: 'reasoning_end', data: {} };
}
