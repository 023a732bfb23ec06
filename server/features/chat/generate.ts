import { explained } from '../../kit/explained.ts';
import { modelNamed } from '../../kit/model-named.ts';
import type { MarkQuote } from '../../../contract/articles/articles.ts';
import { token, type StreamEvent } from '../../../contract/events.ts';
import { Fault, unusableReply } from '../../kit/fault.ts';
import type { ChatPart } from '../../ports/models.ts';
import { headingOf, type AnswerRecorder } from './answer-recorder.ts';
import { supportOf } from './answer-state.ts';
import { createHeldText } from './soundness/held-text.ts';
import { createCheckedText } from './checked-text.ts';
import type { ChatDeps, Question } from './question.ts';
import { blocksOf } from './grounding/context.ts';
import { judgeMarks } from './mark-judge/judge-marks.ts';
import { partsOf, type GroundedQuestion } from './prompt/ask.ts';
import { answerStage } from './soundness/answer-stage.ts';
import { quotedAnswer } from './grounding/quoted-answer.ts';
import { createPatience, isBusyModel } from './soundness/patience.ts';
import { nextQuestions } from './suggestions.ts';
import { notCoveredText, textsOf } from './texts/texts.ts';

/**
 * Generates the answer: by a language model, or without one. When the model fails before any of its text is shown, what
 * would be said without it replaces it, however good the evidence.
 */
export async function* generate(
  deps: ChatDeps,
  ask: GroundedQuestion,
  recorder: AnswerRecorder,
): AsyncGenerator<StreamEvent> {
  const { models } = deps;
  const info = modelNamed(models, 'chat', ask.model);
  if (info?.builtin) return yield* quotedAnswer(deps, ask, recorder);
  try {
    const unsupported = yield* modelAnswer(deps, ask, recorder);
    if (unsupported) yield* instead(deps, ask, recorder, unsupported);
  } catch (error) {
    const builtin = builtinOf(deps);
    const failed = error instanceof Fault && (error.code === 'upstream' || error.code === 'unavailable');
    if (!failed || builtin === undefined || recorder.sent.length > 0 || ask.signal.aborted) throw error;
    ask.failed?.(error);
    deps.log.warn(
      { logId: ask.logId, err: error.message },
      'the language model failed; the question is answered without it',
    );
    recorder.notice(isBusyModel(error) ? 'model_busy' : 'model_failed');
    recorder.asks(builtin);
    yield* quotedAnswer(deps, { ...ask, model: builtin }, recorder);
  }
}

/** A text of which no passage supports anything. */
interface Unsupported {
  readonly text: string;
  readonly finish: Finish;
}

type Finish = Extract<ChatPart, { type: 'finish' }>;

/** What is said in place of a text without any supported statement, or that text under a heading. */
async function* instead(
  deps: ChatDeps,
  ask: GroundedQuestion,
  recorder: AnswerRecorder,
  { text, finish }: Unsupported,
): AsyncGenerator<StreamEvent> {
  const { leftOut, notOnSite } = textsOf(ask.language);
  const builtin = builtinOf(deps);
  if (ask.settings.retrieval.unsupportedAnswer === 'keep' || builtin === undefined)
    return yield token(builtin === undefined ? text : `${headingOf(notOnSite)}\n\n${text}`);
  yield token(`${leftOut}\n\n`);
  yield* quotedAnswer(deps, { ...ask, model: builtin }, recorder);
  // The call was made and is counted, although its model answers no more.
  const { model: _, ...counted } = finish;
  recorder.finished(counted);
  recorder.asks(builtin);
}

const isVisitors = ({ scenario }: Question) => scenario === 'visitor_qa' || scenario === 'search_answer';

const builtinOf = ({ models }: Pick<ChatDeps, 'models'>): string | undefined =>
  models.list('chat').find((model) => model.builtin)?.name;

