import { inTurns } from '../sections.ts';

/** Maps documents to the rows of their vectors. Rows that are being saved are not reused until their release. */
export interface RowTable {
  /** Number of rows, free ones included: one more than the highest row ever assigned. */
  readonly rows: number;
  /** Number of documents with a row. */
  readonly size: number;
  readonly bytes: number;
  rowOf(document: number): number | undefined;
  /** The document of a row, negative for a free row. */
  documentOf(row: number): number;
  /** The row to write the document's vector to. A row that is being saved is not overwritten; `vacated` is then called with it. */
  take(document: number, vacated: (row: number) => void): number;
  /** Frees and returns the document's row. */
  remove(document: number): number | undefined;
  clear(): void;
  /** Marks the rows in use as being saved; returns their documents. */
  pin(): Int32Array<ArrayBuffer>;
  release(): void;
  /** Restores saved rows from the array of their documents. */
  restore(rows: number, read: (documents: Int32Array<ArrayBuffer>) => Promise<void>): Promise<void>;
}

export function createRowTable(): RowTable {
  let rows = 0;
  let documentOfRow = new Int32Array(0);
  const rowOfDocument = new Map<number, number>();
  const freeRows: number[] = [];
  /** Rows below this number are being saved. */
  let pinned = 0;

  /** A row that is neither in use nor being saved. */
  const freeRow = (): number => {
    const free = pinned === 0 ? freeRows.length - 1 : freeRows.findIndex((row) => row >= pinned);
    return freeRows.splice(free, free < 0 ? 0 : 1)[0] ?? rows++;
  };

  const nameRows = (limit: number) => {
    if (limit <= documentOfRow.length) return;
    const longer = new Int32Array(Math.max(64, Math.ceil(1.5 * limit))).fill(-1);
    longer.set(documentOfRow);
    documentOfRow = longer;
  };

  const vacate = (row: number) => {
    documentOfRow[row] = -1;
    freeRows.push(row);
  };

  return {
    get rows() {
      return rows;
    },
    get size() {
      return rowOfDocument.size;
    },
    get bytes() {
      return documentOfRow.byteLength;
    },
    rowOf: (document) => rowOfDocument.get(document),
    documentOf: (row) => documentOfRow[row] ?? -1,
    take(document, vacated) {
      const before = rowOfDocument.get(document);
      if (before !== undefined && before < pinned) {
        vacate(before);
        vacated(before);
      }
      const row = before === undefined || before < pinned ? freeRow() : before;
      nameRows(rows);
      rowOfDocument.set(document, row);
      documentOfRow[row] = document;
      return row;
    },
    remove(document) {
      const row = rowOfDocument.get(document);
      if (row === undefined) return undefined;
      rowOfDocument.delete(document);
      vacate(row);
      return row;
    },
    clear() {
      rowOfDocument.clear();
      rows = 0;
      documentOfRow = new Int32Array(0);
      freeRows.length = 0;
      pinned = 0;
    },
    pin() {
      pinned = rows;
      return documentOfRow.slice(0, rows);
    },
    release() {
      pinned = 0;
    },
    async restore(saved, read) {
      rows = saved;
      nameRows(rows);
      await read(documentOfRow.subarray(0, rows));
      await inTurns(rows, (row) => {
        const document = documentOfRow[row] ?? -1;
        if (document < 0) freeRows.push(row);
        else rowOfDocument.set(document, row);
      });
    },
  };
}
