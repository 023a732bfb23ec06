import type { Vector } from './vectors.ts';

/** Clusters indexed by the terms of their centroids (sums of their members' vectors). */
interface GroupIndex {
  readonly size: number;
  /** The cluster with the highest cosine similarity of its centroid, at least `least`; the older one of equals. */
  nearest(vector: Vector, least: number): number | undefined;
  /** Adds a member; the cluster numbered `size` is new. */
  add(group: number, vector: Vector): void;
  /** Sum of its members by term. */
  centroid(group: number): [term: number, weight: number][];
}

/** Number of a centroid's terms that are indexed. */
const centroidTerms = 48;
/** Bound of postings read for one vector, most informative terms first; this bounds the time. */
const entriesRead = 4_000;

/** Posting list of a term: clusters, and the term's weights in their centroids. */
interface Holders {
  readonly groups: number[];
  readonly weights: number[];
}

/** A cluster's centroid: its terms, and the position in each term's posting list. */
interface Middle {
  readonly terms: number[];
  readonly entries: number[];
}

/** An empty index for at most `capacity` clusters. */
export function createCentroidIndex(capacity: number): GroupIndex {
  const holders = new Map<number, Holders>();
  const middles: Middle[] = [];
  const squares = new Float64Array(capacity);
  const products = new Float64Array(capacity);

  /**
   * Accumulates dot products with the centroids that may reach the similarity `least`. The remaining terms can add at
   * most the length of the rest of the vector; when that is less, no new cluster is considered.
   */
  const touch = ({ terms, weights }: Vector, least: number): number[] => {
    const touched: number[] = [];
    let [read, rest] = [0, 1];
    for (let at = 0; at < terms.length && read < entriesRead; at++) {
      const held = holders.get(terms[at] ?? -1);
      const weight = weights[at] ?? 0;
      const mayBegin = rest >= least * least;
      rest -= weight * weight;
      if (!held) continue;
      const upTo = Math.min(held.groups.length, entriesRead - read);
      for (let entry = 0; entry < upTo; entry++) {
        const group = held.groups[entry] ?? 0;
        const product = products[group] ?? 0;
        if (product === 0) {
          if (!mayBegin) continue;
          touched.push(group);
        }
        products[group] = product + weight * (held.weights[entry] ?? 0);
      }
      read += upTo;
    }
    return touched;
  };

  /**
   * Adds a cluster to a term's posting list and returns the position. An array created with its first entry allocates
   * no spare room.
   */
  const hold = (term: number, group: number, weight: number): number => {
    const held = holders.get(term);
    squares[group] = (squares[group] ?? 0) + weight * weight;
    if (!held) {
      holders.set(term, { groups: [group], weights: [weight] });
      return 0;
    }
    held.weights.push(weight);
    return held.groups.push(group) - 1;
  };

  const raise = (group: number, { terms, entries }: Middle, term: number, weight: number): void => {
    const at = terms.indexOf(term);
    if (at < 0) {
      if (terms.length >= centroidTerms) return;
      terms.push(term);
      entries.push(hold(term, group, weight));
      return;
    }
    const [held, entry] = [holders.get(term), entries[at] ?? 0];
    if (!held) return;
    const old = held.weights[entry] ?? 0;
    held.weights[entry] = old + weight;
    squares[group] = (squares[group] ?? 0) + (old + weight) ** 2 - old ** 2;
  };

  return {
    get size() {
      return middles.length;
    },

    nearest(vector, least) {
      let best: number | undefined;
      let similarity = least;
      for (const group of touch(vector, least)) {
        const product = products[group] ?? 0;
        products[group] = 0;
        // A centroid is at least as long as any member, and members have length 1.
        if (product < similarity) continue;
        const cosine = product / Math.sqrt(squares[group] ?? 1);
        const isBetter = cosine > similarity || (cosine === similarity && group < (best ?? Infinity));
        if (isBetter) [best, similarity] = [group, cosine];
      }
      return best;
    },

    add(group, { terms, weights }) {
      const centroid = middles[group];
      if (centroid) for (const [at, term] of terms.entries()) raise(group, centroid, term, weights[at] ?? 0);
      else {
        const entries = terms.map((term, at) => hold(term, group, weights[at] ?? 0));
        middles.push({ terms: terms.slice(), entries });
      }
    },

    centroid(group) {
      const { terms, entries } = middles[group] ?? { terms: [], entries: [] };
      return terms.map((term, at) => [term, holders.get(term)?.weights[entries[at] ?? 0] ?? 0]);
    },
  };
}
