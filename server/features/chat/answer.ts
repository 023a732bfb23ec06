import { withTrial } from '../../../contract/evaluations/trial.ts';
import { token, type StreamEvent } from '../../../contract/events.ts';
import { explained } from '../../kit/explained.ts';
import { isBuiltin } from '../../kit/model-named.ts';
import { disabled, isFault, isStop, unavailable } from '../../kit/fault.ts';
import { createTrace } from '../../kit/trace.ts';
import { yieldToEventLoop } from '../../work/event-loop.ts';
import { admit, type Admitted } from './limits/admit.ts';
import { beginAnswerLog } from './answer-log.ts';
import { cachedReply, cachedSteps, cachePlace, endAndKeep } from './cached.ts';
import { createAnswerRecorder, type AnswerRecorder, type CachePlace } from './answer-recorder.ts';
import { curatedPassage, curatedReply, curatedSteps, offeredStage, type CuratedReply } from './curated.ts';
import { chatDisabledMessage, failureMessage } from './failure-messages.ts';
import { escapedAngle } from './filter/html-syntax.ts';
import { generate } from './generate.ts';
import { mailbox, telephone } from '../../text/question/fact-kinds.ts';
import { buildContext, type AnswerContext } from './grounding/context.ts';
import { versionRemark } from './grounding/version-remark.ts';
import { sectionAsked } from './grounding/next-section.ts';
import { excerptOfPage, type PageSummary } from './grounding/page-article.ts';
import type { Answer, ChatDeps, IntentAnswer, Journey as SharedJourney, Question } from './question.ts';
import { smallTalkReply } from './small-talk/reply.ts';
import { subjectOf, type SmallTalk } from './small-talk/small-talk.ts';
import { headingAsked } from './suggestions.ts';

/**
 * Answers a question: checks that chat is enabled, starts the log, goes through the steps below, and closes the log. A
 * failure becomes a friendly message; the log is closed also when the client leaves. Throws the Fault `disabled` when
 * visitor chat is off.
 */
export function createAnswer(deps: ChatDeps): Answer {
  return async function* answer(ask) {
    const settings = withTrial(await deps.config.all(), ask.settings ?? {});
    if (ask.visitor && ask.kind === 'chat' && !settings.chat.allowGuest)
      throw disabled(chatDisabledMessage(await languageOfRefusal(deps, ask)));
    const trace = ask.trace ?? createTrace(deps.clock.now);
    const recorder = createAnswerRecorder();
    const startedAt = deps.clock.now();
    const log = beginAnswerLog(deps, ask, { recorder, trace });
    let language: string | undefined;
    let isWhole = false;
    try {
      const admitted = await admit(deps, ask, settings);
      language = await deps.detectLanguage(ask.question, deps.siteLanguages);
      const journey = {
        trace,
        language,
        settings,
        recorder,
        admitted,
        vectors: new Map(),
        ...(log.id && { logId: log.id }),
      };
      for await (const event of steps(deps, ask, journey)) {
        recorder.note(event);
        yield withText(event, ask.escaped ? '&lt;' : '<');
      }
      isWhole = true;
      await endAndKeep(deps, ask, { recorder, log });
      yield withText({ event: 'answer_state', data: recorder.summary() }, ask.escaped ? '&lt;' : '<');
      if (ask.visitor && log.id && log.isKept && ask.kind === 'chat') yield { event: 'logId', data: log.id };
    } catch (error) {
      const cause: unknown = ask.signal.aborted ? (ask.signal.reason ?? error) : error;
      // A client that left gets no message; one that waits while the service stops does.
      if (ask.signal.aborted && !isStop(cause)) throw cause;
      ask.failed?.(cause);
      const spoken = language ?? (await languageOfRefusal(deps, ask));
      const failure = failureMessage(cause, spoken, ask.kind, recorder.sent.length > 0 && !isWhole);
      recorder.fail(cause, failure);
      await log.endQuietly();
      // Of what is refused over and over, the log file gets no more than the chat logs.
      if (log.isKept || !ask.visitor || !isFault(cause, 'limited'))
        deps.log.warn(
          { logId: log.id, err: cause instanceof Error ? cause.message : 'failed' },
          'an answer failed',
        );
      yield token(recorder.sent.length > 0 ? `\n\n${failure.text}` : failure.text);
      yield { event: 'answer_state', data: recorder.summary() };
    } finally {
      ask.spent?.(recorder.usage());
      await log.endQuietly();
      deps.traces?.record({
        ...recorder.record(),
        ...ask,
        answerState: recorder.summary().answerState,
        stages: trace.stages,
        startedAt,
        finishedAt: deps.clock.now(),
      });
    }
  };
}

