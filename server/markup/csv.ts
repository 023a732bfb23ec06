/** The first line of a CSV file. A byte order mark tells spreadsheets that the text is UTF-8. */
export const csvHead = (names: readonly string[]): string => `\ufeff${csvLine(names)}`;

/** A line of CSV with its end (RFC 4180). */
export const csvLine = (values: readonly (string | number)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;

/**
 * One value of a CSV line. A text that a spreadsheet would run as a formula gets an apostrophe before it; the
 * full-width signs count too.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^'|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
