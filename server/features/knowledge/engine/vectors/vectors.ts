import { spreadOf, type Spread } from '../query/fuse.ts';
import { topScores, type Scored } from '../query/top-k.ts';
import { inTurns, numberSection, readNumbers, type SavedSections, type Section } from '../sections.ts';
import { createScan, type Scan } from './dot-product.ts';
import { createQuantisedRows, type CoarseCosines, type QuantisedRows } from './quantised-rows.ts';
import { createRowTable } from './row-table.ts';
import { createSignCodes, readCentre, type Estimates, type SignCodes } from './sign-codes.ts';
import { normalised } from './unit-vector.ts';

/**
 * Vectors with nearest-neighbour search by cosine. A small set is scanned completely, which finds exactly the
 * nearest. In a large one, codes of one bit per dimension select the rows that may be among them, and only those are
 * compared: one in a thousand of the nearest may be missed (`sign-codes.ts`). When the codes leave too many rows, all
 * are scanned.
 */
export interface Vectors {
  /** Dimensions of the vectors, 0 while there is none. */
  readonly dimensions: number;
  readonly size: number;
  readonly bytes: number;
  /** Stores or replaces the vector of a document. Throws RangeError for other dimensions. */
  set(document: number, vector: Float32Array): void;
  remove(document: number): void;
  /** Removes all vectors. */
  clear(): void;
  has(document: number): boolean;
  /** The cosine with a document's vector, `undefined` when it has none. */
  cosine(document: number, vector: Float32Array): number | undefined;
  /** The `count` documents nearest to the vector with their cosines, best first; only positive ones. */
  nearest(vector: Float32Array, count: number): Neighbours;
  /**
   * A snapshot of the current state, to be saved. Rows in use are not overwritten until `release` is called, which
   * ends the saving; blocks throw RangeError if all vectors were removed meanwhile.
   */
  capture(): Section[];
  release(): void;
  /** Restores a snapshot; only for a new instance. */
  restore(saved: SavedSections): Promise<void>;
}

/** The nearest documents, and mean and deviation of the cosine over all, as for an unrelated document. */
export interface Neighbours extends Spread {
  readonly nearest: readonly Neighbour[];
}

export interface Neighbour {
  readonly document: number;
  readonly cosine: number;
}

/** Number of candidates by coarse cosine that are ordered by the exact one. */
const RESCORED = 60;

/** Minimum number of rows for codes: below, scanning all takes less than a millisecond. */
const CODED_FROM = 8_192;

/** Rows coded per added row until all have a code, so that no caller waits for thousands. */
const CODED_A_STEP = 4;

/** Above this share of the rows, scanning all in order is faster than comparing candidates one by one. */
const MOST_CANDIDATES = 1 / 10;

export interface VectorsOptions {
  /** Replaced in tests to run without vector instructions. */
  readonly scanOver?: (memory: WebAssembly.Memory) => Scan;
  /** Minimum number of rows for which codes are used. */
  readonly codedFrom?: number;
}

