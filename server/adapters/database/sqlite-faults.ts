import { unavailable } from '../../kit/fault.ts';

/** Primary result codes of SQLite for failures of the disk or the file. */
const codes = {
  readOnly: 8,
  readOrWrite: 10,
  damaged: 11,
  full: 13,
  cannotOpen: 14,
  noDatabase: 26,
} as const;

const reasons: ReadonlyMap<number, string> = new Map([
  [codes.readOnly, 'The database cannot be written: its file or folder is read-only'],
  [codes.readOrWrite, 'The disk of the data folder fails to read or write'],
  [codes.damaged, 'The database file is damaged'],
  [codes.full, 'The disk of the data folder is full'],
  [codes.cannotOpen, 'The database file cannot be opened'],
  [codes.noDatabase, 'The database file is no database'],
]);

/** The primary result code of an error of SQLite, `undefined` for anything else. */
const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;

/** Cause and remedy for the operator; `undefined` when the error is about a statement. */
export const sqliteReason = (error: unknown): string | undefined => reasons.get(sqliteCode(error) ?? 0);

/** The Fault `unavailable` for errors that the operator can mend; any other error is returned as it is. */
export function sqliteFault(error: unknown, ranOut: () => void): unknown {
  if (sqliteCode(error) === codes.full) ranOut();
  const reason = sqliteReason(error);
  return reason === undefined ? error : unavailable(reason, error);
}
