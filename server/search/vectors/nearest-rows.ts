import { topScores, type Scored } from '../query/top-k.ts';
import type { CoarseCosines } from './quantised-rows.ts';
import type { Estimates } from './sign-codes.ts';

/** The nearest rows with their coarse cosines, best first. */
export type NearestRows = readonly Scored[];

/** The rows that are asked for: the best `count` of the first `rows` that are in use. */
export interface NearestRowsQuery {
  readonly rows: number;
  readonly count: number;
  readonly isUsed: (row: number) => boolean;
}

/** Above this share of the rows, scanning all in order is faster than comparing candidates one by one. */
const MAX_CANDIDATES = 1 / 10;

/** The nearest of all rows. */
export const nearestByScan = (
  coarse: CoarseCosines,
  { rows, count, isUsed }: NearestRowsQuery,
): NearestRows => topScores(coarse.all(rows), rows, count, isUsed);

/** The nearest of the rows whose cosine may be high enough by its estimate; `undefined` when those are too many. */
export function nearestByCodes(
  { cosines, reach, margin }: Estimates,
  coarse: CoarseCosines,
  { rows, count, isUsed }: NearestRowsQuery,
): NearestRows | undefined {
  const likely = topScores(cosines, rows, count, isUsed);
  // At least `count` rows have this cosine.
  const floor = likely.reduce((least, { document: row }) => Math.min(least, coarse.of(row)), 1);
  if (likely.length < count || floor <= 0) return undefined;
  const most = Math.ceil(rows * MAX_CANDIDATES);
  const open = new Uint32Array(most);
  let size = 0;
  for (let row = 0; row < rows; row++) {
    if ((cosines[row] ?? 0) + margin * (reach[row] ?? 0) < floor) continue;
    if (size === most) return undefined;
    open[size++] = row;
  }
  const found = Float32Array.from(open.subarray(0, size), (row) => coarse.of(row));
  const best = topScores(found, size, count, (at) => isUsed(open[at] ?? 0));
  return best.map(({ document: at, score }) => ({ document: open[at] ?? 0, score }));
}