export function createVectors({
  scanOver = createScan,
  codedFrom = CODED_FROM,
}: VectorsOptions = {}): Vectors {
  let quantised: QuantisedRows | undefined;
  let codes: SignCodes | undefined;
  /** Rows below this number have a code. */
  let coded = 0;
  const table = createRowTable();
  /** Number of times that all vectors were removed. */
  let epoch = 0;

  /** The rows, and the vector in their form. */
  const checked = (vector: Float32Array): { own: QuantisedRows; unit: Float32Array } => {
    if (vector.length === 0) throw new RangeError('a vector needs at least one dimension');
    if (quantised !== undefined && vector.length !== quantised.dimensions) {
      throw new RangeError(
        `the index holds vectors of ${quantised.dimensions} dimensions, not ${vector.length}`,
      );
    }
    const unit = normalised(vector);
    quantised ??= createQuantisedRows(vector.length, scanOver);
    return { own: quantised, unit };
  };

  const drop = (row: number) => {
    quantised?.drop(row);
    if (row < coded) codes?.drop(row);
  };

  const remove = (document: number) => {
    if (table.size === 1 && table.rowOf(document) !== undefined) return clear();
    const row = table.remove(document);
    if (row !== undefined) drop(row);
  };

  /** Vectors of other dimensions may follow. */
  const clear = () => {
    table.clear();
    quantised = undefined;
    codes = undefined;
    coded = 0;
    epoch++;
  };

  /** Codes the next row. */
  const encode = (own: QuantisedRows) => {
    codes ??= createSignCodes(centreOf(own, table.rows));
    codes.put(coded, own.read(coded));
    if (table.documentOf(coded) < 0) codes.drop(coded);
    coded++;
  };

  /** The nearest rows by coarse cosine. */
  const nearestRows = (own: QuantisedRows, unit: Float32Array, count: number): NearestRows => {
    const { rows, size } = table;
    const isUsed = (row: number) => table.documentOf(row) >= 0;
    const coarse = own.ask(unit);
    const byCodes =
      codes === undefined || coded < rows
        ? undefined
        : nearestByCodes(codes.estimate(unit, rows), coarse, { rows, count, isUsed });
    if (byCodes !== undefined) return byCodes;
    const cosines = coarse.all(rows);
    return { best: topScores(cosines, rows, count, isUsed), ...spreadOf(cosines, rows, size) };
  };

  return {
    get dimensions() {
      return quantised?.dimensions ?? 0;
    },
    get size() {
      return table.size;
    },
    get bytes() {
      return (quantised?.bytes ?? 0) + (codes?.bytes ?? 0) + table.bytes;
    },
    set(document, vector) {
      const { own, unit } = checked(vector);
      const row = table.take(document, drop);
      const { rows } = table;
      own.write(row, unit);
      if (row === coded && codes !== undefined) coded++;
      if (row < coded) codes?.put(row, unit);
      const upTo = rows < codedFrom ? 0 : Math.min(rows, coded + CODED_A_STEP);
      while (coded < upTo) encode(own);
    },
    remove,
    clear,
    has: (document) => table.rowOf(document) !== undefined,
    cosine(document, vector) {
      const row = table.rowOf(document);
      if (row === undefined) return undefined;
      const { own, unit } = checked(vector);
      return own.fineCosine(unit, row);
    },
    nearest(vector, count) {
      if (table.size === 0) return { nearest: [], mean: 0, deviation: 0 };
      const { own, unit } = checked(vector);
      const { best, ...spread } = nearestRows(own, unit, Math.max(RESCORED, count));
      const fine = best.map(({ document: row }) => ({
        document: table.documentOf(row),
        cosine: own.fineCosine(unit, row),
      }));
      fine.sort((a, b) => b.cosine - a.cosine || a.document - b.document);
      return { nearest: fine.slice(0, count), ...spread };
    },
    capture() {
      const began = epoch;
      const documents = table.pin();
      const { rows } = table;
      const guard = () => {
        if (epoch !== began) throw new RangeError('all vectors left while they were being saved');
      };
      return [
        numberSection(sections.shape, Uint32Array.of(quantised?.dimensions ?? 0, rows, coded)),
        ...(quantised?.capture(rows, guard) ?? []),
        numberSection(sections.documents, documents),
        ...(codes?.capture(coded, guard) ?? []),
      ];
    },
    release: table.release,
    async restore(saved) {
      const [dimensions = 0, rows = 0, savedCodes = 0] = await readNumbers(saved, sections.shape);
      if (dimensions === 0) return;
      const own = createQuantisedRows(dimensions, scanOver);
      quantised = own;
      await own.restore(saved, rows);
      await table.restore(rows, ({ buffer, byteOffset, byteLength }) =>
        saved.into(sections.documents, new Uint8Array(buffer, byteOffset, byteLength)),
      );
      if (savedCodes > 0) {
        codes = createSignCodes(await readCentre(saved));
        await codes.restore(saved, savedCodes);
        coded = savedCodes;
      }
      // A snapshot of an earlier version has no codes.
      if (rows >= codedFrom) await inTurns(rows - coded, () => encode(own));
    },
  };
}

/** The nearest rows with their coarse cosines, best first, with mean and deviation over all. */
interface NearestRows extends Spread {
  readonly best: readonly Scored[];
}

interface Wanted {
  readonly rows: number;
  readonly count: number;
  readonly isUsed: (row: number) => boolean;
}

/** The nearest of the rows whose cosine may be high enough by its estimate; `undefined` when those are too many. */
function nearestByCodes(
  { cosines, reach, margin, ...spread }: Estimates,
  coarse: CoarseCosines,
  { rows, count, isUsed }: Wanted,
): NearestRows | undefined {
  const likely = topScores(cosines, rows, count, isUsed);
  // At least `count` rows have this cosine.
  const floor = likely.reduce((least, { document: row }) => Math.min(least, coarse.of(row)), 1);
  if (likely.length < count || floor <= 0) return undefined;
  const most = Math.ceil(rows * MOST_CANDIDATES);
  const open = new Uint32Array(most);
  let size = 0;
  for (let row = 0; row < rows; row++) {
    if ((cosines[row] ?? 0) + margin * (reach[row] ?? 0) < floor) continue;
    if (size === most) return undefined;
    open[size++] = row;
  }
  const found = Float32Array.from(open.subarray(0, size), (row) => coarse.of(row));
  const best = topScores(found, size, count, (at) => isUsed(open[at] ?? 0));
  return { best: best.map(({ document: at, score }) => ({ document: open[at] ?? 0, score })), ...spread };
}

/** The mean of some of the rows. */
function centreOf(own: QuantisedRows, rows: number): Float32Array {
  const centre = new Float32Array(own.dimensions);
  const step = Math.max(1, Math.floor(rows / IN_CENTRE));
  let counted = 0;
  for (let row = 0; row < rows; row += step, counted++)
    own.read(row).forEach((value, i) => (centre[i] = (centre[i] ?? 0) + value));
  return centre.map((sum) => sum / Math.max(1, counted));
}

/** Number of rows that the centre is computed from: it need not be exact. */
const IN_CENTRE = 512;

const sections = { shape: 'vectors shape', documents: 'vectors documents' } as const;