/** The same with what the answer is recorded by, and how it was admitted. */
interface Journey extends SharedJourney {
  readonly recorder: AnswerRecorder;
  readonly admitted: Admitted;
}

/** The language of a refusal: of the beginning of the question, so that refusing costs the same however long it is. */
const languageOfRefusal = (deps: ChatDeps, { question }: Question) =>
  deps.detectLanguage(question.slice(0, refusalSample));
const refusalSample = 200;

/**
 * The first of these that answers: the owner's own words, small talk, the summary of the page, a kept answer to the same question, an intent
 * route, the configured reply to an uncovered question, a model with the passages found. What was counted for the visitor is given back when no model was
 * needed.
 */
async function* steps(deps: ChatDeps, ask: Question, journey: Journey): AsyncGenerator<StreamEvent> {
  const { trace, settings, recorder, admitted, logId } = journey;
  const { aiFoundationChatModelName: model } = settings.models;
  const { events, near, place } = await readyMade(deps, ask, journey);
  if (events) return yield* events;
  const routed =
    ask.kind === 'chat' && ask.pageTask !== 'summarise'
      ? await deps.routeIntent(ask, { trace, logId, model })
      : undefined;
  if (routed?.answer) {
    if (!routed.askedModel) await admitted.refund();
    return yield* routedSteps(routed.answer, recorder);
  }
  if (!routed?.isEmptyRoute) recorder.keepAt(place);
  assertKnownModel(deps, model);
  recorder.asks(model || (deps.models.defaultOf('chat')?.name ?? ''));
  const purpose = { scenario: ask.scenario, ...(logId && { logId }) };
  await deps.limits.checkModel(model, purpose).catch(async (refusal: unknown) => {
    await admitted.refund();
    throw refusal;
  });
  const section = await sectionAsked(deps.page, ask);
  // A question of thousands of characters and a long article take some ten milliseconds at each step.
  await yieldToEventLoop();
  const offered = near && !isBuiltin(deps.models, 'chat', model) ? near : undefined;
  if (offered) offeredStage(journey.trace, offered);
  const context = await buildContext(
    deps,
    { ...ask, ...searched(ask) },
    { ...journey, section, ...(offered && { offered: curatedPassage(offered) }) },
  );
  recorder.grounded(context);
  if (admitted.wish && !showsContact(context)) {
    await admitted.refund();
    return yield* smallTalkSteps(deps, admitted.wish, journey);
  }
  if (context.fixedReply !== undefined) {
    await admitted.refund();
    yield token(context.fixedReply);
    return;
  }
  const cited =
    context.level === 'answers' || !isBuiltin(deps.models, 'chat', model) ? context.citations : [];
  if (cited.length > 0) yield { event: 'citations', data: cited };
  await yieldToEventLoop();
  yield* generate(deps, { ...ask, ...journey, model, context }, recorder);
  yield* versionRemark(deps, { ...journey, context }, recorder);
}

/** What is there without a call, and what the later steps need of the look for it. */
interface ReadyMade {
  readonly events?: Iterable<StreamEvent> | AsyncIterable<StreamEvent>;
  /** An answer of the owner to a question that may be another one. */
  readonly near?: CuratedReply | undefined;
  /** Where the answer is kept. */
  readonly place?: CachePlace | undefined;
}

