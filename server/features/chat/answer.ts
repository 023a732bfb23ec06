import { explained } from '../../kit/explained.ts';
import { modelNamed } from '../../kit/model-named.ts';
import { withTrial } from '../../../contract/evaluations/trial.ts';
import { token, type StreamEvent } from '../../../contract/events.ts';
import { isDatabaseUnavailable } from '../../kit/database.ts';
import { disabled, isStop, unavailable } from '../../kit/fault.ts';
import { stopwatch } from '../../kit/stopwatch.ts';
import { createTrace, type Trace } from '../../kit/trace.ts';
import type { Models } from '../../ports/models.ts';
import type { LogEntry } from '../chat-logs/chat-logs.ts';
import { createAnswerRecorder, type AnswerRecorder } from './answer-recorder.ts';
import { chatDisabledMessage, failureMessage } from './failure-messages.ts';
import { escapedAngle } from './filter/html-syntax.ts';
import { generate } from './generate.ts';

import { excerptOfPage } from './grounding/page-article.ts';
import { smallTalkReply } from './small-talk/reply.ts';
import { smallTalkOf, subjectOf, type SmallTalk } from './small-talk/small-talk.ts';
import { buildContext } from './grounding/context.ts';
import type { Question, ChatDeps, Answer, AnswerSettings } from './question.ts';

/**
 * Answers a question: checks that chat is enabled, starts the log, answers small talk, reserves the limits, tries
 * intent routes, otherwise retrieves passages and asks the model, checks the text while it streams, and closes the log.
 * A failure becomes a friendly message; the log is closed also when the client leaves. Throws the Fault `disabled` when
 * visitor chat is off.
 */
