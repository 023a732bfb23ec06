import { diffArrays } from 'diff';

/** A common run of two sequences: `length` elements from index `a` of one and `b` of the other. */
export interface Match {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/**
 * The longest common subsequence as ascending runs. When more than `mostEdits` elements differ, everything between the
 * common prefix and suffix counts as different, which bounds the time.
 */
export function commonRuns(a: readonly string[], b: readonly string[], mostEdits = 2400): Match[] {
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

/** Length of the common prefix. */
function commonHead(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

/** Joins adjacent runs and drops empty ones. */
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
