import { inEnglish, wordsInCell, type Words } from '../../../kit/explained.ts';

/** A reason for leaving pages out, with the number of pages. */
export interface CountedReason {
  readonly reason: Words;
  readonly count: number;
}

/** The most frequent reasons of stored rows; reasons stored by an earlier version in another format are merged with the same ones. */
export function mostFrequent(
  rows: readonly { readonly reason: string; readonly count: number }[],
  limit: number,
): CountedReason[] {
  const counted = new Map<string, CountedReason>();
  for (const { reason: cell, count } of rows) {
    const reason = wordsInCell(cell);
    const known = counted.get(inEnglish(reason));
    counted.set(inEnglish(reason), { reason, count: count + (known?.count ?? 0) });
  }
  return [...counted.values()].toSorted((a, b) => b.count - a.count).slice(0, limit);
}
