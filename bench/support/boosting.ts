import { leafOf, type Tree } from '../../server/text/support/model.ts';
import type { Row } from './logistic.ts';

/** Trees that are learned, splits from root to leaf, and the share of each tree's step that is taken. */
const shape = { trees: 300, depth: 3, rate: 0.05 } as const;

/** Share of the rows, and of the inputs, that a tree is learned from. */
const share = { rows: 0.6, inputs: 0.4 } as const;

/** Pull of the leaves towards zero, and the least weight of rows in a leaf. */
const [ridge, leastWeight] = [3, 6];

/** Edges between the values of an input that are tried. */
const maxEdges = 23;

/** What the rows are to explain, by row: the slope and curvature of the loss, and the weight. */
interface Slopes {
  readonly slope: Float64Array;
  readonly bend: Float64Array;
  readonly weight: Float64Array;
}

/**
 * The mean of several forests on top of a given score: which rows and inputs a single one is learned from changes its figures more
 * than most signals do. The same rows give the same trees.
 */
export const meanOfForests = (
  rows: readonly Row[],
  inputs: readonly number[],
  base: (row: Row) => number,
  forests: number,
): Tree[] => {
  const parts = partsOf(rows, inputs);
  return Array.from({ length: forests }, (_, place) => boost(rows, parts, base, place + 7))
    .flat()
    .map((tree) => ({ ...tree, leaves: tree.leaves.map((value) => rounded(value / forests)) }));
};

/** Inputs whose values are split into parts. */
interface Parts {
  readonly inputs: readonly number[];
  /** Values between the parts of each input. */
  readonly edges: readonly (readonly number[])[];
  /** The part that the value of each row falls into, by input. */
  readonly bins: readonly Uint8Array[];
}

function partsOf(rows: readonly Row[], inputs: readonly number[]): Parts {
  const edges = inputs.map((input) => edgesOf(rows.map((row) => row.inputs[input] ?? 0)));
  const bins = inputs.map((input, place) =>
    Uint8Array.from(rows, (row) => {
      const value = row.inputs[input] ?? 0;
      let part = 0;
      for (const edge of edges[place] ?? []) {
        if (value < edge) break;
        part++;
      }
      return part;
    }),
  );
  return { inputs, edges, bins };
}

/**
 * Gradient boosting of small trees on top of a given score: each tree is learned from a part of the rows and inputs, from what
 * the sum of those before it gets wrong.
 */
function boost(
  rows: readonly Row[],
  { inputs, edges, bins }: Parts,
  base: (row: Row) => number,
  seed: number,
): Tree[] {
  const random = numbers(seed);
  const sums = Float64Array.from(rows, base);
  const slopes: Slopes = {
    slope: new Float64Array(rows.length),
    bend: new Float64Array(rows.length),
    weight: Float64Array.from(rows, ({ weight }) => weight),
  };
  const trees: Tree[] = [];
  for (let index = 0; index < shape.trees; index++) {
    rows.forEach(({ label, weight }, row) => {
      const said = 1 / (1 + Math.exp(-(sums[row] ?? 0)));
      slopes.slope[row] = (said - label) * weight;
      slopes.bend[row] = said * (1 - said) * weight;
    });
    const some = Int32Array.from(rows.keys()).filter(() => random() < share.rows);
    const places = inputs.map((_, place) => place).filter(() => random() < share.inputs);
    const nodes: Node[] = [];
    grow(some, { slopes, bins, edges, places, nodes, at: 0 });
    const tree = treeOf(nodes, inputs, edges);
    trees.push(tree);
    rows.forEach((row, place) => (sums[place] = (sums[place] ?? 0) + leafOf(tree, row.inputs)));
  }
  return trees;
}

/** The same numbers between 0 and 1 for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Values between which the rows are split into parts of about equal size. */
function edgesOf(values: readonly number[]): number[] {
  const different = [...new Set(values)].toSorted((one, other) => one - other);
  if (different.length <= maxEdges + 1)
    return different.slice(1).map((value, index) => (value + (different[index] ?? 0)) / 2);
  const ranked = values.toSorted((one, other) => one - other);
  const quantiles = Array.from(
    { length: maxEdges },
    (_, index) => ranked[Math.floor(((index + 1) * ranked.length) / (maxEdges + 1))],
  );
  return [...new Set(quantiles)].flatMap((edge) => (edge === undefined || edge === ranked[0] ? [] : [edge]));
}

