import { explained, inEnglish } from '../../kit/explained.ts';
import { modelNamed } from '../../kit/model-named.ts';
import type { config as configGroup } from '../../../contract/config/config.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { Fault, unavailable } from '../../kit/fault.ts';
import { stopwatch } from '../../kit/stopwatch.ts';
import { readImageHeader } from '../../imaging/image-header.ts';
import { probeCalls } from '../../model-calls/probe-calls.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelKind, Models } from '../../ports/models.ts';
import type { Config } from './config.ts';
import { embeddingInUse } from '../../kit/embedding-in-use.ts';

type Endpoints = (typeof configGroup)['endpoints'];
type Body<K extends keyof Endpoints> = Input<Endpoints[K]>['body'];

/** Tokens of a typical question with its passages and answer. */
const usualTokens = 2_000;
/** Time limit of a test call. */
const probeMs = 60_000;
/** Maximum length of an error message; providers may return whole pages. */
const errorLength = 200;

export interface ProbeDeps {
  readonly models: Models;
  readonly config: Pick<Config, 'read'>;
  readonly clock: Clock;
}

/** Test calls of the models, metered, with their duration. Failures are Faults with at most 200 characters. */
export function createProbes({ models, config, clock }: ProbeDeps) {
  const chat = async (model: string, signal: AbortSignal) => {
    const reply = await probeCalls.chat(models, { model, signal });
    if (reply.trim() === '') throw unavailable(explained('model_empty'));
    return { connected: true as const, model, ...inUse('chat', model), reply, ...windowOf(model) };
  };

  /** The model of a name (`''` for the default), and whether it is built in. */
  const inUse = (kind: ModelKind, name: string) => {
    const info = modelNamed(models, kind, name);
    return info && { modelInUse: info.name, builtin: info.builtin };
  };

  /** The context window of a model, with a note when a typical question does not fit. */
  const windowOf = (name: string) => {
    const tokens = modelNamed(models, 'chat', name)?.contextTokens;
    if (tokens === undefined) return {};
    const fits = tokens >= usualTokens;
    const note = fits ? undefined : explained('model_window_small', { tokens, usual: usualTokens });
    return { contextTokens: tokens, ...(note && { note: note.text, noteExplanation: note.explanation }) };
  };

  const saved = () => config.read('models');

  const probes = {
    testConnection: async (_body: unknown, signal: AbortSignal) =>
      chat((await saved()).aiFoundationChatModelName, signal),

    testModel: async ({ model }: Body<'testModel'>, signal: AbortSignal) =>
      chat(model || (await saved()).aiFoundationChatModelName, signal),

    testQueryRewrite: async ({ model }: Body<'testQueryRewrite'>, signal: AbortSignal) => {
      const names = await saved();
      const rewriter = model || names.aiFoundationQueryRewriteModelName || names.aiFoundationChatModelName;
      if (inUse('chat', rewriter)?.builtin) throw unavailable(explained('model_needed_rewrite'));
      return chat(rewriter, signal);
    },

    testEmbedding: async (body: Body<'testEmbedding'>, signal: AbortSignal) => {
      const names = await saved();
      const model = body.model || names.aiFoundationEmbeddingModelName;
      const configured = embeddingInUse(models, { ...names, aiFoundationEmbeddingModelName: model });
      const requestedDimensions =
        (configured?.isFixed ? configured.dimensions : body.dimensions) ?? names.embeddingDimensions;
      const dimensions = await probeCalls.embedding(models, {
        model,
        dimensions: requestedDimensions,
        signal,
      });
      return {
        connected: true as const,
        model,
        ...inUse('embedding', model),
        dimensions,
        requestedDimensions,
        ...(configured?.isFixed && { dimensionsFrom: 'models-file' as const }),
      };
    },

    testRerank: async (body: Body<'testRerank'>, signal: AbortSignal) => {
      const model = body.model || (await saved()).aiFoundationRerankModelName;
      const first = await probeCalls.rerank(models, { model, signal });
      return {
        connected: true as const,
        model,
        ...inUse('rerank', model),
        relevanceScore: first?.score ?? 0,
      };
    },

    testImage: async (body: Body<'testImage'>, signal: AbortSignal) => {
      const model = body.model;
      const { modelInUse = '', builtin = false } = inUse('image', model) ?? {};
      const image = await probeCalls.image(models, { model, prompt: body.prompt, signal });
      if (!image) throw unavailable(explained('image_none'));
      const picture = readImageHeader(image);
      if (!picture) throw unavailable(explained('image_odd'));
      const data = `data:${picture.mediaType};base64,${Buffer.from(image).toString('base64')}`;
      return {
        connected: true as const,
        model,
        modelInUse,
        image: data,
        width: picture.width,
        height: picture.height,
        builtin,
        mayCost: !builtin,
      };
    },
  };

  return mapProbes(probes, clock);
}

/** Adds time limit, duration and shortened error messages to every test call. */
function mapProbes<P extends Record<string, (body: never, signal: AbortSignal) => Promise<object>>>(
  probes: P,
  clock: Clock,
): P {
  const timed = Object.entries(probes).map(([name, probe]) => [
    name,
    async (body: never, signal: AbortSignal) => {
      const took = stopwatch(clock);
      try {
        return {
          ...(await probe(body, AbortSignal.any([signal, AbortSignal.timeout(probeMs)]))),
          durationMs: took(),
        };
      } catch (error) {
        if (!(error instanceof Fault) && !(error instanceof DOMException)) throw error;
        const words =
          error instanceof Fault ? error.words : explained(signal.aborted ? 'test_interrupted' : 'test_late');
        const text = inEnglish(words);
        throw unavailable(text.length > errorLength ? `${text.slice(0, errorLength)}...` : words, error);
      }
    },
  ]);
  return Object.fromEntries(timed) as P;
}