async function readyMade(deps: ChatDeps, ask: Question, journey: Journey): Promise<ReadyMade> {
  const { settings, admitted, logId, vectors } = journey;
  const { question } = searched(ask);
  const asked = { question, signal: ask.signal, settings, vectors, ...(logId && { logId }) };
  const curated = await curatedReply(deps, ask, {
    searched: question,
    language: journey.language,
    isSmallTalk: admitted.talk !== undefined,
    vector: async () => deps.questionVector?.(asked),
    search: () =>
      deps.retrieve({
        ...asked,
        history: [],
        withoutHelpers: true,
        language: journey.language,
        trace: createTrace(deps.clock.now),
      }),
  });
  const free = (events: Iterable<StreamEvent>) => ({ events: givenBack(deps, events, admitted) });
  if (curated && !curated.isNear) return free(curatedSteps(curated, journey));
  if (admitted.talk) return { events: smallTalkSteps(deps, admitted.talk, journey) };
  const excerpt = await excerptOfPage(deps.page, ask);
  if (excerpt) return free(excerptSteps(excerpt, journey));
  // Before the intent routes, of which a model may choose: the key says that none has taken the question.
  const place = curated || admitted.wish ? undefined : await cachePlace(deps, ask, journey);
  const kept = await cachedReply(deps, place, ask);
  return kept ? free(cachedSteps(kept, journey)) : { near: curated, place };
}

/** What costs nothing, and then what was counted for it is given back, also to a visitor who leaves: its text does not wait for that, and does not fail by it. */
async function* givenBack(
  { log }: Pick<ChatDeps, 'log'>,
  events: Iterable<StreamEvent>,
  { refund }: Pick<Admitted, 'refund'>,
): AsyncGenerator<StreamEvent> {
  try {
    yield* events;
  } finally {
    await refund().catch((error: unknown) =>
      log.warn({ err: String(error) }, 'an answer that cost nothing stays counted'),
    );
  }
}

/** True when what was found shows how to get in touch: a telephone number, or an address of mail. */
const showsContact = ({ level, passages }: AnswerContext): boolean =>
  level === 'answers' && passages.some(({ text }) => mailbox.test(text) || telephone.test(text));

/** The part of a question that is searched, with the conversation that it may continue. */
function searched({ question, history }: Question): Pick<Question, 'question' | 'history'> {
  const heading = headingAsked(question);
  return heading === undefined
    ? { question: subjectOf(question), history }
    : { question: heading, history: [] };
}

async function* smallTalkSteps(
  deps: Pick<ChatDeps, 'site'>,
  talk: SmallTalk,
  { trace, language, settings, recorder }: Journey,
): AsyncGenerator<StreamEvent> {
  const spoken = talk.language || language;
  const site = await deps.site(spoken, settings.chat);
  trace.add('chat_intent', 'Intent', {
    detail: explained('trace_small_talk'),
    data: { topic: talk.topic },
  });
  // Who wants a person wants no further questions.
  recorder.smallTalk(talk.topic === 'contact' ? [] : site.suggestions);
  if (talk.topic === 'contact' && settings.chat.contactUrl !== '') recorder.notice('contact');
  yield token(smallTalkReply(talk, spoken, site, settings.chat));
}

function* routedSteps(
  { route, citations, structuredResult, leadIn }: IntentAnswer,
  recorder: AnswerRecorder,
): Generator<StreamEvent> {
  recorder.routed(route);
  if (citations.length > 0) yield { event: 'citations', data: citations };
  yield { event: 'structured_result', data: structuredResult };
  yield token(leadIn);
}

function* excerptSteps(excerpt: PageSummary, { trace, language, recorder }: Journey): Generator<StreamEvent> {
  trace.add('chat_intent', 'Intent', { detail: explained('trace_route') });
  trace.add('generate', 'Answer', { detail: explained('trace_excerpt') });
  recorder.quoted({
    quotes: excerpt.quote ? [excerpt.quote] : [],
    places: [],
    suggestions: excerpt.suggestions(language),
  });
  yield { event: 'citations', data: [excerpt.citation] };
  yield token(excerpt.text);
}

/** Throws the Fault `unavailable` when the configured model is not connected. */
function assertKnownModel({ models }: Pick<ChatDeps, 'models'>, model: string): void {
  if (model !== '' && !models.list('chat').some(({ name }) => name === model))
    throw unavailable(explained('model_unknown', { kind: 'chat', model }));
}

/** A token, or the whole text at the end, with `<` written as its client needs it. */
function withText(event: StreamEvent, sign: '<' | '&lt;'): StreamEvent {
  const asNeeded = (text: string) => text.replaceAll(escapedAngle, sign);
  if (event.event === 'token') return token(asNeeded(event.data.content));
  if (event.event !== 'answer_state' || event.data.text === undefined) return event;
  return { ...event, data: { ...event.data, text: asNeeded(event.data.text) } };
}
