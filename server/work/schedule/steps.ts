import { slicesOf } from '../../kit/slices.ts';
import { createYieldEvery } from '../event-loop.ts';

/** Work over a long list that stops here and there, each time after a millisecond or so, so that other work can have its turn. */
export type Steps<T> = Generator<undefined, T>;

/** Steps are taken for so long at once, in milliseconds. */
const heldMs = 10;
/** Elements that are sorted, or merged, in one step. */
const sortedAtOnce = 500;

/** Takes all steps, with turns for everything else between them. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  const breathe = createYieldEvery(heldMs);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await breathe();
  }
}

/** Takes all steps at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** `toSorted` in steps. */
export function* sortedInSteps<T>(
  list: readonly T[],
  compare: (one: T, other: T) => number,
): Steps<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (const part of slicesOf(list, sortedAtOnce)) {
    runs.push(part.toSorted(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (const [one = [], other = []] of slicesOf(runs, 2)) longer.push(yield* merged(one, other, compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merged<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (one: T, other: T) => number,
): Steps<readonly T[]> {
  const all: T[] = [];
  const others = second.values();
  let other = others.next();
  for (const one of first) {
    for (; !other.done && compare(one, other.value) > 0; other = others.next()) {
      all.push(other.value);
      if (all.length % sortedAtOnce === 0) yield;
    }
    all.push(one);
    if (all.length % sortedAtOnce === 0) yield;
  }
  return all.concat(other.done ? [] : [other.value, ...others]);
}
