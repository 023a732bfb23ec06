import { linearise, tableMarkdown } from '../../../markup/tables.ts';

/** Maximum number of columns. */
const maxColumns = 100;
const maxHeaderRows = 3;
/** Maximum number of characters of row-spanning cells that are repeated in one table. */
const repeatBudget = 20_000;
const maxRepeated = 200;
/** Maximum length of a first cell that is taken as the name of its row. */
const maxNameLength = 60;

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
  const rows: CollectedRow[] = [];
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
      rows.push({ cells: [], inHead, allHeaders: true, given: 0, opensWithHeader: false });
    },
    add(text, span) {
      if (rows.length === 0) this.row(false);
      const row = rows.at(-1);
      if (!row) return;
      fillSpans(row.cells);
      row.allHeaders &&= span.isHeader;
      if (row.given++ === 0) row.opensWithHeader = span.isHeader;
      const repeated = text.length <= maxRepeated ? text : '';
      const width = Math.max(1, Math.min(span.columns, maxColumns - row.cells.length));
      for (let covered = 0; covered < width; covered++) {
        if (span.rows > 1 && row.cells.length < maxColumns)
          spans.set(row.cells.length, { text: covered === 0 ? repeated : '', rows: span.rows - 1 });
        row.cells.push(covered === 0 ? text : span.isHeader ? repeated : '');
      }
    },
    text: () => {
      const [header, body] = parts(rows);
      return linearise(header, header.some((name) => name !== '') ? body.map(cellsOf) : body.map(spoken));
    },
    markdown: () => {
      const [header, body] = parts(rows);
      return tableMarkdown(header, body.map(cellsOf));
    },
  };
};

interface CollectedRow {
  readonly cells: string[];
  readonly inHead: boolean;
  allHeaders: boolean;
  /** Number of cells in the source. */
  given: number;
  opensWithHeader: boolean;
}

/** Splits rows into the column names and the rows below them. */
const parts = (rows: readonly CollectedRow[]): [string[], readonly CollectedRow[]] => {
  const heads = rows.slice(0, maxHeaderRows).findIndex((row) => !row.inHead && !row.allHeaders);
  const firstBody = heads < 0 ? Math.min(rows.length, maxHeaderRows) : heads;
  const [only, ...others] = rows.slice(0, firstBody);
  // A title above all columns is not a column name.
  const named = only && others.length === 0 && isTitle(only) ? 0 : firstBody;
  return [mergeHeader(rows.slice(0, named).map(({ cells }) => cells)), rows.slice(named)];
};

/** True for a header that covers all columns: the title of a table or of a part of it. */
const isTitle = ({ allHeaders, given, cells }: CollectedRow): boolean =>
  allHeaders && given === 1 && cells.length > 1;

const cellsOf = (row: CollectedRow): string[] => (isTitle(row) ? row.cells.slice(0, 1) : row.cells);

/** Cells of a row in a table without column names: the first cell is the name of the others, as in “Weight: 23 kg”. */
const spoken = (row: CollectedRow): string[] => {
  const [name = '', ...others] = cellsOf(row);
  const [value, ...more] = others.filter((cell) => cell !== '');
  const isPair = others.length === 1 && name.length <= maxNameLength;
  if (name === '' || value === undefined || !(row.opensWithHeader || isPair)) return cellsOf(row);
  return [`${name.replace(/(?<!\s)\s*[:：]$/, '')}: ${value}`, ...more];
};

/** Several header rows become one: the distinct names of each column from top to bottom. */
const mergeHeader = (rows: readonly (readonly string[])[]): string[] => {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, column) =>
    [...new Set(rows.map((row) => row[column] ?? ''))].filter((name) => name !== '').join(' '),
  );
};
