import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Models } from '../../../ports/models.ts';
import type { ModelSpec } from '../models-file.ts';
import { createRetryingRequest } from './http/retrying-request.ts';
import { isLocalAddress } from '../model-address.ts';
import { createChat } from './chat.ts';
import { lookFor, type Facts } from './facts.ts';
import { embeddingFallbacks, imageFallbacks } from './http/parameter-fallbacks.ts';
import { rerankFallbacks } from './http/rerank-fallbacks.ts';
import { connect, type Connection, type HttpClient } from './http/connection.ts';
import { createEmbeddings } from './embeddings.ts';
import { createImages } from './images.ts';
import type { Refusals, RetryPolicy } from './http/retry-policy.ts';
import { createRerank } from './rerank.ts';

/** Time limits in milliseconds, and retries. */
const DEFAULTS = {
  /** A whole chat call with its retries; upper bound for all other calls too. */
  callMs: 300_000,
  /** Reasoning before the first text of an answer. */
  reasoningMs: 120_000,
  firstTokenMs: 30_000,
  betweenTokensMs: 60_000,
  afterFinishMs: 2_000,
  embeddingMs: 30_000,
  rerankMs: 30_000,
  imageMs: 180_000,
  retries: 2,
  retryBaseMs: 500,
  longestRetryWaitMs: 20_000,
  /** True to ask local servers for their context window and slots. */
  looks: false,
};

export type OpenaiOptions = Partial<typeof DEFAULTS> & { readonly dispatcher?: Dispatcher };

/** Creates the call of a connected model, by its kind. */
export interface Openai {
  readonly chat: (spec: ModelSpec) => Models['chat'];
  readonly embedding: (spec: ModelSpec) => Models['embed'];
  readonly rerank: (spec: ModelSpec) => Models['rerank'];
  readonly image: (spec: ModelSpec) => Models['image'];
  /** Fields that a model's server has refused and that are no longer sent. */
  readonly notTaken: (spec: ModelSpec) => readonly string[];
  /** Facts learned about a model's server. */
  readonly facts: (spec: ModelSpec) => Facts;
}

/** Client of OpenAI-compatible servers; all models share its connections. */
export function createOpenai(options: OpenaiOptions = {}): Openai {
  const settings = { ...DEFAULTS, ...options };
  let loading: ReturnType<HttpClient> | undefined;
  const client: HttpClient = () => (loading ??= loadClient(options.dispatcher));
  const policy = policyOf(settings, 'failed');
  const timeLimit = (ms: number) => Math.min(ms, settings.callMs);
  const chatPolicy = { ...policy, mostAfterTimeout: 1 };
  const remembered = new WeakMap<ModelSpec, Refusals>();
  const refusalsOf = (spec: ModelSpec): Refusals => {
    const refusals: Refusals = remembered.get(spec) ?? new Map();
    remembered.set(spec, refusals);
    return refusals;
  };
  const learned = new WeakMap<ModelSpec, Facts>();
  const factsOf = (spec: ModelSpec): Facts => {
    const facts: Facts = learned.get(spec) ?? {};
    learned.set(spec, facts);
    return facts;
  };
  /** A test call of a model waits until its server has been asked for its facts. */
  const looking = (spec: ModelSpec, connection: Connection, chat: Models['chat']): Models['chat'] =>
    async function* (call) {
      const looked = lookFor(factsOf(spec), spec, connection);
      if (call.scenario === 'model_test') await looked;
      yield* chat(call);
    };
  return {
    facts: factsOf,
    notTaken: (spec) => [...new Set([...refusalsOf(spec).values()].map(({ name }) => name))],
    chat(spec) {
      const connection = connect(spec, client);
      const [refusals, facts] = [refusalsOf(spec), factsOf(spec)];
      const chat = createChat(spec, connection, settings, { policy: chatPolicy, refusals, facts });
      return settings.looks && isLocalAddress(spec.baseUrl) ? looking(spec, connection, chat) : chat;
    },
    embedding(spec) {
      const connection = connect(spec, client);
      return createEmbeddings(
        spec,
        createRetryingRequest(connection, timeLimit(settings.embeddingMs), policy, {
          fallbacks: embeddingFallbacks,
          refusals: refusalsOf(spec),
        }),
        connection.toFault,
      );
    },
    rerank(spec) {
      const connection = connect(spec, client);
      return createRerank(
        spec,
        createRetryingRequest(connection, timeLimit(settings.rerankMs), policy, {
          fallbacks: rerankFallbacks,
          refusals: refusalsOf(spec),
        }),
        connection.toFault,
      );
    },
    image(spec) {
      const connection = connect(spec, client);
      // Pictures are charged one by one, so a request that may have been carried out is not retried.
      const ask = createRetryingRequest(
        connection,
        timeLimit(settings.imageMs),
        policyOf(settings, 'never-sent'),
        { fallbacks: imageFallbacks, refusals: refusalsOf(spec) },
      );
      return createImages(spec, ask, connection, timeLimit(settings.imageMs));
    },
  };
}

/** Without the agent's own time limits, which would cut silences that this client allows. */
async function loadClient(dispatcher?: Dispatcher): ReturnType<HttpClient> {
  const { Agent, FormData, request } = await import('undici');
  const agent = () => new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
  return { request, dispatcher: dispatcher ?? agent(), createForm: () => new FormData() };
}

const policyOf = (settings: typeof DEFAULTS, repeats: RetryPolicy['repeats']): RetryPolicy => ({
  repeats,
  most: settings.retries,
  mostAfterTimeout: 0,
  baseMs: settings.retryBaseMs,
  longestWaitMs: settings.longestRetryWaitMs,
  pause,
});

const pause: RetryPolicy['pause'] = (ms, signal) =>
  sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
