import { explained } from '../../../kit/explained.ts';
import { Fault, unusableReply } from '../../../kit/fault.ts';
import { urgencyOf } from '../../../model-calls/urgency.ts';
import type { CallPurpose, EmbedCall, ModelInfo, Models, RerankCall } from '../../../ports/models.ts';
import { createPriorityLimiter } from '../../../work/schedule/priority-limiter.ts';
import { kindOfCall, spaceOf } from '../embedding-prefixes.ts';
import { nativeRuntime } from './install/native-runtime.ts';
import { installedIn, signatureOf, type Installed } from './installed.ts';
import type { Manifest } from './manifest.ts';
import { createModelProcess, type Limits } from './process/model-process.ts';
import { runtimeFor } from './process/runtime.ts';

/** Maximum of waiting calls per model; more are refused, so that a flood of questions does not fill the memory. */
const maxWaiting = 200;

/** A model with the call of its kind. */
interface Offered<Call> {
  readonly info: ModelInfo;
  readonly call: Call;
}

/** The currently installed models that Docent runs itself. */
export interface InHouse {
  /** Changes whenever the models change. */
  signature(): string;
  models(): {
    readonly embedding: readonly Offered<Models['embed']>[];
    readonly rerank: readonly Offered<Models['rerank']>[];
  };
  /** Ends the processes of the models; the next call starts one again. */
  close(): void;
}

type Running = ReturnType<typeof createRunning>;

/** The models in a folder. Each runs in its own process, which exists while the model is used. */
export function createInHouse(folder: string, limits: Limits = {}): InHouse {
  let running = new Map<string, Running>();

  return {
    signature: () => signatureOf(folder),
    models() {
      const before = running;
      running = new Map(
        installedIn(folder).map((installed) => {
          const key = JSON.stringify(installed);
          return [key, before.get(key) ?? createRunning(installed, folder, limits)];
        }),
      );
      for (const [key, gone] of before) if (!running.has(key)) gone.close();
      const all = [...running.values()];
      return {
        embedding: all.flatMap(({ info, embed }) =>
          info.kind === 'embedding' ? [{ info, call: embed }] : [],
        ),
        rerank: all.flatMap(({ info, rerank }) => (info.kind === 'rerank' ? [{ info, call: rerank }] : [])),
      };
    },
    close() {
      for (const model of running.values()) model.close();
    },
  };
}

function createRunning({ place, manifest }: Installed, folder: string, limits: Limits) {
  const runtime = () => runtimeFor(nativeRuntime(folder), manifest.runtime);
  const process = createModelProcess({ place, manifest, runtime }, limits);
  const queue = createPriorityLimiter();

  /** Computes one text when it is its turn: visitors' texts come before passages, after each single text. */
  const compute = async (
    call: CallPurpose & { readonly signal: AbortSignal },
    work: Parameters<typeof process.run>[0],
  ) => {
    if (queue.busy >= maxWaiting)
      throw new Fault('upstream', explained('model_queue_full', { model: manifest.id }), {
        upstreamKind: 'timeout',
      });
    const urgency = urgencyOf(call);
    const leave = await queue.acquire(1, urgency, call.signal).acquired;
    try {
      return await process.run(work, urgency === 'background');
    } finally {
      leave();
    }
  };

  return {
    info: infoOf(manifest),
    close: process.close,

    async embed(call: EmbedCall): ReturnType<Models['embed']> {
      const prefix = kindOfCall(call.scenario) === 'passage' ? manifest.passagePrefix : manifest.queryPrefix;
      const wanted = call.anyDimensions ? undefined : (call.dimensions ?? manifest.dimensions);
      const vectors: Float32Array[] = [];
      let promptTokens = 0;
      for (const text of call.texts) {
        call.signal.throwIfAborted();
        // An empty text has no meaning, and some networks fail on it.
        const reply = text.trim() === '' ? undefined : await compute(call, { text: prefix + text });
        const vector = reply?.vector ?? new Float32Array(manifest.dimensions ?? 0);
        if (wanted !== undefined && vector.length !== wanted)
          throw wrongLength(manifest, vector.length, wanted);
        vectors.push(vector);
        promptTokens += reply?.tokens ?? 0;
      }
      return { vectors, usage: { promptTokens } };
    },

    async rerank({ query, documents, topN, ...call }: RerankCall): ReturnType<Models['rerank']> {
      const ranks: { index: number; score: number }[] = [];
      let promptTokens = 0;
      for (const [index, document] of documents.entries()) {
        if (document.trim() === '') continue;
        call.signal.throwIfAborted();
        const { score = 0, tokens = 0 } = await compute(call, { question: query, document });
        ranks.push({ index, score });
        promptTokens += tokens;
      }
      return { ranks: ranks.toSorted((a, b) => b.score - a.score).slice(0, topN), usage: { promptTokens } };
    },
  };
}

const wrongLength = ({ id }: Manifest, got: number, asked: number) =>
  unusableReply(
    explained('model_failed', { model: id, reason: explained('model_dimensions', { got, asked, set: got }) }),
  );

function infoOf(manifest: Manifest): ModelInfo {
  const { id, kind, pooling, maxTokens, queryPrefix, passagePrefix, dimensions, files } = manifest;
  const made = [files.map(({ sha256 }) => sha256), pooling, maxTokens, queryPrefix, passagePrefix];
  return {
    name: id,
    kind,
    provider: 'in-house',
    modelId: id,
    builtin: false,
    inHouse: true,
    features: [],
    ...(kind === 'embedding' && { vectorSpace: spaceOf(made) }),
    ...(kind === 'embedding' && dimensions !== undefined && { dimensions }),
  };
}
