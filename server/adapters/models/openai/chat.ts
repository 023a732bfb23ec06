import type { EventSourceMessage } from 'eventsource-parser';
import type { ChatCall, ChatPart } from '../../../ports/models.ts';
import { explained } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import type { ModelSpec } from '../models-file.ts';
import { readChunks } from './chunk.ts';
import { chatFallbacks } from './http/parameter-fallbacks.ts';
import type { Connection } from './http/connection.ts';
import type { Body } from './http/encode-body.ts';
import { providerMessage, type UpstreamFailure } from './http/errors.ts';
import { readEvents } from './http/events.ts';
import { chunksOf } from './http/part-frames.ts';
import { isFiltered } from './http/content-filter.ts';
import { parseJson } from '../../../kit/json.ts';
import { truncate } from '../../../text/text.ts';
import { createDeadline, type Deadline } from './http/deadline.ts';
import { createRetrySession, type Refusals, type RetryPolicy } from './http/retry-policy.ts';
import { bodyOf } from './chat-body.ts';
import { createReply, type Reply } from './reply.ts';
import { limitsOf, type ChatLimits } from './chat-limits.ts';
import { createFailedRequests, usageOf, withUsage } from './failed-requests.ts';
import { learnSpeed, type Facts } from './facts.ts';

/**
 * `POST /chat/completions`, streamed. Until the first part, failed requests are retried by the policy and refused
 * fields dropped; later failures end the call. Parts of one kind from one read are joined.
 */
export function createChat(
  spec: ModelSpec,
  connection: Connection,
  set: ChatLimits,
  {
    policy,
    refusals,
    facts,
  }: { readonly policy: RetryPolicy; readonly refusals: Refusals; readonly facts: Facts },
) {
  return async function* chat(call: ChatCall): AsyncGenerator<ChatPart> {
    const session = createRetrySession(bodyOf(spec, call), {
      // A model that was silent for as long as reasoning may take is not asked again, since a visitor waits.
      policy: call.reasoning === 'enabled' ? { ...policy, mostAfterTimeout: 0 } : policy,
      fallbacks: chatFallbacks,
      refusals,
      signal: call.signal,
    });
    const longest = longestAnswer(call);
    const limits = limitsOf(set, call, facts);
    const startedAt = performance.now();
    const endsAt = startedAt + limits.callMs;
    let body = session.first;
    let length = 0;
    const failed = createFailedRequests();
    for (;;) {
      let started = false;
      try {
        for await (const parts of request(body, call, limits, {
          startedAt,
          endsAt,
          isAgain: failed.unanswered > 0,
        })) {
          started = true;
          session.succeeded();
          for (const part of parts) {
            call.signal.throwIfAborted();
            const isLong = 'text' in part ? (length += part.text.length) > longest : length > longest;
            yield failed.before(isLong ? cutPart(part, length - longest) : part);
          }
          if (length > longest && parts.at(-1)?.type !== 'finish') {
            yield failed.before({ type: 'finish', reason: 'length', usage: {} });
            return;
          }
        }
        return;
      } catch (error) {
        if (started) throw failed.ending(error);
        if (isFiltered(error)) {
          yield failed.before({ type: 'finish', reason: 'filtered', usage: usageOf(error) ?? {} });
          return;
        }
        facts.contextTokens = (isFault(error) && error.details.window?.tokens) || facts.contextTokens;
        if (performance.now() >= endsAt) throw failed.ending(error);
        body = await session.afterFailure(error, body).catch((failure: unknown) => {
          throw failed.ending(failure);
        });
        failed.add(error);
      }
    }
  };

  async function* request(
    body: Body,
    { signal, reasoning }: ChatCall,
    limits: ChatLimits,
    { startedAt, endsAt, isAgain }: { startedAt: number; endsAt: number; isAgain: boolean },
  ): AsyncGenerator<readonly ChatPart[]> {
    const sentAt = performance.now();
    let firstAt: number | undefined;
    const { firstTokenMs, reasoningMs } = limits;
    const firstMs = reasoning === 'enabled' ? Math.max(firstTokenMs, reasoningMs) : firstTokenMs;
    const deadline = createDeadline(signal, firstMs, endsAt);
    const reply = createReply(spec.reasoningStartsAtOnce || facts.startsInside === true);
    let settling = false;
    try {
      const answer = await connection.open('/chat/completions', body, 'text/event-stream', deadline);
      if (isWhole(answer.contentType)) {
        for (const chunk of readChunks(await connection.json(answer, deadline, maxBytes, jsonOrChunks))) {
          reply.take(chunk);
          if (chunk.error !== undefined) throw connection.toFault({ kind: 'status', ...chunk.error });
        }
      } else {
        const events = readEvents(answer.body, deadline, connection.toFault);
        for await (const parts of readReply(connection, events, reply, { deadline, signal, limits, facts })) {
          firstAt ??= performance.now();
          yield parts;
        }
        settling = reply.ended;
        if (settling) void settle(events, deadline);
      }
      const parts = reply.close();
      facts.startsInside = reply.startedInside ?? facts.startsInside;
      learnFrom(facts, parts.at(-1), { sentAt, firstAt, startedAt, isAgain });
      yield parts;
    } catch (error) {
      throw withUsage(connection.toCallerError(error, deadline, signal), reply.usage);
    } finally {
      if (!settling) deadline.end();
    }
  }
}

