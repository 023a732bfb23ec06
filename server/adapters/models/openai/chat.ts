import type { EventSourceMessage } from 'eventsource-parser';
import type { ChatCall, ChatPart } from '../../../ports/models.ts';
import type { ModelSpec } from '../models-file.ts';
import { readChunk } from './chunk.ts';
import { chatConcessions } from './concessions.ts';
import type { Connection } from './connection.ts';
import type { Body } from './encode-body.ts';
import { reasonOf } from './errors.ts';
import type { UpstreamFailure } from './errors.ts';
import { readEvents } from './events.ts';
import { parseJson } from './json.ts';
import { createPatience } from './patience.ts';
import type { Patience } from './patience.ts';
import { createPersistence } from './persistence.ts';
import type { Refusals, RetryPolicy } from './persistence.ts';
import { guessReasoningParameter, reasoningFields } from './reasoning-parameter.ts';
import { createReply } from './reply.ts';
import type { Reply } from './reply.ts';

/** Milliseconds a chat provider may be silent. */
export interface ChatLimits {
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
    const persistence = createPersistence(bodyOf(spec, call), policy, chatConcessions, refusals, call.signal);
    const longest = longestAnswer(call);
    let body = persistence.first;
    let length = 0;
    for (;;) {
      let spoken = false;
      try {
        for await (const parts of converse(body, call.signal)) {
          spoken = true;
          persistence.succeeded();
          for (const part of parts) {
            call.signal.throwIfAborted();
            yield part;
            length += 'text' in part ? part.text.length : 0;
          }
          if (length > longest && parts.at(-1)?.type !== 'finish') {
            yield { type: 'finish', reason: 'length', usage: {} };
            return;
          }
        }
        return;
      } catch (error) {
        if (spoken) throw error;
        body = await persistence.afterFailure(error, body);
      }
    }
  };

  async function* converse(body: Body, signal: AbortSignal): AsyncGenerator<readonly ChatPart[]> {
    const patience = createPatience(signal, limits.firstTokenMs);
    const reply = createReply(spec.reasoningStartsAtOnce);
    let settling = false;
    try {
      const answer = await connection.open('/chat/completions', body, 'text/event-stream', patience);
      if (answer.contentType.includes('json')) {
        const chunk = readChunk(await connection.json(answer, patience));
        if (chunk.error !== undefined) throw connection.blame({ kind: 'status', ...chunk.error });
        reply.take(chunk);
      } else {
        const events = readEvents(answer.body, patience, connection.blame);
        yield* listen(events, reply, patience, signal);
        settling = reply.ended;
        if (settling) void settle(events, patience);
      }
      yield reply.close();
    } catch (error) {
      throw connection.broken(error, patience, signal);
    } finally {
      if (!settling) patience.end();
    }
  }

  async function* listen(
    events: AsyncGenerator<readonly EventSourceMessage[]>,
    reply: Reply,
    patience: Patience,
    signal: AbortSignal,
  ): AsyncGenerator<readonly ChatPart[]> {
    let finishing = false;
    while (!reply.ended) {
      const batch = await nextBatch(events, reply, signal);
      if (batch === undefined) break;
      const broken = hearAll(batch, reply);
      const parts = reply.drain();
      if (parts.length > 0) {
        yield parts;
        patience.progress(limits.betweenTokensMs);
      }
      if (reply.finished && !finishing) {
        finishing = true;
        patience.progress(limits.afterFinishMs);
      }
      if (broken !== undefined) throw connection.blame(broken);
    }
    if (!reply.ended && !reply.finished)
      throw connection.blame({ kind: 'protocol', reason: 'the stream broke off before its end' });
  }
}

/** What a provider may send beyond all reason, so that one that ignores the limit of tokens cannot flood the service. */
const charactersPerToken = 32;
const tokensWithoutLimit = 16_384;
const longestAnswer = ({ maxTokens = tokensWithoutLimit }: ChatCall): number =>
  charactersPerToken * Math.max(maxTokens, 512);

/** Takes events until the end mark or a failure, which is given back so that what came before it is said first. */
function hearAll(events: readonly EventSourceMessage[], reply: Reply): UpstreamFailure | undefined {
  for (const { event, data } of events) {
    const text = data.trim();
    if (reply.ended || text === '') continue;
    if (text === '[DONE]') {
      reply.end();
      continue;
    }
    const json = parseJson(text);
    if (event === 'error') return { kind: 'status', reason: reasonOf(json, text) };
    if (typeof json !== 'object' || json === null)
      return { kind: 'protocol', reason: 'a chunk that is not a JSON object' };
    const chunk = readChunk(json);
    if (chunk.error !== undefined) return { kind: 'status', ...chunk.error };
    reply.take(chunk);
  }
  return undefined;
}

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
  patience: Patience,
): Promise<void> {
  patience.progress(SETTLE_MS);
  try {
    for (let reads = 0; reads < SETTLE_READS; reads += 1) if ((await events.next()).done) break;
  } catch {
    // The answer is complete; how its connection ends matters to nobody.
  } finally {
    patience.end();
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
