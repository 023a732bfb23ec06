/** Consecutive slices of a list with at most `size` elements each, for statements and requests of bounded size. */
export function* slicesOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
