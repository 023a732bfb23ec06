import type { Vector } from './vectors.ts';

/** Clusters indexed by the terms of their centroids (sums of their members' vectors). */
interface CentroidIndex {
  readonly size: number;
  /** The cluster with the highest cosine similarity of its centroid, at least `least`; the older one of equals. */
  nearest(vector: Vector, least: number): number | undefined;
  /** Adds a member; the cluster numbered `size` is new. */
  add(cluster: number, vector: Vector): void;
  /** Sum of its members by term. */
  centroid(cluster: number): [term: number, weight: number][];
}

/** Number of a centroid's terms that are indexed. */
const centroidTerms = 48;
/** Bound of postings read for one vector, most informative terms first; this bounds the time. */
const entriesRead = 4_000;

/** Posting list of a term: clusters, and the term's weights in their centroids. */
interface PostingList {
  readonly clusters: number[];
  readonly weights: number[];
}

/** A cluster's centroid: its terms, and the position in each term's posting list. */
interface Centroid {
  readonly terms: number[];
  readonly entries: number[];
}

/** An empty index for at most `capacity` clusters. */
export function createCentroidIndex(capacity: number): CentroidIndex {
  const postings = new Map<number, PostingList>();
  const centroids: Centroid[] = [];
  const squares = new Float64Array(capacity);
  const products = new Float64Array(capacity);

  /**
   * Accumulates dot products with the centroids that may reach the similarity `least`. The remaining terms can add at
   * most the length of the rest of the vector; when that is less, no new cluster is considered.
   */
  const accumulate = ({ terms, weights }: Vector, least: number): number[] => {
    const touched: number[] = [];
    let [read, rest] = [0, 1];
    for (let at = 0; at < terms.length && read < entriesRead; at++) {
      const list = postings.get(terms[at] ?? -1);
      const weight = weights[at] ?? 0;
      const mayBegin = rest >= least * least;
      rest -= weight * weight;
      if (!list) continue;
      const upTo = Math.min(list.clusters.length, entriesRead - read);
      for (let entry = 0; entry < upTo; entry++) {
        const cluster = list.clusters[entry] ?? 0;
        const product = products[cluster] ?? 0;
        if (product === 0) {
          if (!mayBegin) continue;
          touched.push(cluster);
        }
        products[cluster] = product + weight * (list.weights[entry] ?? 0);
      }
      read += upTo;
    }
    return touched;
  };

  /**
   * Adds a cluster to a term's posting list and returns the position. An array created with its first entry allocates
   * no spare room.
   */
  const addPosting = (term: number, cluster: number, weight: number): number => {
    const list = postings.get(term);
    squares[cluster] = (squares[cluster] ?? 0) + weight * weight;
    if (!list) {
      postings.set(term, { clusters: [cluster], weights: [weight] });
      return 0;
    }
    list.weights.push(weight);
    return list.clusters.push(cluster) - 1;
  };

  const addToCentroid = (
    cluster: number,
    { terms, entries }: Centroid,
    term: number,
    weight: number,
  ): void => {
    const at = terms.indexOf(term);
    if (at < 0) {
      if (terms.length >= centroidTerms) return;
      terms.push(term);
      entries.push(addPosting(term, cluster, weight));
      return;
    }
    const [list, entry] = [postings.get(term), entries[at] ?? 0];
    if (!list) return;
    const old = list.weights[entry] ?? 0;
    list.weights[entry] = old + weight;
    squares[cluster] = (squares[cluster] ?? 0) + (old + weight) ** 2 - old ** 2;
  };

  return {
    get size() {
      return centroids.length;
    },

    nearest(vector, least) {
      let best: number | undefined;
      let similarity = least;
      for (const cluster of accumulate(vector, least)) {
        const product = products[cluster] ?? 0;
        products[cluster] = 0;
        // A centroid is at least as long as any member, and members have length 1.
        if (product < similarity) continue;
        const cosine = product / Math.sqrt(squares[cluster] ?? 1);
        const isBetter = cosine > similarity || (cosine === similarity && cluster < (best ?? Infinity));
        if (isBetter) [best, similarity] = [cluster, cosine];
      }
      return best;
    },

    add(cluster, { terms, weights }) {
      const centroid = centroids[cluster];
      if (centroid)
        for (const [at, term] of terms.entries()) addToCentroid(cluster, centroid, term, weights[at] ?? 0);
      else {
        const entries = terms.map((term, at) => addPosting(term, cluster, weights[at] ?? 0));
        centroids.push({ terms: terms.slice(), entries });
      }
    },

    centroid(cluster) {
      const { terms, entries } = centroids[cluster] ?? { terms: [], entries: [] };
      return terms.map((term, at) => [term, postings.get(term)?.weights[entries[at] ?? 0] ?? 0]);
    },
  };
}
