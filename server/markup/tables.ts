/** The cells of a row, with column and row spans already resolved. */
export type Row = readonly string[];

/** Longest column name repeated before each value, in UTF-16 units. */
const maxNameLength = 60;

/**
 * A table as lines of text, one per row, each value after the name of its column, so that a row is understandable
 * without the table: `City: Oslo; Population: 709,000`. When names are too long to repeat, they are the first line.
 */
export const linearise = (header: Row, rows: readonly Row[]): string => {
  const names = header.map(tidy);
  const tooLong = names.some((name) => name.length > maxNameLength);
  const spoken = names.map((name) => (name.length > maxNameLength ? '' : name));
  const lines = rows.map((row) =>
    joined(row.map((value, column) => cell(spoken[column] ?? '', tidy(value)))),
  );
  const head = tooLong || rows.length === 0 ? [joined(names)] : [];
  return [...head, ...lines].filter((line) => line !== '').join('\n');
};

/** The same as a Markdown table, for quoting; rows have as many cells as the widest one. */
export const tableMarkdown = (
  header: Row,
  rows: readonly Row[],
  align: readonly ('left' | 'center' | 'right' | null)[] = [],
): string => {
  const width = Math.max(header.length, ...rows.map((row) => row.length));
  if (width === 0 || rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const full = (row: Row) => Array.from({ length: width }, (_, column) => inCell(row[column] ?? ''));
  const rule = Array.from({ length: width }, (_, column) => rules[align[column] ?? 'none']);
  return [line(full(header)), line(rule), ...rows.map((row) => line(full(row)))].join('\n');
};

const rules = { left: ':---', center: ':---:', right: '---:', none: '---' } as const;

/** An unescaped bar would end the cell. */
const inCell = (text: string): string => tidy(text).replace(/(?<!\\)\|/g, '\\|');

const cell = (name: string, value: string): string =>
  value === '' || name === '' || name === value ? value : `${name}: ${value}`;

const joined = (cells: Row): string => cells.filter((text) => text !== '').join('; ');

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