/** Streams the model's answer with its text checked and reasoning separate; returns it where nothing of it is supported. */
async function* modelAnswer(
  deps: ChatDeps,
  ask: GroundedQuestion,
  recorder: AnswerRecorder,
): AsyncGenerator<StreamEvent, Unsupported | undefined> {
  const siteOrigin = deps.siteOrigin();
  const { context, language } = ask;
  const text = createCheckedText({ context, siteOrigin, language });
  const held = createHeldText(
    builtinOf(deps) === undefined ? undefined : text.isSupported,
    context.level === 'not_covered' ? notCoveredText(language, ask.scope) : undefined,
  );
  let unsupported: Unsupported | undefined;
  const stage = answerStage(deps, ask);
  let said = '';
  const wantsReasoning = isThinking(ask);
  // Without another way to answer, the wait has no end.
  const patience = createPatience(ask.signal, isVisitors(ask) && builtinOf(deps) !== undefined);
  const parts = partsOf(deps, { ...ask, booked: recorder.booked, signal: patience.signal }, wantsReasoning);
  try {
    for await (const event of reasoningApart(parts, wantsReasoning)) {
      if ('event' in event) yield event;
      else if (event.type === 'turn') yield patience.wait(event);
      else if (event.type === 'text') {
        said += event.text;
        const shown = held.push(text.push(event.text));
        if (shown !== '') yield token(shown);
        if (held.isHopeless) {
          // Leaving here ends the call, so that no more is paid for.
          const finish: Finish = { type: 'finish', reason: 'other', usage: {} };
          recorder.finished(finish);
          unsupported = { text: held.held, finish };
          break;
        }
      } else if (event.type === 'finish') {
        stage.answered(event);
        unsupported = yield* lastText(event, { text, held, language }, recorder);
        recorder.finished(event);
      }
    }
    stage.ended();
  } catch (failure) {
    const error = patience.ended ?? failure;
    stage.failed(error);
    const begun = held.isOpen ? text.flush() : '';
    if (begun !== '') yield token(begun);
    throw error;
  } finally {
    patience.end();
    recorder.checked(text.filter, text.attribution);
    const statements = ask.scenario === 'evaluation_answer' && supportOf(said, text.attribution);
    const found = { marks: text.filter.marks, ...(unsupported && { unsupported: true }) };
    stage.record({ ...recorder.usage(), ...found, ...(statements && { statements }) });
  }
  const isWhole = unsupported === undefined && recorder.summary().answerState !== 'refused';
  const quotes = isWhole ? await judgeMarks(deps, ask, text, recorder) : text.filter.quotes;
  await suggestNext(deps, ask, quotes[0], recorder);
  return unsupported;
}

/** Streams the end of a model's text; returns the text where nothing of it is supported. Throws where there is none. */
function* lastText(
  finish: Finish,
  { text, held, language }: { text: CheckedText; held: HeldText; language: string },
  recorder: AnswerRecorder,
): Generator<StreamEvent, Unsupported | undefined> {
  const { reason } = finish;
  const rest = held.end(text.end(reason === 'length'));
  if (rest === undefined && reason !== 'filtered') return { text: held.held, finish };
  const said = rest ?? held.held;
  if (said !== '') yield token(said);
  if (recorder.sent.length + said.length === 0) {
    if (reason !== 'filtered') throw unusableReply(explained('model_nothing'));
    yield token(textsOf(language).failures.refused);
  }
  if (reason === 'length') recorder.notice('cut_short');
  return undefined;
}

type CheckedText = ReturnType<typeof createCheckedText>;
type HeldText = ReturnType<typeof createHeldText>;

const isThinking = ({ kind, reasoning, settings: { chat } }: GroundedQuestion): boolean =>
  kind === 'chat' && chat.allowVisitorReasoning && (reasoning ?? chat.reasoningDefaultEnabled);

/** Follow-up questions from headings near the first cited place. */
async function suggestNext(
  { blocks }: ChatDeps,
  { context, language, question, kind }: GroundedQuestion,
  first: MarkQuote | undefined,
  recorder: AnswerRecorder,
): Promise<void> {
  if (first === undefined || kind === 'search') return;
  const own = (await blocksOf(blocks, context, first.article)) ?? [];
  const at = own.find(({ anchor }) => anchor === (first.anchor ?? ''));
  if (at) recorder.suggest(nextQuestions(own, at, language, question));
}

/** Converts reasoning parts to the three events of spec 6.1, or drops them; other parts pass. */
async function* reasoningApart(
  parts: AsyncIterable<ChatPart>,
  wanted: boolean,
): AsyncGenerator<StreamEvent | Exclude<ChatPart, { type: 'reasoning' }>> {
  let open = false;
  try {
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
  } catch (error) {
    if (open) yield { event: 'reasoning_end', data: {} };
    throw error;
  }
}