/** One JSON text, or several objects one behind the other. */
const jsonOrChunks = (text: string): unknown => {
  const json = parseJson(text);
  const chunks = json === undefined ? chunksOf(text) : [];
  return chunks.length === 0 ? json : chunks.map(parseJson);
};

/** True for a JSON answer that is no stream of lines. */
const isWhole = (contentType: string): boolean =>
  contentType.includes('json') && !/ndjson|jsonl|json-?lines|json-seq|stream\+json/.test(contentType);

/**
 * Some servers send a finish reason too early. Without usage, the end is accepted only after a pause that is longer than
 * the pauses between the words before.
 */
const afterFinishMs = (reply: Reply, limits: ChatLimits, longestPauseMs = limits.betweenTokensMs): number =>
  reply.hasUsage
    ? limits.afterFinishMs
    : Math.min(limits.betweenTokensMs, Math.max(limits.afterFinishMs, 3 * longestPauseMs));

/** Shortens the last part of an answer that is too long, and marks it as cut. */
const cutPart = (part: ChatPart, tooMuch: number): ChatPart => {
  if (part.type === 'finish') return { ...part, reason: 'length' };
  return 'text' in part
    ? { ...part, text: truncate(part.text, Math.max(0, part.text.length - tooMuch)) }
    : part;
};

/** The parts of a stream as they come. */
async function* readReply(
  connection: Pick<Connection, 'toFault'>,
  events: AsyncGenerator<readonly EventSourceMessage[]>,
  reply: Reply,
  {
    deadline,
    signal,
    limits,
    facts,
  }: { deadline: Deadline; signal: AbortSignal; limits: ChatLimits; facts: Facts },
): AsyncGenerator<readonly ChatPart[]> {
  let longestPauseMs: number | undefined;
  let hasParts = false;
  let finished: boolean = false;
  let readAt = performance.now();
  let unreadable: UpstreamFailure | undefined;
  while (!reply.ended) {
    const batch = await nextBatch(events, reply, signal);
    if (batch === undefined) break;
    const broken = takeEvents(batch, reply);
    unreadable = broken?.kind === 'protocol' ? broken : unreadable;
    const parts = reply.drain();
    const wasFinished: boolean = finished;
    finished = reply.finished;
    if (parts.length > 0) {
      const now = performance.now();
      if (hasParts) longestPauseMs = Math.max(longestPauseMs ?? 0, now - readAt);
      hasParts = true;
      if (parts.some(({ type }) => type === 'text')) deadline.textStarted();
      if (parts.at(-1)?.type === 'reasoning') deadline.reasoningStarted(limits.reasoningMs);
      yield parts;
      readAt = performance.now();
    }
    if (parts.length > 0 || finished !== wasFinished)
      deadline.progress(finished ? afterFinishMs(reply, limits, longestPauseMs) : limits.betweenTokensMs);

    if (broken?.kind === 'status') throw connection.toFault(broken);
  }
  facts.marksEnd ||= reply.ended || reply.finished;
  if (facts.marksEnd ? reply.ended || reply.finished : unreadable === undefined && reply.mayEndPlainly)
    return;
  throw connection.toFault(unreadable ?? { kind: 'protocol', reason: explained('model_broke_off') });
}

