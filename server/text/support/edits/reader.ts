import { traitsOf, wordsOf, type Edit } from './edits.ts';
import numbers from './numbers.json' with { type: 'json' };

/*
 * Small networks that read the edits from the sentences of a page to a statement: each edit with its neighbours, twice, then the
 * strongest and the sum of all, and beside them the signals of the comparison. They differ by the chance that they began with.
 * `bench/support/learn.py` learns their numbers.
 */

/** Rows of a matrix, one after the other. */
interface Matrix {
  readonly width: number;
  readonly values: Float32Array;
}

/** Whole numbers of one byte, in base 64, and what one is worth. */
function matrixOf({ width, scale, bytes }: { width: number; scale: number; bytes: string }): Matrix {
  return {
    width,
    values: Float32Array.from(new Int8Array(Buffer.from(bytes, 'base64')), (byte) => byte * scale),
  };
}

const networks = numbers.networks.map(({ biases, ...layers }) => ({
  biases,
  here: matrixOf(layers.here),
  there: matrixOf(layers.there),
  edit: matrixOf(layers.edit),
  first: matrixOf(layers.first),
  second: matrixOf(layers.second),
  signals: matrixOf(layers.signals),
  all: matrixOf(layers.all),
  last: matrixOf(layers.last),
}));

type Network = (typeof networks)[number];

/** Words that are known by themselves; all others are known by what they are alone. */
const idOf = new Map(numbers.words.map((word, index) => [word, index + 1]));

/** What speaks for a statement, as a sum before it becomes a probability: the mean of all networks. */
export function readEdits(edits: readonly Edit[], signals: readonly number[]): number {
  const places = edits.map((edit): Place => {
    const { here, there } = wordsOf(edit);
    return {
      here: idOf.get(here) ?? 0,
      there: idOf.get(there) ?? 0,
      traits: Float32Array.from(traitsOf(edit)),
    };
  });
  const scaled = Float32Array.from(signals, (value, index) =>
    Math.max(-4, Math.min(4, (value - (numbers.means[index] ?? 0)) / (numbers.deviations[index] ?? 1))),
  );
  return networks.reduce((sum, network) => sum + readBy(network, places, scaled), 0) / networks.length;
}

/** An edit as a network takes it: the numbers of its words, and what it is. */
interface Place {
  readonly here: number;
  readonly there: number;
  readonly traits: Float32Array;
}

function readBy(network: Network, places: readonly Place[], signals: Float32Array): number {
  const { biases } = network;
  const { width } = network.edit;
  let states = places.map(({ here, there, traits }) =>
    layer([rowOf(network.here, here), rowOf(network.there, there), traits], network.edit, biases.edit),
  );
  for (const [matrix, bias] of [
    [network.first, biases.first],
    [network.second, biases.second],
  ] as const) {
    const nothing = new Float32Array(width);
    states = states.map((state, index) => {
      const read = layer([states[index - 1] ?? nothing, state, states[index + 1] ?? nothing], matrix, bias);
      for (let place = 0; place < width; place++) read[place] = (read[place] ?? 0) + (state[place] ?? 0);
      return read;
    });
  }
  // Shorter statements were learned with blanks behind them, whose states are 0.
  const most = new Float32Array(width);
  const sum = new Float32Array(width);
  for (const state of states)
    for (let place = 0; place < width; place++) {
      const value = state[place] ?? 0;
      if (value > (most[place] ?? 0)) most[place] = value;
      sum[place] = (sum[place] ?? 0) + value / 10;
    }
  const compared = layer([signals], network.signals, biases.signals);
  const all = layer([most, sum, compared], network.all, biases.all);
  return weigh([all], network.last, biases.last)[0] ?? 0;
}

const rowOf = ({ width, values }: Matrix, row: number): Float32Array =>
  values.subarray(row * width, (row + 1) * width);

const layer = (parts: readonly Float32Array[], matrix: Matrix, bias: readonly number[]): Float32Array =>
  atLeast0(weigh(parts, matrix, bias));

function atLeast0(values: Float32Array): Float32Array {
  for (let place = 0; place < values.length; place++) if ((values[place] ?? 0) < 0) values[place] = 0;
  return values;
}

/** The product of a row, given in parts, and a matrix. */
function weigh(
  parts: readonly Float32Array[],
  { width, values }: Matrix,
  bias: readonly number[],
): Float32Array {
  const sums = Float32Array.from(bias);
  let start = 0;
  for (const part of parts)
    for (let place = 0; place < part.length; place++, start += width) {
      const input = part[place] ?? 0;
      // Half of the states are 0.
      if (input === 0) continue;
      for (let column = 0; column < width; column++)
        sums[column] = (sums[column] ?? 0) + input * (values[start + column] ?? 0);
    }
  return sums;
}