export function createAnswer(deps: ChatDeps): Answer {
  return async function* answer(ask) {
    const language = await deps.detectLanguage(ask.question, deps.siteLanguages);
    const settings = withTrial(await deps.config.all(), ask.settings ?? {});
    if (ask.visitor && ask.kind === 'chat' && !settings.chat.allowGuest)
      throw disabled(chatDisabledMessage(language));
    const trace = ask.trace ?? createTrace(deps.clock.now);
    const log =
      ask.visitor &&
      deps.logs.begin({
        ...ask.visitor,
        kind: ask.kind,
        question: ask.question,
        streamed: ask.streamed ?? true,
      });
    const recorder = createAnswerRecorder();
    const took = stopwatch(deps.clock);
    let isLogged = log !== undefined;
    // While the database is away, answers that cost nothing continue without a log (DB9).
    const unlogged = (error: unknown) => {
      const { answeredBy } = recorder;
      const isPaid = answeredBy !== '' && !isBuiltin(deps.models, answeredBy);
      if (isPaid || !isDatabaseUnavailable(error)) throw error;
      isLogged = false;
      deps.log.warn({ logId: log?.id, err: String(error) }, 'a chat log could not be saved');
    };
    const close = () => log && recorder.end(() => finishLog(log, recorder, trace, took()).catch(unlogged));
    /** A failed log write has already failed the answer, or nobody is left to tell. */
    const closeQuietly = async () => {
      await close()?.catch((error: unknown) =>
        deps.log.warn({ logId: log?.id, err: String(error) }, 'a chat log could not be saved'),
      );
    };
    try {
      for await (const event of steps(ask, {
        trace,
        language,
        settings,
        recorder,
        ...(log && { logId: log.id }),
      })) {
        recorder.note(withText(event, '<'));
        yield withText(event, ask.escaped ? '&lt;' : '<');
      }
      await close();
      yield { event: 'answer_state', data: recorder.summary() };
      if (log && isLogged && ask.kind === 'chat') yield { event: 'logId', data: log.id };
    } catch (error) {
      const cause: unknown = ask.signal.aborted ? (ask.signal.reason ?? error) : error;
      // A client that left gets no message; one that waits while the service stops does.
      if (ask.signal.aborted && !isStop(cause)) throw cause;
      ask.failed?.(cause);
      const failure = failureMessage(cause, language, ask.kind);
      recorder.fail(cause, failure);
      deps.log.warn(
        { logId: log?.id, err: cause instanceof Error ? cause.message : 'failed' },
        'an answer failed',
      );
      await closeQuietly();
      yield token(recorder.length > 0 ? `\n\n${failure.text}` : failure.text);
      yield { event: 'answer_state', data: recorder.summary() };
    } finally {
      await closeQuietly();
    }
  };

  async function* steps(ask: Question, journey: Journey): AsyncGenerator<StreamEvent> {
    const { trace, language, settings, recorder, logId } = journey;
    const { aiFoundationChatModelName: model } = settings.models;
    const talk = settings.chat.smallTalkEnabled ? smallTalkIn(ask) : undefined;
    if (talk) {
      const spoken = talk.language || language;
      const site = await deps.site(spoken, settings.chat);
      trace.add('chat_intent', 'Intent', {
        detail: explained('trace_small_talk'),
        data: { topic: talk.topic },
      });
      recorder.smallTalk(site.suggestions);
      yield token(smallTalkReply(talk, spoken, site, settings.chat));
      return;
    }
    if (ask.visitor) await deps.logs.assertRoom?.();
    const reservation = ask.visitor && (await deps.limits.reserve(ask.visitor.address));
    const routed =
      ask.kind === 'chat' && ask.pageTask !== 'summarise'
        ? await deps.routeIntent(ask, { trace, logId, model })
        : undefined;
    if (routed?.answer) {
      const { route, citations, structuredResult, leadIn } = routed.answer;
      if (!routed.askedModel) await reservation?.refund();
      recorder.routed(route);
      if (citations.length > 0) yield { event: 'citations', data: citations };
      yield { event: 'structured_result', data: structuredResult };
      yield token(leadIn);
      return;
    }
    const excerpt = await excerptOfPage(deps.page, ask);
    if (excerpt) {
      await reservation?.refund();
      trace.add('chat_intent', 'Intent', { detail: explained('trace_route') });
      trace.add('generate', 'Answer', { detail: explained('trace_excerpt') });
      recorder.quoted({ quote: excerpt.quote, places: [], suggestions: excerpt.suggestions(language) });
      yield { event: 'citations', data: [excerpt.citation] };
      yield token(excerpt.text);
      return;
    }
    if (model !== '' && !deps.models.list('chat').some(({ name }) => name === model)) {
      throw unavailable(explained('model_unknown', { kind: 'chat', model }));
    }
    recorder.asks(model || (deps.models.defaultOf('chat')?.name ?? ''));
    const purpose = { scenario: ask.scenario, ...(logId && { logId }) };
    await deps.limits.checkModel(model, purpose).catch(async (refusal: unknown) => {
      await reservation?.refund();
      throw refusal;
    });
    const context = await buildContext(deps, { ...ask, question: subjectOf(ask.question) }, journey);
    recorder.grounded(context);
    if (context.fixedReply !== undefined) {
      await reservation?.refund();
      yield token(context.fixedReply);
      return;
    }
    const cited = context.level === 'answers' || !isBuiltin(deps.models, model) ? context.citations : [];
    if (cited.length > 0) yield { event: 'citations', data: cited };
    yield* generate(
      deps,
      { ...ask, model, context, trace, language, settings, ...(logId && { logId }) },
      recorder,
    );
  }
}

/** State shared by the steps of an answer. */
interface Journey {
  readonly trace: Trace;
  readonly settings: AnswerSettings;
  /** Tag of the visitor's language. */
  readonly language: string;
  readonly recorder: AnswerRecorder;
  readonly logId?: string;
}

/** With a named route or a page task the text is not checked for small talk. */
const smallTalkIn = ({ question, kind, intentRouteId, pageTask }: Question): SmallTalk | undefined =>
  kind === 'chat' && intentRouteId === undefined && pageTask !== 'summarise'
    ? smallTalkOf(question)
    : undefined;

const isBuiltin = (models: Models, name: string): boolean =>
  modelNamed(models, 'chat', name)?.builtin === true;

/** A token with `<` written as its client needs it. */
const withText = (event: StreamEvent, sign: '<' | '&lt;'): StreamEvent =>
  event.event === 'token' && event.data.content.includes(escapedAngle)
    ? token(event.data.content.replaceAll(escapedAngle, sign))
    : event;

const finishLog = (log: LogEntry, recorder: AnswerRecorder, trace: Trace, durationMs: number) =>
  log.finish({ ...recorder.record(), durationMs, stages: trace.stages });
