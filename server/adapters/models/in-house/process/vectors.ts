import type { Manifest } from '../manifest.ts';
import type { Network, Output } from './runtime.ts';
import type { Tokens } from './tokens.ts';

/** Maximum of windows computed per text; about eight pages. */
const mostWindows = 8;

/** A loaded model. */
export interface OpenModel {
  readonly manifest: Pick<Manifest, 'pooling' | 'maxTokens'>;
  readonly network: Network;
  readonly tokens: Tokens;
}

/**
 * The vector of a text, of length 1: the mean over its windows, weighted by their length. Each text is computed alone: in a
 * batch, the dynamic scales of a quantized network would make its vector depend on the other texts.
 */
export async function vectorOf(
  { manifest, network, tokens }: OpenModel,
  text: string,
): Promise<{ readonly vector: Float32Array; readonly tokens: number }> {
  const windows = tokens.windowsOf(text, manifest.maxTokens).slice(0, mostWindows);
  let sum: Float64Array | undefined;
  let count = 0;
  for (const ids of windows) {
    const output = await network.run(
      ids,
      ids.map(() => 0),
    );
    const pooled = pooledOf(output, manifest.pooling);
    sum ??= new Float64Array(pooled.length);
    for (let place = 0; place < pooled.length; place += 1)
      sum[place] = (sum[place] ?? 0) + (pooled[place] ?? 0) * ids.length;
    count += ids.length;
  }
  return { vector: normalized(sum ?? new Float64Array()), tokens: count };
}

/** Relevance of a document to a question, from 0 to 1. */
export async function scoreOf(
  { manifest, network, tokens }: OpenModel,
  question: string,
  document: string,
): Promise<{ readonly score: number; readonly tokens: number }> {
  const { ids, types } = tokens.pairOf(question, document, manifest.maxTokens);
  const { numbers } = await network.run(ids, types);
  const [first = 0, second] = numbers;
  // A single number is a logit; two numbers are the logits of "no" and "yes".
  const logit = second === undefined ? first : second - first;
  return { score: 1 / (1 + Math.exp(-logit)), tokens: ids.length };
}

/** Pools the vectors of the tokens: their mean, or that of the first special token. An output of one row is the vector itself. */
function pooledOf({ numbers, shape }: Output, pooling: Manifest['pooling']): Float64Array {
  const width = shape.at(-1) ?? numbers.length;
  const rows = pooling === 'cls' ? 1 : Math.floor(numbers.length / width);
  const pooled = new Float64Array(width);
  for (let row = 0; row < rows; row += 1)
    for (let place = 0; place < width; place += 1)
      pooled[place] = (pooled[place] ?? 0) + (numbers[row * width + place] ?? 0) / rows;
  return pooled;
}

function normalized(sum: Float64Array): Float32Array {
  const length = Math.hypot(...sum);
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
}
