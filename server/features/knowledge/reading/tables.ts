/** The cells of a row; how many columns and rows each covers is already resolved. */
export type Row = readonly string[];

/** Longest column name repeated before each value, in UTF-16 units. */
const maxNameLength = 60;

/**
 * A table as lines of text, one per row, each value behind the name of its column, so that a row still speaks for
 * itself when it is torn from the table: `City: Oslo; Population: 709,000`. Names too long to repeat stand in a
 * first line of their own.
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

const cell = (name: string, value: string): string =>
  value === '' || name === '' || name === value ? value : `${name}: ${value}`;

const joined = (cells: Row): string => cells.filter((text) => text !== '').join('; ');

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
