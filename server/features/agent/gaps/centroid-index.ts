import type { Vector } from './vectors.ts';

/** The groups so far, to be found by the terms of their middles (the sums of their members' vectors). */
interface GroupIndex {
  readonly size: number;
  /** The group whose middle has the greatest cosine with the vector, at least `least`; of equals the older one. */
  nearest(vector: Vector, least: number): number | undefined;
  /** Adds a member; the group numbered `size` is a new one. */
  add(group: number, vector: Vector): void;
  /** The sum of its members, term by term. */
  middle(group: number): [term: number, weight: number][];
}

/** Terms of a middle that its group is found by. */
const middleTerms = 48;
/** Entries that are looked at for one vector, the terms that say most first: this bounds the time it takes. */
const entriesRead = 4_000;

/** Who holds a term: groups and the weights it has in their middles. */
interface Holders {
  readonly groups: number[];
  readonly weights: number[];
}

/** The middle of a group: its terms, and where its weight stands among the holders of each. */
interface Middle {
  readonly terms: number[];
  readonly entries: number[];
}

/** An empty index for at most `capacity` groups. */
export function createCentroidIndex(capacity: number): GroupIndex {
  const holders = new Map<number, Holders>();
  const middles: Middle[] = [];
  const squares = new Float64Array(capacity);
  const products = new Float64Array(capacity);

  /**
   * Sums the products of the vector with the middles that may reach the likeness `least`. What the terms still to come can
   * add at most is the length of the vector without those read: when that is less, no new group is begun with.
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

  /** Writes a group under a term and tells where; an array made with its first entry takes no more room than it needs. */
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
      if (terms.length >= middleTerms) return;
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
      let likeness = least;
      for (const group of touch(vector, least)) {
        const product = products[group] ?? 0;
        products[group] = 0;
        // No middle is shorter than one of its members, whose length is 1.
        if (product < likeness) continue;
        const cosine = product / Math.sqrt(squares[group] ?? 1);
        const isBetter = cosine > likeness || (cosine === likeness && group < (best ?? Infinity));
        if (isBetter) [best, likeness] = [group, cosine];
      }
      return best;
    },

    add(group, { terms, weights }) {
      const middle = middles[group];
      if (middle) for (const [at, term] of terms.entries()) raise(group, middle, term, weights[at] ?? 0);
      else {
        const entries = terms.map((term, at) => hold(term, group, weights[at] ?? 0));
        middles.push({ terms: terms.slice(), entries });
      }
    },

    middle(group) {
      const { terms, entries } = middles[group] ?? { terms: [], entries: [] };
      return terms.map((term, at) => [term, holders.get(term)?.weights[entries[at] ?? 0] ?? 0]);
    },
  };
}
