/** True for the failure of reading a file that is not there. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** For `catch`: nothing instead of a file that is not there. Any other failure goes on. */
export function unlessMissing(error: unknown): undefined {
  if (isMissingFile(error)) return undefined;
  throw error;
}
