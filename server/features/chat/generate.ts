import { token, type StreamEvent } from '../../../contract/events.ts';
import { languageOf } from './language.ts';
import { Fault } from '../../kit/fault.ts';
import type { Trace } from '../../kit/trace.ts';
import type { ChatPart } from '../../ports/models.ts';
import { createAnswerFilter } from './filter/answer-filter.ts';
import type { ChatDeps, Question } from './chat.ts';
import type { AnswerRecorder } from './answer-recorder.ts';
import { contextLength, type AnswerContext } from './context.ts';
import { linkPolicy } from './filter/link-policy.ts';
import { answerPrompt } from './prompt.ts';
import { createAttribution } from './attribution.ts';

interface Generation extends Question {
  readonly model: string;
  readonly context: AnswerContext;
  readonly trace: Trace;
  readonly logId?: string;
}

/** Output tokens of a search answer (spec: 128 to 2048; 0 takes the chat's). */
const searchTokens = (configured: number, ofChat: number) =>
  configured <= 0 ? ofChat : Math.min(2048, Math.max(128, configured));

/** Lets the model write and passes on what stands up to a check, with reasoning kept apart. */
export async function* generate(
  { config, models, siteOrigin, clock }: ChatDeps,
  ask: Generation,
  recorder: AnswerRecorder,
): AsyncGenerator<StreamEvent> {
  const { question, kind, model, context, trace } = ask;
  const settings = await config.read('chat');
  const search = await config.read('search');
  const brief = kind === 'search';
  const language = languageOf(question);
  const history = settings.historyTurns === 0 ? [] : ask.history.slice(-2 * settings.historyTurns);
  const systemPrompt = (brief && search.systemPrompt) || settings.systemPrompt;
  const messages = answerPrompt({
    question,
    history,
    passages: context.passages,
    language,
    systemPrompt,
    brief,
  });
  trace.add('inject_context', 'Prompt', {
    ...(context.passages.length === 0 && { status: 'fallback' as const, statusLabel: 'no context' }),
    detail: `${messages.reduce((sum, message) => sum + message.content.length, 0)} characters to the model`,
    data: { ragDocCount: context.passages.length, contextLength: contextLength(context.passages) },
  });

  const attribution = createAttribution(context.passages);
  const filter = createAnswerFilter({
    support: attribution.articleFor,
    allowsLink: linkPolicy(context, siteOrigin),
  });
  const wantsReasoning =
    kind === 'chat' && settings.allowVisitorReasoning && (ask.reasoning ?? settings.reasoningDefaultEnabled);
  const startedAt = clock.now();
  const parts = models.chat({
    model,
    task: { kind: 'answer', question, passages: context.passages, language, brief },
    messages,
    temperature: settings.temperature,
    maxTokens: brief ? searchTokens(search.maxTokens, settings.maxTokens) : settings.maxTokens,
    reasoning: wantsReasoning ? 'enabled' : 'disabled',
    scenario: ask.scenario,
    ...(ask.logId && { logId: ask.logId }),
    signal: ask.signal,
  });
  let said = 0;
  try {
    for await (const event of reasoningApart(parts, wantsReasoning)) {
      if ('event' in event) yield event;
      else {
        const shown = event.type === 'text' ? filter.push(event.text) : filter.end();
        said += shown.length;
        if (shown !== '') yield token(shown);
        if (event.type === 'finish') {
          if (said === 0)
            throw new Fault('upstream', 'The model answered with nothing', { upstreamKind: 'protocol' });
          recorder.finished(event);
        }
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
