import type { EventSourceMessage } from 'eventsource-parser';
import type { ChatCall, ChatPart } from '../../../ports/models.ts';
import { Fault, isFault } from '../../../kit/fault.ts';
import type { ModelSpec } from '../models-file.ts';
import { readChunk } from './chunk.ts';
import { chatFallbacks } from './http/parameter-fallbacks.ts';
import type { Connection } from './http/connection.ts';
import type { Body } from './http/encode-body.ts';
import { reasonOf } from './http/errors.ts';
import type { UpstreamFailure } from './http/errors.ts';
import { readEvents } from './http/events.ts';
import { parseJson } from './http/json.ts';
import { createDeadline } from './http/deadline.ts';
import type { Deadline } from './http/deadline.ts';
import { createRetrySession } from './http/retry-policy.ts';
import type { Refusals, RetryPolicy } from './http/retry-policy.ts';
import { guessReasoningParameter, reasoningFields } from './reasoning-parameter.ts';
import { createReply } from './reply.ts';
import type { Reply } from './reply.ts';

/** How long a chat provider may take, in milliseconds. */
export interface ChatLimits {
  /** The whole call with its repetitions. */
  readonly callMs: number;
  /** Reasoning without a word of the answer. */
  readonly reasoningMs: number;
  /** Silence before the first part; where reasoning is asked for, `reasoningMs` counts, since some reason unseen. */
  readonly firstTokenMs: number;
  readonly betweenTokensMs: number;
  /** For what follows the finish reason: usage and the end mark. */
  readonly afterFinishMs: number;
}

/**
 * `POST /chat/completions`, streamed. Until the first part a failed request is repeated by the policy, and a refused
 * field given up; after it every failure is the call's. Parts of one kind that come in one read come as one part.
 */
export function createChat(spec: ModelSpec, connection: Connection, limits: ChatLimits, policy: RetryPolicy) {
  const refusals: Refusals = new Set();

  return async function* chat(call: ChatCall): AsyncGenerator<ChatPart> {
    const session = createRetrySession(bodyOf(spec, call), {
      policy,
      fallbacks: chatFallbacks,
      refusals,
      signal: call.signal,
    });
    const longest = longestAnswer(call);
    const endsAt = performance.now() + limits.callMs;
    let body = session.first;
    let length = 0;
    let unanswered = 0;
    for (;;) {
      let spoken = false;
      try {
        for await (const parts of converse(body, call, endsAt)) {
          spoken = true;
          session.succeeded();
          for (const part of parts) {
            call.signal.throwIfAborted();
            yield withUnanswered(part, unanswered);
            length += 'text' in part ? part.text.length : 0;
          }
          if (length > longest && parts.at(-1)?.type !== 'finish') {
            yield withUnanswered({ type: 'finish', reason: 'length', usage: {} }, unanswered);
            return;
          }
        }
        return;
      } catch (error) {
        if (spoken) throw error;
        if (isFault(error) && error.details.upstreamKind === 'timeout') unanswered += 1;
        if (performance.now() >= endsAt) throw afterUnanswered(error, unanswered);
        body = await session.afterFailure(error, body).catch((failure: unknown) => {
          throw afterUnanswered(failure, unanswered);
        });
      }
    }
  };

  async function* converse(
    body: Body,
    { signal, reasoning }: ChatCall,
    endsAt: number,
  ): AsyncGenerator<readonly ChatPart[]> {
    const { firstTokenMs, reasoningMs } = limits;
    const firstMs = reasoning === 'enabled' ? Math.max(firstTokenMs, reasoningMs) : firstTokenMs;
    const deadline = createDeadline(signal, firstMs, endsAt);
    const reply = createReply(spec.reasoningStartsAtOnce);
    let settling = false;
    try {
      const answer = await connection.open('/chat/completions', body, 'text/event-stream', deadline);
      if (answer.contentType.includes('json')) {
        const chunk = readChunk(await connection.json(answer, deadline));
        if (chunk.error !== undefined) throw connection.toFault({ kind: 'status', ...chunk.error });
        reply.take(chunk);
      } else {
        const events = readEvents(answer.body, deadline, connection.toFault);
        yield* listen(events, reply, deadline, signal);
        settling = reply.ended;
        if (settling) void settle(events, deadline);
      }
      yield reply.close();
    } catch (error) {
      throw connection.toCallerError(error, deadline, signal);
    } finally {
      if (!settling) deadline.end();
    }
  }

  async function* listen(
    events: AsyncGenerator<readonly EventSourceMessage[]>,
    reply: Reply,
    deadline: Deadline,
    signal: AbortSignal,
  ): AsyncGenerator<readonly ChatPart[]> {
    let finishing = false;
    let unreadable: UpstreamFailure | undefined;
    while (!reply.ended) {
      const batch = await nextBatch(events, reply, signal);
      if (batch === undefined) break;
      const broken = hearAll(batch, reply);
      unreadable = broken?.kind === 'protocol' ? broken : unreadable;
      const parts = reply.drain();
      if (parts.length > 0) {
        if (parts.some(({ type }) => type === 'text')) deadline.answers();
        if (parts.at(-1)?.type === 'reasoning') deadline.reasons(limits.reasoningMs);
        yield parts;
        deadline.progress(limits.betweenTokensMs);
      }
      if (reply.finished && !finishing) {
        finishing = true;
        deadline.progress(limits.afterFinishMs);
      }
      if (broken?.kind === 'status') throw connection.toFault(broken);
    }
    if (!reply.ended && !reply.finished)
      throw connection.toFault(
        unreadable ?? { kind: 'protocol', reason: 'the stream broke off before its end' },
      );
  }
}

