import { numberSection, readNumbers, type SavedSections, type SnapshotSection } from '../sections.ts';
import { createScan, type Scan } from './dot-product.ts';
import { nearestByCodes, nearestByScan, type NearestRows } from './nearest-rows.ts';
import { createQuantisedRows, type QuantisedRows } from './quantised-rows.ts';
import { createRowCodes } from './row-codes.ts';
import { createRowTable } from './row-table.ts';
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
  /** The `count` documents nearest to the vector with their cosines, best first; only positive ones, and of those that are admitted. */
  nearest(vector: Float32Array, count: number, admits?: (document: number) => boolean): readonly Neighbour[];
  /**
   * A snapshot of the current state, to be saved. Rows in use are not overwritten until `release` is called, which
   * ends the saving; blocks throw RangeError if all vectors were removed meanwhile.
   */
  capture(): SnapshotSection[];
  release(): void;
  /** Restores a snapshot; only for a new instance. */
  restore(saved: SavedSections): Promise<void>;
}

export interface Neighbour {
  readonly document: number;
  readonly cosine: number;
}

/** Number of candidates by coarse cosine that are ordered by the exact one. */
const RESCORED = 60;

export interface VectorsOptions {
  /** Replaced in tests to run without vector instructions. */
  readonly scanOver?: (memory: WebAssembly.Memory) => Scan;
  /** Minimum number of rows for which codes are used. */
  readonly codedFrom?: number;
}

export function createVectors({ scanOver = createScan, codedFrom }: VectorsOptions = {}): Vectors {
  let quantised: QuantisedRows | undefined;
  const table = createRowTable();
  const codes = createRowCodes(table, codedFrom);
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
    codes.drop(row);
  };

  /** Vectors of other dimensions may follow. */
  const clear = () => {
    table.clear();
    codes.clear();
    quantised = undefined;
    epoch++;
  };

  /** The nearest rows by coarse cosine. */
  const nearestRows = (
    own: QuantisedRows,
    unit: Float32Array,
    count: number,
    admits: (document: number) => boolean,
  ): NearestRows => {
    const isUsed = (row: number) => table.documentOf(row) >= 0 && admits(table.documentOf(row));
    const wanted = { rows: table.rows, count, isUsed };
    const coarse = own.ask(unit);
    const estimates = codes.estimate(unit);
    return (estimates && nearestByCodes(estimates, coarse, wanted)) ?? nearestByScan(coarse, wanted);
  };

  return {
    get dimensions() {
      return quantised?.dimensions ?? 0;
    },
    get size() {
      return table.size;
    },
    get bytes() {
      return (quantised?.bytes ?? 0) + codes.bytes + table.bytes;
    },
    set(document, vector) {
      const { own, unit } = checked(vector);
      const row = table.take(document, drop);
      own.write(row, unit);
      codes.update(own, row, unit);
    },
    remove(document) {
      if (table.size === 1 && table.rowOf(document) !== undefined) return clear();
      const row = table.remove(document);
      if (row !== undefined) drop(row);
    },
    clear,
    has: (document) => table.rowOf(document) !== undefined,
    cosine(document, vector) {
      const row = table.rowOf(document);
      if (row === undefined) return undefined;
      const { own, unit } = checked(vector);
      return own.fineCosine(unit, row);
    },
    nearest(vector, count, admits = () => true) {
      if (table.size === 0) return [];
      const { own, unit } = checked(vector);
      const best = nearestRows(own, unit, Math.max(RESCORED, count), admits);
      const fine = best.map(({ document: row }) => ({
        document: table.documentOf(row),
        cosine: own.fineCosine(unit, row),
      }));
      fine.sort((a, b) => b.cosine - a.cosine || a.document - b.document);
      return fine.slice(0, count);
    },
    capture() {
      const began = epoch;
      const documents = table.pin();
      const { rows } = table;
      const guard = () => {
        if (epoch !== began) throw new RangeError('all vectors left while they were being saved');
      };
      return [
        numberSection(sections.shape, Uint32Array.of(quantised?.dimensions ?? 0, rows, codes.count)),
        ...(quantised?.capture(rows, guard) ?? []),
        numberSection(sections.documents, documents),
        ...codes.capture(guard),
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
      await codes.restore(saved, savedCodes, own);
    },
  };
}

const sections = { shape: 'vectors shape', documents: 'vectors documents' } as const;
