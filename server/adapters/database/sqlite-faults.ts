import { explained, type ExplainedText } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { DiskRoom } from './disk-room.ts';

/** Primary result codes of SQLite for failures of the disk or the file. */
const codes = {
  locked: 5,
  readOnly: 8,
  readOrWrite: 10,
  damaged: 11,
  full: 13,
  cannotOpen: 14,
  noDatabase: 26,
} as const;
/** Extended result code. */
const lockedByOutdatedSnapshot = 517;

const reasons: ReadonlyMap<number, ExplainedText> = new Map([
  [codes.readOnly, explained('database_read_only')],
  [codes.readOrWrite, explained('disk_fails')],
  [codes.damaged, explained('database_damaged')],
  [codes.full, explained('disk_full')],
  [codes.cannotOpen, explained('database_closed')],
  [codes.noDatabase, explained('database_no_file')],
]);

/** The primary result code of an error of SQLite, `undefined` for anything else. */
const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;

/** A lock of another process; not one within this process, and not {@link isOutdated}. */
export const isLocked = (error: unknown): boolean => sqliteCode(error) === codes.locked && !isOutdated(error);

/** The disk of the file is full. */
export const isFull = (error: unknown): boolean => sqliteCode(error) === codes.full;

/** The content of the file is none of SQLite's, or damaged. */
export const isNoDatabase = (error: unknown): boolean =>
  [codes.damaged, codes.noDatabase].some((code) => code === sqliteCode(error));

/** A write in a transaction whose reads are outdated, because another process has written since. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === lockedByOutdatedSnapshot;

/** Cause and remedy for the operator; `undefined` when the error is about a statement. */
export const sqliteReason = (error: unknown): ExplainedText | undefined =>
  reasons.get(sqliteCode(error) ?? 0);

/** The Fault `unavailable` for errors that the operator can fix; any other error is returned unchanged. */
export function sqliteFault(
  error: unknown,
  { ranOut, failed }: Pick<DiskRoom, 'ranOut' | 'failed'>,
): unknown {
  const code = sqliteCode(error);
  if (code === codes.full) ranOut();
  if (code === codes.readOrWrite) failed();
  const reason = sqliteReason(error);
  return reason === undefined ? error : unavailable(reason, error);
}