/** What a provider may send beyond all reason, so that one that ignores the limit of tokens cannot flood the service. */
const charactersPerToken = 32;
const tokensWithoutLimit = 16_384;
const longestAnswer = ({ maxTokens = tokensWithoutLimit }: ChatCall): number =>
  charactersPerToken * Math.max(maxTokens, 512);

/**
 * Takes events until the end mark or an error of the provider, which is given back so that what came before it is said
 * first. A chunk that cannot be read is skipped and given back too: it matters when the stream has no good end.
 */
function hearAll(events: readonly EventSourceMessage[], reply: Reply): UpstreamFailure | undefined {
  let unreadable: UpstreamFailure | undefined;
  for (const { event, data } of events) {
    const text = data.trim();
    if (reply.ended || text === '') continue;
    if (text === '[DONE]') {
      reply.end();
      continue;
    }
    const json = parseJson(text);
    if (event === 'error') return { kind: 'status', reason: reasonOf(json, text) };
    if (typeof json !== 'object' || json === null) {
      unreadable = { kind: 'protocol', reason: 'a chunk that is not a JSON object' };
      continue;
    }
    const chunk = readChunk(json);
    if (chunk.error !== undefined) return { kind: 'status', ...chunk.error };
    reply.take(chunk);
  }
  return unreadable;
}

/** The finish says how many requests before it went unanswered: the provider may charge for them. */
const withUnanswered = (part: ChatPart, unanswered: number): ChatPart =>
  part.type === 'finish' && unanswered > 0 ? { ...part, usage: { ...part.usage, unanswered } } : part;

const afterUnanswered = (failure: unknown, unanswered: number): unknown =>
  isFault(failure) && unanswered > 1
    ? new Fault(failure.code, failure.message, { ...failure.details, unanswered })
    : failure;

/** The next events; a connection that breaks or falls silent after the finish reason has ended all the same. */
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

/** Reads what follows the end mark for a moment, so that the connection can serve the next request. */
async function settle(
  events: AsyncGenerator<readonly EventSourceMessage[]>,
  deadline: Deadline,
): Promise<void> {
  deadline.progress(SETTLE_MS);
  try {
    for (let reads = 0; reads < SETTLE_READS; reads += 1) if ((await events.next()).done) break;
  } catch {
    // The answer is complete; how its connection ends matters to nobody.
  } finally {
    deadline.end();
  }
}

function bodyOf(spec: ModelSpec, call: ChatCall): Body {
  const { temperature, maxTokens, json = false, reasoning = 'default' } = call;
  const parameter = spec.reasoningParameter ?? guessReasoningParameter(spec.baseUrl);
  return {
    fields: {
      model: spec.model,
      messages: call.messages.map(({ role, content }) => ({ role, content })),
      stream: true,
      stream_options: { include_usage: true },
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
      ...(json ? { response_format: { type: 'json_object' } } : {}),
      ...(reasoning === 'default' ? {} : reasoningFields(parameter, reasoning === 'enabled')),
    },
  };
}
