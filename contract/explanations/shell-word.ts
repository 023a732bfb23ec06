/**
 * A path as a word of a command that people copy, in quotation marks where it has signs that a shell reads: single ones
 * as Unix shells want them, double ones for paths of Windows.
 */
export function shellWord(path: string): string {
  if (/^[A-Za-z]:[\\/]/.test(path)) return /[^\p{L}\p{N}\\/:._-]/u.test(path) ? `"${path}"` : path;
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
