import { slicesOf } from '../../../kit/slices.ts';
import { explained } from '../../../kit/explained.ts';
import { invalid, isFault } from '../../../kit/fault.ts';
import type { EmbedCall, ModelUsage } from '../../../ports/models.ts';
import { kindOfCall, prefixesOf } from '../embedding-prefixes.ts';
import type { ModelSpec } from '../models-file.ts';
import type { Body } from './http/encode-body.ts';
import type { RetryingRequest } from './http/retrying-request.ts';
import { readUsage } from './chunk.ts';
import type { ToFault } from './http/errors.ts';
import { at, countAt, listAt } from './http/json.ts';
import { withAnswered } from './failed-requests.ts';
import { sumUsage } from './sum-usage.ts';

/** The smallest limit among known providers (DashScope). */
const DEFAULT_BATCH = 10;
/** A shorter text is refused for another reason than its length. */
const SHORTEST_PART = 200;
/** Room for one vector: 8,192 numbers of 32 digits and signs. */
const VECTOR_BYTES = 256 * 1024;
const ANSWER_BYTES = 1024 * 1024;

/** What the answered requests of a call have taken, and the characters of their texts. */
interface Taken {
  readonly usages: ModelUsage[];
  characters: number;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/**
 * `POST /embeddings`, in sequential batches; a batch refused for its size is halved. Blank texts, which many providers
 * refuse, are not sent and get the zero vector.
 * @throws Fault `upstream` when the vectors do not match the texts, each other, or the requested dimensions
 */
export function createEmbeddings(spec: ModelSpec, ask: RetryingRequest, toFault: ToFault) {
  const prefixes = prefixesOf(spec);
  /** Texts of one request that the server takes; found out by refusals. */
  let most = spec.batchSize ?? DEFAULT_BATCH;

  return async function embed(
    call: EmbedCall,
  ): Promise<{ vectors: readonly Float32Array[]; usage: ModelUsage }> {
    const filled = call.texts.flatMap((text, index) => (text.trim() === '' ? [] : [index]));
    const taken: Taken = { usages: [], characters: 0 };
    const found = new Map<number, Float32Array>();
    try {
      for (const batch of slicesOf(filled, most)) {
        const vectors = await embedBatch(
          batch.map((index) => call.texts[index] ?? ''),
          call,
          taken,
        );
        batch.forEach((index, place) => found.set(index, vectors[place] ?? new Float32Array()));
      }
    } catch (error) {
      throw withAnswered(error, taken.characters / lengthOf(call.texts));
    }
    const wanted = call.dimensions ?? spec.dimensions;
    const dimensions = found.values().next().value?.length ?? wanted;
    if (dimensions === undefined) throw invalid(explained('embed_nothing'));
    checkLengths(found, { dimensions, wanted: call.anyDimensions ? undefined : wanted }, toFault);
    return {
      vectors: call.texts.map((_, index) => found.get(index) ?? new Float32Array(dimensions)),
      usage: sumUsage(taken.usages),
    };
  };

  async function embedBatch(
    texts: readonly string[],
    call: EmbedCall,
    taken: Taken,
  ): Promise<readonly Float32Array[]> {
    try {
      const most = ANSWER_BYTES + texts.length * VECTOR_BYTES;
      const json = await ask('/embeddings', bodyOf(texts, call), call.signal, most);
      taken.usages.push(readUsage(at(json, 'usage')) ?? {});
      taken.characters += lengthOf(texts);
      return vectorsOf(json, texts.length);
    } catch (error) {
      if (texts.length === 1) return [await embedParts(texts[0] ?? '', { call, taken, error })];
      if (!isRefused(error)) throw error;
      const half = Math.ceil(texts.length / 2);
      const first = await embedBatch(texts.slice(0, half), call, taken);
      // So many were taken after more were not: later batches begin with that.
      most = Math.min(most, half);
      return [...first, ...(await embedBatch(texts.slice(half), call, taken))];
    }
  }

  /** The vector of a text that is too long for the model: the mean of those of its halves. */
  async function embedParts(
    text: string,
    { call, taken, error }: { call: EmbedCall; taken: Taken; error: unknown },
  ): Promise<Float32Array> {
    const tooLong = isFault(error, 'upstream') && (error.details.window !== undefined || isTooMany(error));
    if (!tooLong || text.length < SHORTEST_PART) throw error;
    const middle = text.length >> 1;
    const blank = text.slice(middle, middle + 40).search(/\s/);
    const at = blank < 0 ? middle : middle + blank;
    const [first] = await embedBatch([text.slice(0, at).toWellFormed()], call, taken);
    const [second] = await embedBatch([text.slice(at).toWellFormed()], call, taken);
    if (!first || !second) throw error;
    return first.map((value, place) => (value + (second[place] ?? 0)) / 2);
  }

  function bodyOf(texts: readonly string[], { dimensions, scenario }: EmbedCall): Body {
    // The native dimension is not sent, since many providers refuse the field.
    const asked = dimensions === undefined || dimensions === spec.dimensions ? {} : { dimensions };
    const kind = kindOfCall(scenario);
    const before = prefixes[kind];
    const own = kind === 'passage' ? spec.passageBody : spec.queryBody;
    return {
      fields: {
        model: spec.model,
        input: before === '' ? texts : texts.map((text) => before + text),
        encoding_format: 'float',
        ...asked,
        ...spec.body,
        ...own,
      },
      texts: kind,
    };
  }

  function vectorsOf(json: unknown, count: number): readonly Float32Array[] {
    const items = itemsOf(json);
    const found = new Map(items.map((item, place) => [placeOf(item, place), vectorOf(embeddingOf(item))]));
    const vectors = Array.from({ length: count }, (_, index) => found.get(index)).filter(
      (vector) => vector !== undefined,
    );
    if (items.length === count && vectors.length === count) return vectors;
    throw toFault({
      kind: 'protocol',
      reason: explained('model_vectors', { got: vectors.length, asked: count }),
    });
  }
}

/** Throws a Fault `upstream` where vectors differ in length, or have another than was wanted. */
function checkLengths(
  found: ReadonlyMap<number, Float32Array>,
  { dimensions, wanted }: { dimensions: number; wanted: number | undefined },
  toFault: ToFault,
): void {
  for (const { length } of found.values()) {
    if (length !== dimensions)
      throw toFault({
        kind: 'protocol',
        reason: explained('model_mixed_vectors', { first: dimensions, second: length }),
      });
  }
  if (wanted === undefined || dimensions === wanted) return;
  throw toFault({
    kind: 'protocol',
    reason: explained('model_dimensions', { got: dimensions, asked: wanted, set: dimensions }),
  });
}

/** `data` (OpenAI), `embeddings` (Ollama, Cohere), or the bare list (text-embeddings-inference, llama.cpp). */
function itemsOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  for (const path of [['data'], ['embeddings'], ['embeddings', 'float']]) {
    const items = listAt(json, ...path);
    if (items.length > 0) return items;
  }
  return [];
}

