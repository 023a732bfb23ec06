import type { StreamEvent } from '../../../contract/events.ts';
import { token } from '../../../contract/events.ts';
import { explained } from '../../kit/explained.ts';
import { sha256 } from '../../kit/ids.ts';
import { modelNamed } from '../../kit/model-named.ts';
import type { Trace } from '../../kit/trace.ts';
import { questionKey } from '../../text/question/question-key.ts';
import type { KeptAnswer } from '../answer-cache/answer-cache.ts';
import type { AnswerLog } from './answer-log.ts';
import type { AnswerRecorder, CachePlace } from './answer-recorder.ts';
import { ownVersion } from './grounding/own-version.ts';
import type { AnswerSettings, ChatDeps, Question } from './question.ts';

/**
 * The key names all that an answer depends on beside its passages: the question as it is compared, where and how it is asked, the
 * settings, the model and the intent routes, of which none has taken it. None for what goes on with a conversation, and for evaluations,
 * which ask what a question is answered today.
 */
export async function cachePlace(
  deps: Pick<ChatDeps, 'cache' | 'models' | 'siteOrigin' | 'routesRevision' | 'versionOf'>,
  ask: Question,
  { language, settings }: { readonly language: string; readonly settings: AnswerSettings },
): Promise<CachePlace | undefined> {
  const { models, retrieval, enhancement, chat, search } = settings;
  const isWatched = ask.visitor !== undefined || ask.trace?.isFull === true;
  if (!deps.cache || chat.answerCacheHours === 0 || !isWatched || ask.history.length > 0) return undefined;
  if (ask.intentRouteId !== undefined) return undefined;
  const model = modelNamed(deps.models, 'chat', models.aiFoundationChatModelName);
  if (!model || model.builtin) return undefined;
  const helpers = (['embedding', 'rerank'] as const).map((kind) => deps.models.list(kind));
  const version = await ownVersion(deps, ask);
  const key = JSON.stringify([
    questionKey(ask.question),
    language,
    [
      ask.kind,
      ask.scope ?? [],
      ask.pageUrl,
      ask.pageTask,
      ask.reasoning,
      ...(version === undefined ? [] : [version]),
    ],
    { models, retrieval, enhancement, chat, search },
    [model, helpers, deps.siteOrigin()],
    await deps.routesRevision?.(),
  ]);
  return { key: sha256(key), hours: chat.answerCacheHours };
}

/** The kept answer to a question. A question is answered anew while the kept ones cannot be read. */
export async function cachedReply(
  { cache, log }: Pick<ChatDeps, 'cache' | 'log'>,
  place: CachePlace | undefined,
  { visitor }: Question,
): Promise<(KeptAnswer & { readonly at: string }) | undefined> {
  if (!cache || !place) return undefined;
  try {
    return await cache.find(place.key, { hours: place.hours, byVisitor: visitor !== undefined });
  } catch (error) {
    log.warn({ err: String(error) }, 'kept answers could not be looked at');
    return undefined;
  }
}

export function* cachedSteps(
  answer: KeptAnswer & { readonly at: string },
  { trace, recorder }: { readonly trace: Trace; readonly recorder: AnswerRecorder },
): Generator<StreamEvent> {
  trace.add('chat_intent', 'Intent', { detail: explained('trace_route') });
  trace.add('answer_cache', 'Kept answer', { detail: explained('trace_cached', { at: answer.at }) });
  recorder.repeated(answer);
  if (answer.citations.length > 0) yield { event: 'citations', data: answer.citations };
  yield token(answer.text);
}

/** Saves the log of a finished answer, then keeps a visitor's answer for the next one who asks the same; what cannot be kept is written anew. */
export async function endAndKeep(
  { cache, log: warnings }: Pick<ChatDeps, 'cache' | 'log'>,
  { question, visitor }: Question,
  {
    recorder,
    log,
  }: { readonly recorder: AnswerRecorder; readonly log: Pick<AnswerLog, 'id' | 'isKept' | 'end'> },
): Promise<void> {
  await log.end();
  const [basis, answer] = [recorder.basis(), toKeep(recorder)];
  if (!visitor || !cache || !basis || !answer || log.id === undefined || !log.isKept) return;
  const { place, passages } = basis;
  try {
    await cache.keep(place.key, answer, { question, passages, logId: log.id });
  } catch (error) {
    warnings.warn({ logId: log.id, err: String(error) }, 'an answer could not be kept for the same question');
  }
}

/** The answer, unless anything but one model has written it, the passages do not support it in part, or there is something to be told of it. */
function toKeep({ summary, record, sent: text, answeredBy }: AnswerRecorder): KeptAnswer | undefined {
  const { text: _, ...said } = summary();
  const { model, citations, notices } = record();
  const isSound = said.answerState === 'answered' || said.answerState === 'partial';
  const isWhole = said.writtenBy === 'model' && answeredBy.size === 1 && notices.length === 0;
  return isSound && isWhole && said.quotes
    ? { text, model, citations: [...citations], summary: said }
    : undefined;
}
