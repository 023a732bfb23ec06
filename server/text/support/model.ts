import { readEdits } from './edits/reader.ts';
import type { Edit } from './edits/edits.ts';
import { inputNames, inputsOf, signalCount, type Signals } from './signals.ts';
import forest from './trees.json' with { type: 'json' };
import learned from './weights.json' with { type: 'json' };

/** A full binary tree, level by level: inputs go right where the one that is asked for reaches the edge, and end at a leaf. */
export interface Tree {
  readonly inputs: readonly number[];
  readonly edges: readonly number[];
  readonly leaves: readonly number[];
}

/** A weighted sum of inputs, and trees that correct it. */
export interface Model {
  readonly bias: number;
  /** In the order of the inputs. */
  readonly weights: readonly number[];
  readonly trees: readonly Tree[];
}

/** The value of the leaf that the inputs end at. */
export function leafOf({ inputs, edges, leaves }: Tree, row: readonly number[]): number {
  let at = 0;
  while (at < inputs.length) at = 2 * at + ((row[inputs[at] ?? 0] ?? 0) >= (edges[at] ?? 0) ? 2 : 1);
  return leaves[at - inputs.length] ?? 0;
}

/** The sum before it becomes a probability. */
export function sumOf(row: readonly number[], { bias, weights, trees }: Model): number {
  let sum = bias;
  row.forEach((input, index) => (sum += (weights[index] ?? 0) * input));
  for (const tree of trees) sum += leafOf(tree, row);
  return sum;
}

export const scoreOf = (row: readonly number[], model: Model): number => probabilityOf(sumOf(row, model));

const probabilityOf = (sum: number): number => 1 / (1 + Math.exp(-sum));

const { threshold, moved, sure, possible, together } = learned;

/** Scores from which on a statement is supported, by an article that nobody named, is practically said, and may be supported. */
export const thresholds = { threshold, moved, sure, possible } as const;

const weightOf: Readonly<Record<string, number>> = learned.weights;
const placeOf = new Map(inputNames.map((name, place) => [name, place]));

const shipped: Model = {
  bias: learned.bias,
  weights: inputNames.map((name) => weightOf[name] ?? 0),
  trees: forest.trees.map(({ inputs, edges, leaves }) => ({
    inputs: inputs.map((input) => placeOf.get(forest.signals[input] ?? '') ?? 0),
    edges,
    leaves,
  })),
};

/** How well the sentences of a comparison support the statement, by its signals; what `probability` begins with. */
export const sumOfSignals = (signals: Signals): number => sumOf(inputsOf(signals), shipped);

/** Probability that the sentences support the statement, by the signals of the comparison and by the edits between them. */
export const probability = (sum: number, signals: Signals, edits: readonly Edit[]): number =>
  probabilityOf(
    together.bias +
      together.signals * sum +
      together.edits * readEdits(edits, inputsOf(signals).slice(0, signalCount)),
  );