/** The embedding of an item, which is one itself or holds it, also as the only one of a list. */
function embeddingOf(item: unknown): unknown {
  const embedding = Array.isArray(item) ? item : at(item, 'embedding');
  return Array.isArray(embedding) && embedding.length === 1 && Array.isArray(embedding[0])
    ? embedding[0]
    : embedding;
}

/** The place of the text that an item belongs to: its index, else its own place. Other indexes are not guessed. */
function placeOf(item: unknown, place: number): number {
  const text = at(item, 'index');
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  return countAt(item, 'index') ?? place;
}

/**
 * A vector from numbers or base64 of little-endian 32-bit floats; `undefined` when it is neither, empty or not finite.
 */
function vectorOf(embedding: unknown): Float32Array | undefined {
  const vector =
    typeof embedding === 'string' ? floatsOf(Buffer.from(embedding, 'base64')) : numbersOf(embedding);
  return vector.length > 0 && vector.every(Number.isFinite) ? vector : undefined;
}

const numbersOf = (embedding: unknown) =>
  Float32Array.from(
    Array.isArray(embedding) ? embedding.map((value) => (typeof value === 'number' ? value : NaN)) : [],
  );

function floatsOf(bytes: Buffer): Float32Array {
  const floats = new Float32Array(Math.floor(bytes.length / 4));
  for (let place = 0; place < floats.length; place += 1) floats[place] = bytes.readFloatLE(place * 4);
  return floats;
}

/** A refusal that fewer texts may escape; the first text alone shows whether they do. */
const isRefused = (error: unknown) =>
  isFault(error, 'upstream') && [400, 413, 422].includes(error.details.upstreamStatus ?? 0);

const isTooMany = (error: unknown) =>
  isFault(error, 'upstream') &&
  [400, 413, 422].includes(error.details.upstreamStatus ?? 0) &&
  (error.details.upstreamStatus === 413 ||
    /batch|too many|too large|too long|maximum|at most|limit|exceed|size|length|less than|上限|超过|超出|过长/i.test(
      error.message,
    ));
