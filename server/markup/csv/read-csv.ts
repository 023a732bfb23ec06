/** A record of a CSV file with the line on which it begins, counted from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** True when a quotation in it has no end: the rest of the file is in its last cell. */
  readonly isOpen: boolean;
}

/**
 * The records of a CSV file (RFC 4180) one by one, blank lines left out. A quotation mark begins a quotation only at the beginning of a
 * cell. Linear in the length of the text.
 */
export function* readCsv(text: string, separator: string): Generator<CsvRecord> {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const begun = line;
    const cells: string[] = [];
    let isOpen = false;
    for (;;) {
      const cell = text[at] === '"' ? quoted(text, at + 1, separator) : plain(text, at, separator);
      line += linesIn(cell.text);
      cells.push(cell.text);
      isOpen ||= cell.isOpen;
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (cells.length > 1 || cells[0]?.trim() !== '') yield { line: begun, cells, isOpen };
  }
}

interface Cell {
  readonly text: string;
  readonly end: number;
  readonly isOpen: boolean;
}

function plain(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(from, end), end, isOpen: false };
}

/** A quotation, with what stands between its end and the next separator, as spreadsheets read it. */
function quoted(text: string, from: number, separator: string): Cell {
  const parts: string[] = [];
  let at = from;
  for (;;) {
    const mark = text.indexOf('"', at);
    if (mark < 0) return { text: parts.join('') + text.slice(at), end: text.length, isOpen: true };
    parts.push(text.slice(at, mark));
    at = mark + 1;
    if (text[at] !== '"') break;
    parts.push('"');
    at += 1;
  }
  const rest = plain(text, at, separator);
  return { text: parts.join('') + rest.text, end: rest.end, isOpen: false };
}

const linesIn = (text: string): number => (text.match(/\n/g) ?? []).length;

/** The text of a cell without the apostrophe that `csvCell` puts in front of what a spreadsheet would run. */
export const withoutGuard = (cell: string): string =>
  /^'[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) ? cell.slice(1) : cell;
