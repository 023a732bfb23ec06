import { isRecent } from '../../../kit/calendar.ts';
import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import { embeddingInUse } from '../../../kit/embedding-in-use.ts';
import { explained, type Words } from '../../../kit/explained.ts';
import { Fault, isFault, unusableReply } from '../../../kit/fault.ts';
import { slicesOf } from '../../../kit/slices.ts';
import type { ModelInfo, Models } from '../../../ports/models.ts';
import { embeddedText } from '../cutting/cut-article.ts';
import type { KnowledgeStore } from '../store.ts';
import type { Embedder } from './embedder.ts';

/** Time for which a model with unusable vectors is not called again. */
const unusableMs = 30_000;

/** Texts per embedding call. */
export const batchSize = 16;

/** The embedding model and the dimensions of its vectors. */
export interface EmbeddingChoice {
  readonly model: ModelInfo;
  readonly dimensions: number;
  /** Identifies model, dimensions and vector space; vectors with different signatures must never be compared. */
  readonly signature: string;
}

/** The embedding model that the configuration asks for, `undefined` when it is not connected. */
export function chooseEmbedding(models: Models, config: ConfigGroups['models']): EmbeddingChoice | undefined {
  const inUse = embeddingInUse(models, config);
  if (!inUse) return undefined;
  const { model, dimensions } = inUse;
  return { model, dimensions, signature: signatureOf(model, dimensions) };
}

const signatureOf = ({ name, vectorSpace }: ModelInfo, dimensions: number): string =>
  `${name}@${dimensions}${vectorSpace === undefined ? '' : `/${vectorSpace}`}`;

/** The model and the dimensions behind a signature. */
export function parseSignature(signature: string): { readonly model: string; readonly dimensions: number } {
  const at = signature.lastIndexOf('@');
  return { model: signature.slice(0, at), dimensions: Number.parseInt(signature.slice(at + 1), 10) };
}

/** True when the model of that name still produces vectors comparable with those of the signature. */
export function isInForce(models: Pick<Models, 'list'>, signature: string): boolean {
  const { model, dimensions } = parseSignature(signature);
  const named = models.list('embedding').find(({ name }) => name === model);
  return named === undefined || signatureOf(named, dimensions) === signature;
}

/** Vectors are stored by their text, so an unchanged passage is never paid for twice. */
export function createEmbedder(deps: {
  readonly models: Pick<Models, 'embed' | 'list'>;
  readonly store: Pick<KnowledgeStore, 'signatureOf' | 'vectors' | 'putVectors'>;
  readonly now: () => number;
}): Embedder {
  const { models, store } = deps;
  /** The last failure that affects every article. */
  let unusable: { readonly signature: string; readonly failure: Fault; readonly at: number } | undefined;

  const vectorsOf = async (signature: string, texts: readonly string[], signal: AbortSignal) => {
    if (unusable?.signature === signature && isRecent(unusable.at, unusableMs, deps.now()))
      throw unusable.failure;
    const { model, dimensions } = parseSignature(signature);
    if (!isInForce(models, signature)) throw unusableReply(explained('embed_other_model', { model }));
    try {
      const { vectors } = await models.embed({
        model,
        dimensions,
        texts,
        scenario: 'index_embedding',
        signal,
      });
      checkVectors(vectors, texts.length, { model, dimensions });
      return vectors;
    } catch (failure) {
      if (isFault(failure) && failsForAll(failure.words)) unusable = { signature, failure, at: deps.now() };
      throw failure;
    }
  };

  return {
    async ensure(article, chunks, generation, signal = new AbortController().signal) {
      const signature = await store.signatureOf(generation);
      if (signature === '') return;
      // The same text in two places has one vector.
      const byKey = new Map(chunks.map((chunk) => [chunk.vectorKey, chunk]));
      const known = await store.vectors(signature, [...byKey.keys()]);
      const missing = [...byKey.values()].filter((chunk) => !known.has(chunk.vectorKey));
      for (const batch of slicesOf(missing, batchSize)) {
        const texts = batch.map((chunk) => embeddedText(article.title, chunk.headingPath, chunk.text));
        const vectors = await vectorsOf(signature, texts, signal);
        await store.putVectors(
          signature,
          batch.flatMap(({ vectorKey }, position) => {
            const vector = vectors[position];
            return vector ? [{ key: vectorKey, vector }] : [];
          }),
          deps.now(),
        );
      }
    },
  };
}

/** True for a failure that affects every article: further calls would only cost money. */
export const failsForAll = (error: Words): boolean =>
  typeof error === 'object' &&
  [error.explanation, ...(error.explanation.causes ?? [])].some(
    ({ code, params }) =>
      hopeless.has(code) ||
      (code === 'model_status' && ['401', '403', '404'].includes(params['status'] ?? '')),
  );

/** Causes that affect every text, such as vectors of another length, or an address without a server. */
const hopeless: ReadonlySet<string> = new Set([
  'model_dimensions',
  'embed_dimensions',
  'network_refused',
  'network_unresolved',
  'network_unreachable',
  'network_certificate',
]);

/** Checks the vectors, since one with other dimensions or missing values would spoil every comparison. Throws the Fault `upstream`. */
export function checkVectors(
  vectors: readonly Float32Array[],
  count: number,
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
): void {
  if (vectors.length !== count)
    throw unusableReply(explained('embed_vectors', { model, got: vectors.length, asked: count }));
  const odd = vectors.find((vector) => vector.length !== dimensions);
  if (odd) throw unusableReply(explained('embed_dimensions', { model, got: odd.length, asked: dimensions }));
  if (vectors.some((vector) => vector.some((value) => !Number.isFinite(value))))
    throw unusableReply(explained('embed_no_numbers', { model }));
}
