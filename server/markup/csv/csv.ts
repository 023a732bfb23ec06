/** First line of a CSV file, with a byte order mark so that spreadsheets read UTF-8. */
export const csvHead = (names: readonly string[]): string => `\ufeff${csvLine(names)}`;

/** A line of CSV with its line end (RFC 4180). */
export const csvLine = (values: readonly (string | number)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;

/**
 * A value of a CSV line. Text that a spreadsheet would run as a formula gets an apostrophe in front, full-width signs
 * included.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^'|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
