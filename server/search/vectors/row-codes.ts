import { inTurns, type SavedSections, type SnapshotSection } from '../sections.ts';
import type { QuantisedRows } from './quantised-rows.ts';
import type { RowTable } from './row-table.ts';
import { createSignCodes, readCentre, type Estimates, type SignCodes } from './sign-codes.ts';

/**
 * The sign codes of the rows of a table that grows. There are none up to `from` rows; beyond, each added row brings the
 * codes of a few more, so that no caller waits for thousands.
 */
export interface RowCodes {
  /** Rows below this number have a code. */
  readonly count: number;
  readonly bytes: number;
  /** Codes a row that was written, and a few of those that still lack a code. */
  update(rows: QuantisedRows, row: number, unit: Float32Array): void;
  /** Removes the code of a row. */
  drop(row: number): void;
  clear(): void;
  /** Estimated cosines of all rows; `undefined` while a row lacks a code. */
  estimate(unit: Float32Array): Estimates | undefined;
  /** A snapshot, see `Vectors`; `guard` is called before each block is read. */
  capture(guard: () => void): SnapshotSection[];
  /** Restores `count` saved codes, and makes those that are missing. */
  restore(saved: SavedSections, count: number, rows: QuantisedRows): Promise<void>;
}

export function createRowCodes(
  table: Pick<RowTable, 'rows' | 'documentOf'>,
  from: number = CODED_FROM,
): RowCodes {
  let codes: SignCodes | undefined;
  let count = 0;

  const encodeNext = (rows: QuantisedRows) => {
    codes ??= createSignCodes(centreOf(rows, table.rows));
    codes.put(count, rows.read(count));
    if (table.documentOf(count) < 0) codes.drop(count);
    count++;
  };

  return {
    get count() {
      return count;
    },
    get bytes() {
      return codes?.bytes ?? 0;
    },
    update(rows, row, unit) {
      if (row === count && codes !== undefined) count++;
      if (row < count) codes?.put(row, unit);
      const target = table.rows < from ? 0 : Math.min(table.rows, count + CODED_A_STEP);
      while (count < target) encodeNext(rows);
    },
    drop(row) {
      if (row < count) codes?.drop(row);
    },
    clear() {
      codes = undefined;
      count = 0;
    },
    estimate: (unit) => (count < table.rows ? undefined : codes?.estimate(unit, table.rows)),
    capture: (guard) => codes?.capture(count, guard) ?? [],
    async restore(saved, savedCount, rows) {
      if (savedCount > 0) {
        codes = createSignCodes(await readCentre(saved));
        await codes.restore(saved, savedCount);
        count = savedCount;
      }
      // A snapshot of an earlier version has no codes.
      if (table.rows >= from) await inTurns(table.rows - count, () => encodeNext(rows));
    },
  };
}

/** Minimum number of rows for codes: below, scanning all takes less than a millisecond. */
const CODED_FROM = 8_192;

/** Codes made with each added row until all rows have one. */
const CODED_A_STEP = 4;

/** The mean of some of the rows. */
function centreOf(rows: QuantisedRows, count: number): Float32Array {
  const centre = new Float32Array(rows.dimensions);
  const step = Math.max(1, Math.floor(count / IN_CENTRE));
  let counted = 0;
  for (let row = 0; row < count; row += step, counted++)
    rows.read(row).forEach((value, i) => (centre[i] = (centre[i] ?? 0) + value));
  return centre.map((sum) => sum / Math.max(1, counted));
}

/** Number of rows that the centre is computed from: it need not be exact. */
const IN_CENTRE = 512;
