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

/** A row with what is to be explained: the slope and curvature of the loss. */
interface Slope {
  readonly bins: readonly number[];
  readonly weight: number;
  readonly slope: number;
  readonly bend: number;
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
): Tree[] =>
  Array.from({ length: forests }, (_, place) => boost(rows, inputs, base, place + 7))
    .flat()
    .map((tree) => ({ ...tree, leaves: tree.leaves.map((value) => rounded(value / forests)) }));

/**
 * Gradient boosting of small trees on top of a given score: each tree is learned from a part of the rows and inputs, from what
 * the sum of those before it gets wrong.
 */
function boost(
  rows: readonly Row[],
  inputs: readonly number[],
  base: (row: Row) => number,
  seed: number,
): Tree[] {
  const random = numbers(seed);
  const edges = inputs.map((input) => edgesOf(rows.map((row) => row.inputs[input] ?? 0)));
  const bins = rows.map((row) =>
    inputs.map(
      (input, place) => (edges[place] ?? []).filter((edge) => (row.inputs[input] ?? 0) >= edge).length,
    ),
  );
  const sums = rows.map(base);
  const trees: Tree[] = [];
  for (let index = 0; index < shape.trees; index++) {
    const slopes = rows.map(({ label, weight }, row): Slope => {
      const said = 1 / (1 + Math.exp(-(sums[row] ?? 0)));
      return {
        bins: bins[row] ?? [],
        weight,
        slope: (said - label) * weight,
        bend: said * (1 - said) * weight,
      };
    });
    const some = slopes.filter(() => random() < share.rows);
    const places = inputs.map((_, place) => place).filter(() => random() < share.inputs);
    const nodes: Node[] = [];
    grow(some, { edges, places, nodes, at: 0 });
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
  readonly edges: readonly (readonly number[])[];
  readonly places: readonly number[];
  readonly nodes: Node[];
  readonly at: number;
}

function grow(rows: readonly Slope[], growth: Growth): void {
  const all = totalOf(rows);
  const value = (-all.slope / (all.bend + ridge)) * shape.rate;
  const isLeaf = growth.at >= 2 ** shape.depth - 1 || all.weight < 2 * leastWeight;
  const split = isLeaf ? undefined : splitOf(rows, all, growth);
  growth.nodes[growth.at] = split ? { ...split, value } : { value };
  if (split === undefined) return;
  const isLeft = ({ bins }: Slope) => (bins[split.place] ?? 0) <= split.edge;
  grow(rows.filter(isLeft), { ...growth, at: 2 * growth.at + 1 });
  grow(
    rows.filter((row) => !isLeft(row)),
    { ...growth, at: 2 * growth.at + 2 },
  );
}

interface Total {
  slope: number;
  bend: number;
  weight: number;
}

const totalOf = (rows: readonly Slope[]): Total => {
  const total = { slope: 0, bend: 0, weight: 0 };
  for (const row of rows) addTo(total, row);
  return total;
};

const addTo = (total: Total, { slope, bend, weight }: Total): void => {
  total.slope += slope;
  total.bend += bend;
  total.weight += weight;
};

/** The input and edge that explain most; `undefined` when none explains anything. */
function splitOf(rows: readonly Slope[], all: Total, { edges, places }: Growth) {
  const worth = ({ slope, bend }: Total) => (slope * slope) / (bend + ridge);
  let best: { readonly place: number; readonly edge: number } | undefined;
  let most = 0.001;
  for (const place of places) {
    const parts = Array.from({ length: (edges[place]?.length ?? 0) + 1 }, () => ({
      slope: 0,
      bend: 0,
      weight: 0,
    }));
    for (const row of rows) {
      const part = parts[row.bins[place] ?? 0];
      if (part) addTo(part, row);
    }
    const left = { slope: 0, bend: 0, weight: 0 };
    parts.slice(0, -1).forEach((part, edge) => {
      addTo(left, part);
      const right = {
        slope: all.slope - left.slope,
        bend: all.bend - left.bend,
        weight: all.weight - left.weight,
      };
      if (left.weight < leastWeight || right.weight < leastWeight) return;
      const gain = worth(left) + worth(right) - worth(all);
      if (gain > most) [most, best] = [gain, { place, edge }];
    });
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
