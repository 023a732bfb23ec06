/** A run that two sequences have in common: `length` members from place `a` of one and `b` of the other. */
export interface Match {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/**
 * The longest common subsequence of two sequences as runs in ascending order: E. W. Myers, "An O(ND) Difference Algorithm
 * and Its Variations", 1986, in its linear-space form. Where more than `maxCost` members differ on the way to
 * the middle, that stretch counts as wholly different, so time is bounded by about `maxCost` squared.
 */
export function matches(a: readonly string[], b: readonly string[], maxCost = 1200): Match[] {
  const numbers = new Map<string, number>();
  const numbered = (members: readonly string[]) =>
    Int32Array.from(members, (member) => {
      const known = numbers.get(member) ?? numbers.size;
      numbers.set(member, known);
      return known;
    });
  const found: Match[] = [];
  compare({ a: numbered(a), b: numbered(b), found, maxCost }, { a: 0, aEnd: a.length, b: 0, bEnd: b.length });
  return joined(found);
}

interface Comparison {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly found: Match[];
  readonly maxCost: number;
}

interface Box {
  readonly a: number;
  readonly aEnd: number;
  readonly b: number;
  readonly bEnd: number;
}

/** Adds what the box has in common. The middle halves the differences, so this is only a few calls deep. */
function compare(work: Comparison, box: Box): void {
  const { a, b, found } = work;
  let { a: aStart, aEnd, b: bStart, bEnd } = box;
  let head = 0;
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
    aStart++;
    bStart++;
    head++;
  }
  if (head > 0) found.push({ a: box.a, b: box.b, length: head });
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  if (aStart < aEnd && bStart < bEnd) {
    const middle = middleOf(work, { a: aStart, aEnd, b: bStart, bEnd });
    if (middle) {
      compare(work, { a: aStart, aEnd: middle.a, b: bStart, bEnd: middle.b });
      compare(work, { a: middle.a, aEnd, b: middle.b, bEnd });
    }
  }
  if (aEnd < box.aEnd) found.push({ a: aEnd, b: bEnd, length: box.aEnd - aEnd });
}

interface Point {
  readonly a: number;
  readonly b: number;
}

const UNSET = -1;

/** A point on a shortest path through the box, about half way; `undefined` when it costs too much to find. */
function middleOf({ a, b, maxCost }: Comparison, box: Box): Point | undefined {
  const width = box.aEnd - box.a;
  const height = box.bEnd - box.b;
  const delta = width - height;
  const most = Math.min(Math.ceil((width + height) / 2), maxCost);
  const forward = createFront(most, width, height, (x, y) => a[box.a + x] === b[box.b + y]);
  const backward = createFront(most, width, height, (x, y) => a[box.aEnd - 1 - x] === b[box.bEnd - 1 - y]);
  for (let cost = 0; cost <= most; cost++) {
    for (let k = -cost; k <= cost; k += 2) {
      const x = forward.advance(cost, k);
      const met = delta % 2 !== 0 ? backward.at(delta - k) : UNSET;
      if (x !== UNSET && met !== UNSET && x + met >= width) return { a: box.a + x, b: box.b + x - k };
    }
    for (let k = -cost; k <= cost; k += 2) {
      const x = backward.advance(cost, k);
      const met = delta % 2 === 0 ? forward.at(delta - k) : UNSET;
      if (x !== UNSET && met !== UNSET && x + met >= width) return { a: box.aEnd - x, b: box.bEnd - (x - k) };
    }
  }
  return undefined;
}

/** How far paths of a cost reach on each diagonal `k = x - y`, without leaving the box. */
function createFront(
  most: number,
  width: number,
  height: number,
  areEqual: (x: number, y: number) => boolean,
) {
  const reach = new Int32Array(2 * most + 3).fill(UNSET);
  const origin = most + 1;
  const at = (k: number): number => (Math.abs(k) > most + 1 ? UNSET : (reach[origin + k] ?? UNSET));
  return {
    at,
    advance(cost: number, k: number): number {
      const down = at(k + 1);
      const right = at(k - 1);
      const fromDown = down !== UNSET && down - k <= height ? down : UNSET;
      const fromRight = right !== UNSET && right < width ? right + 1 : UNSET;
      let x = cost === 0 ? 0 : Math.max(fromDown, fromRight);
      if (x !== UNSET) while (x < width && x - k < height && areEqual(x, x - k)) x++;
      reach[origin + k] = x;
      return x;
    },
  };
}

/** Neighbouring runs as one. */
function joined(found: readonly Match[]): Match[] {
  const runs: Match[] = [];
  for (const match of found) {
    const last = runs.at(-1);
    if (last && last.a + last.length === match.a && last.b + last.length === match.b)
      runs[runs.length - 1] = { ...last, length: last.length + match.length };
    else runs.push(match);
  }
  return runs;
}
