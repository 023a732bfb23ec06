import { linearise, tableMarkdown } from './tables.ts';

/** Widest table that is kept in columns. */
const maxColumns = 100;
const maxHeaderRows = 3;
/** The most characters of row-spanning cells that are repeated in one table. */
const repeatBudget = 20_000;
const maxRepeated = 200;

export interface CellSpan {
  readonly columns: number;
  readonly rows: number;
  readonly isHeader: boolean;
}

/** Collects the cells of one HTML table, resolving spans. */
export interface TableCells {
  row(inHead: boolean): void;
  add(text: string, span: CellSpan): void;
  /** The table as text; see `linearise`. */
  text(): string;
  /** The table as Markdown; see `tableMarkdown`. */
  markdown(): string;
}

export const createTableCells = (): TableCells => {
  const rows: { cells: string[]; inHead: boolean; allHeaders: boolean }[] = [];
  const spans = new Map<number, { text: string; rows: number }>();
  let budget = repeatBudget;

  const fillSpans = (cells: string[]) => {
    for (let span = spans.get(cells.length); span; span = spans.get(cells.length)) {
      if (--span.rows <= 0) spans.delete(cells.length);
      budget -= span.text.length;
      cells.push(budget > 0 ? span.text : '');
    }
  };

  return {
    row(inHead) {
      const previous = rows.at(-1);
      if (previous) fillSpans(previous.cells);
      rows.push({ cells: [], inHead, allHeaders: true });
    },
    add(text, span) {
      const row = rows.at(-1) ?? { cells: [], inHead: false, allHeaders: true };
      if (rows.length === 0) rows.push(row);
      fillSpans(row.cells);
      row.allHeaders &&= span.isHeader;
      const repeated = text.length <= maxRepeated ? text : '';
      const width = Math.max(1, Math.min(span.columns, maxColumns - row.cells.length));
      for (let covered = 0; covered < width; covered++) {
        if (span.rows > 1 && row.cells.length < maxColumns)
          spans.set(row.cells.length, { text: covered === 0 ? repeated : '', rows: span.rows - 1 });
        row.cells.push(covered === 0 ? text : span.isHeader ? repeated : '');
      }
    },
    text: () => linearise(...parts(rows)),
    markdown: () => tableMarkdown(...parts(rows)),
  };
};

interface CollectedRow {
  readonly cells: string[];
  readonly inHead: boolean;
  readonly allHeaders: boolean;
}

/** The names of the columns, and the rows below them. */
const parts = (rows: readonly CollectedRow[]): [string[], string[][]] => {
  const heads = rows.slice(0, maxHeaderRows).findIndex((row) => !row.inHead && !row.allHeaders);
  const firstBody = heads < 0 ? Math.min(rows.length, maxHeaderRows) : heads;
  const cells = rows.map((row) => row.cells);
  return [mergeHeader(cells.slice(0, firstBody)), cells.slice(firstBody)];
};

/** Several header rows become one: the distinct names of each column from top to bottom. */
const mergeHeader = (rows: readonly (readonly string[])[]): string[] => {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, column) =>
    [...new Set(rows.map((row) => row[column] ?? ''))].filter((name) => name !== '').join(' '),
  );
};
