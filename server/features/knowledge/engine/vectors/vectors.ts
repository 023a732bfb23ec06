import { spreadOf, type Spread } from '../query/fuse.ts';
import { topScores, type Scored } from '../query/top-k.ts';
import { inTurns, numberSection, readNumbers, type SavedSections, type Section } from '../sections.ts';
import { createScan, type Scan } from './dot-product.ts';
import { createQuantisedRows, type CoarseCosines, type QuantisedRows } from './quantised-rows.ts';
import { createRowTable } from './row-table.ts';
import { createSignCodes, readCentre, type Estimates, type SignCodes } from './sign-codes.ts';
import { normalised } from './unit-vector.ts';

/**
 * Vectors with nearest-neighbour search by cosine. A small set is scanned as a whole, which finds exactly the nearest. Of a
 * large one, codes of a bit a dimension tell which rows may be among them, and only those are looked at: one in a thousand of the
 * nearest may be missed (`sign-codes.ts`). Where the codes leave too many rows, all are scanned.
 */
export interface Vectors {
  /** Dimensions of the vectors, 0 while there is none. */
  readonly dimensions: number;
  readonly size: number;
  readonly bytes: number;
  /** Stores the vector of a document, in place of an earlier one. Throws RangeError for other dimensions. */
  set(document: number, vector: Float32Array): void;
  remove(document: number): void;
  /** Takes out all. */
  clear(): void;
  has(document: number): boolean;
  /** The cosine with one document's vector, undefined when it has none. */
  cosine(document: number, vector: Float32Array): number | undefined;
  /** The `count` documents nearest to the vector and their cosine, best first; only positive ones. */
  nearest(vector: Float32Array, count: number): Neighbours;
  /**
   * All of it as it is now, to be saved. Rows in use are not written over from then on until `release` is called, which
   * ends the saving; the blocks throw RangeError if all vectors left meanwhile.
   */
  capture(): Section[];
  release(): void;
  /** Takes over what was saved; only for one that was just made. */
  restore(saved: SavedSections): Promise<void>;
}

/** The nearest documents, and how the cosine spreads over all: what an unrelated document looks like. */
export interface Neighbours extends Spread {
  readonly nearest: readonly Neighbour[];
}

export interface Neighbour {
  readonly document: number;
  readonly cosine: number;
}

/** Candidates of the coarse cosines that are ordered by the fine numbers. */
const RESCORED = 60;

/** From so many rows on each has a code: below, scanning all takes less than a millisecond. */
const CODED_FROM = 8_192;

/** Rows that are given a code for each that comes, until all have one: no caller waits for thousands. */
const CODED_A_STEP = 4;

/** Beyond this share of the rows, scanning all in their order is faster than looking at candidates one by one. */
const MOST_CANDIDATES = 1 / 10;

export interface VectorsOptions {
  /** Replaced in tests to run without vector instructions. */
  readonly scanOver?: (memory: WebAssembly.Memory) => Scan;
  /** Rows from which codes are used. */
  readonly codedFrom?: number;
}

export function createVectors({
  scanOver = createScan,
  codedFrom = CODED_FROM,
}: VectorsOptions = {}): Vectors {
  let quantised: QuantisedRows | undefined;
  let codes: SignCodes | undefined;
  /** Rows below have a code. */
  let coded = 0;
  const table = createRowTable();
  /** Counts how often everything began anew. */
  let epoch = 0;

  /** The rows, and the vector as one of theirs. */
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

  /** An index of other dimensions may follow. */
  const clear = () => {
    table.clear();
    quantised = undefined;
    codes = undefined;
    coded = 0;
    epoch++;
  };

  /** Gives the next row a code. */
  const encode = (own: QuantisedRows) => {
    codes ??= createSignCodes(centreOf(own, table.rows));
    codes.put(coded, own.read(coded));
    if (table.documentOf(coded) < 0) codes.drop(coded);
    coded++;
  };

  /** The nearest rows by their coarse cosines. */
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

/** The nearest rows with their coarse cosines, best first, and how these spread over all. */
interface NearestRows extends Spread {
  readonly best: readonly Scored[];
}

interface Wanted {
  readonly rows: number;
  readonly count: number;
  readonly isUsed: (row: number) => boolean;
}

/** The nearest of the rows whose cosine may be high enough by its estimate; undefined where those are too many. */
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

/** Rows that the centre is made of: its place need not be exact. */
const IN_CENTRE = 512;

const sections = { shape: 'vectors shape', documents: 'vectors documents' } as const;