/** A node of a tree in the order root, left, right, left of left …; `place` of an input, or a leaf's value. */
interface Node {
  readonly place?: number;
  readonly edge?: number;
  readonly value: number;
}

interface Growth {
  readonly slopes: Slopes;
  /** The part of the values of each input that a row falls into. */
  readonly bins: readonly Uint8Array[];
  readonly edges: readonly (readonly number[])[];
  readonly places: readonly number[];
  readonly nodes: Node[];
  readonly at: number;
}

function grow(rows: Int32Array, growth: Growth): void {
  const all = totalOf(rows, growth.slopes);
  const value = (-all.slope / (all.bend + ridge)) * shape.rate;
  const isLeaf = growth.at >= 2 ** shape.depth - 1 || all.weight < 2 * leastWeight;
  const split = isLeaf ? undefined : splitOf(rows, all, growth);
  growth.nodes[growth.at] = split ? { ...split, value } : { value };
  if (split === undefined) return;
  const bins = growth.bins[split.place];
  const isLeft = (row: number) => (bins?.[row] ?? 0) <= split.edge;
  grow(rows.filter(isLeft), { ...growth, at: 2 * growth.at + 1 });
  grow(
    rows.filter((row) => !isLeft(row)),
    { ...growth, at: 2 * growth.at + 2 },
  );
}

interface Total {
  readonly slope: number;
  readonly bend: number;
  readonly weight: number;
}

function totalOf(rows: Int32Array, slopes: Slopes): Total {
  let [slope, bend, weight] = [0, 0, 0];
  for (const row of rows) {
    slope += slopes.slope[row] ?? 0;
    bend += slopes.bend[row] ?? 0;
    weight += slopes.weight[row] ?? 0;
  }
  return { slope, bend, weight };
}

/** The input and edge that explain most; `undefined` when none explains anything. */
function splitOf(rows: Int32Array, all: Total, { slopes, bins, edges, places }: Growth) {
  const worth = (slope: number, bend: number) => (slope * slope) / (bend + ridge);
  const whole = worth(all.slope, all.bend);
  const [slopeOf, bendOf, weightOf] = [0, 0, 0].map(() => new Float64Array(maxEdges + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let best: { readonly place: number; readonly edge: number } | undefined;
  let most = 0.001;
  for (const place of places) {
    const binOf = bins[place];
    if (binOf === undefined) continue;
    for (const part of [slopeOf, bendOf, weightOf]) part.fill(0);
    for (const row of rows) {
      const bin = binOf[row] ?? 0;
      slopeOf[bin] = (slopeOf[bin] ?? 0) + (slopes.slope[row] ?? 0);
      bendOf[bin] = (bendOf[bin] ?? 0) + (slopes.bend[row] ?? 0);
      weightOf[bin] = (weightOf[bin] ?? 0) + (slopes.weight[row] ?? 0);
    }
    let [slope, bend, weight] = [0, 0, 0];
    for (let edge = 0; edge < (edges[place]?.length ?? 0); edge++) {
      slope += slopeOf[edge] ?? 0;
      bend += bendOf[edge] ?? 0;
      weight += weightOf[edge] ?? 0;
      if (weight < leastWeight || all.weight - weight < leastWeight) continue;
      const gain = worth(slope, bend) + worth(all.slope - slope, all.bend - bend) - whole;
      if (gain > most) [most, best] = [gain, { place, edge }];
    }
  }
  return best;
}

/** The tree in full: below a leaf that ends early both sides are the same. */
function treeOf(
  nodes: readonly Node[],
  inputs: readonly number[],
  edges: readonly (readonly number[])[],
): Tree {
  const count = 2 ** shape.depth - 1;
  const full: Node[] = [];
  for (let at = 0; at <= 2 * count; at++) {
    const above = full[Math.floor((at - 1) / 2)];
    full[at] = nodes[at] ?? { value: above?.value ?? 0 };
  }
  const splits = full.slice(0, count);
  return {
    inputs: splits.map(({ place }) => (place === undefined ? 0 : (inputs[place] ?? 0))),
    edges: splits.map(({ place, edge }) =>
      place === undefined || edge === undefined ? 0 : rounded(edges[place]?.[edge] ?? 0),
    ),
    leaves: full.slice(count).map(({ value }) => rounded(value)),
  };
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000 + 0;