/** Learns the speed of a server from a whole answer; times by `performance.now()`. */
function learnFrom(
  facts: Facts,
  end: ChatPart | undefined,
  times: { sentAt: number; firstAt: number | undefined; startedAt: number; isAgain: boolean },
): void {
  const { sentAt, firstAt, startedAt, isAgain } = times;
  if (firstAt === undefined || end?.type !== 'finish') return;
  const { promptTokens = 0, cachedTokens = 0, completionTokens = 0 } = end.usage;
  learnSpeed(facts, {
    // In a repeated request most of the prompt is cached from the first one.
    read: isAgain ? promptTokens : promptTokens - cachedTokens,
    readMs: firstAt - (isAgain ? startedAt : sentAt),
    written: completionTokens,
    writtenMs: performance.now() - firstAt,
  });
}

/** Maximum of an answer that is not streamed. */
const maxBytes = 8 * 1024 * 1024;
/** Maximum length of an answer, so that a provider that ignores the token limit cannot flood the service. */
const charactersPerToken = 12;
const tokensWithoutLimit = 16_384;
const longestAnswer = ({ maxTokens = tokensWithoutLimit }: ChatCall): number =>
  charactersPerToken * Math.max(maxTokens, 512);

/**
 * Takes events until the end mark or a provider's error, which is returned, so that the parts before it are sent first.
 * A malformed chunk is skipped and returned too; it matters only when the stream does not end well.
 */
function takeEvents(events: readonly EventSourceMessage[], reply: Reply): UpstreamFailure | undefined {
  let unreadable: UpstreamFailure | undefined;
  for (const { event, data } of events) {
    const text = data.trim();
    if (reply.ended || text === '') continue;
    if (text === '[DONE]') {
      reply.end();
      continue;
    }
    const json = parseJson(text);
    if (event === 'error') return { kind: 'status', reason: providerMessage(json, text) };
    if (typeof json !== 'object' || json === null) {
      unreadable = { kind: 'protocol', reason: explained('model_bad_chunk') };
      continue;
    }
    for (const chunk of readChunks(json)) {
      reply.take(chunk);
      if (chunk.error !== undefined) return { kind: 'status', ...chunk.error };
    }
  }
  return unreadable;
}

/** The next events; after the finish reason a broken or silent connection counts as the end. */
async function nextBatch(
  events: AsyncGenerator<readonly EventSourceMessage[]>,
  reply: Reply,
  signal: AbortSignal,
) {
  try {
    const next = await events.next();
    return next.done ? undefined : next.value;
  } catch (error) {
    if (reply.finished && !signal.aborted) return undefined;
    throw error;
  }
}

const SETTLE_MS = 1000;
const SETTLE_READS = 4;

/** Reads on after the end mark for a moment, so that the connection can be reused. */
async function settle(
  events: AsyncGenerator<readonly EventSourceMessage[]>,
  deadline: Deadline,
): Promise<void> {
  deadline.progress(SETTLE_MS);
  try {
    for (let reads = 0; reads < SETTLE_READS; reads += 1) if ((await events.next()).done) break;
  } catch {
    // The answer is complete, so errors of its connection do not matter.
  } finally {
    deadline.end();
  }
}
