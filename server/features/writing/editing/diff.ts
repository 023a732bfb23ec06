import { diffArrays } from 'diff';

/** A run that two sequences have in common: `length` members from place `a` of one and `b` of the other. */
export interface Match {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/**
 * The longest common subsequence of two sequences as runs in ascending order. Where more than `mostEdits` members differ,
 * what lies between the common beginning and the common end counts as wholly different, so that time stays bounded.
 */
export function matches(a: readonly string[], b: readonly string[], mostEdits = 2400): Match[] {
  const head = commonHead(a, b);
  const tail = commonHead(a.slice(head).toReversed(), b.slice(head).toReversed());
  const middle = diffArrays(a.slice(head, a.length - tail), b.slice(head, b.length - tail), {
    maxEditLength: mostEdits,
  });
  const found: Match[] = [{ a: 0, b: 0, length: head }];
  let [at, to] = [head, head];
  for (const { added, removed, count } of middle ?? []) {
    if (!added && !removed) found.push({ a: at, b: to, length: count });
    if (!added) at += count;
    if (!removed) to += count;
  }
  return joined([...found, { a: a.length - tail, b: b.length - tail, length: tail }]);
}

/** How many members both begin with. */
function commonHead(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

/** Neighbouring runs as one, empty ones left out. */
function joined(found: readonly Match[]): Match[] {
  const runs: Match[] = [];
  for (const match of found) {
    if (match.length === 0) continue;
    const last = runs.at(-1);
    if (last && last.a + last.length === match.a && last.b + last.length === match.b)
      runs[runs.length - 1] = { ...last, length: last.length + match.length };
    else runs.push(match);
  }
  return runs;
}
