import type { DatabaseSync } from 'node:sqlite';
import { yieldToEventLoop } from '../../work/event-loop.ts';
import { pragma } from './pragma.ts';

/** Settings under which deleted records are overwritten, and empty pages can be given back. Before the first table. */
export const forgettingPragmas = 'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA secure_delete = ON;';

/** Pages given back before other work has its turn: some milliseconds. */
const pagesAtOnce = 200;
/** A larger file of an earlier version stays as it is: rewriting it would delay the start by more than some seconds. */
const mostBytes = 512 * 1024 ** 2;
const incremental = 2;

/**
 * Gives empty pages back to the disk, some at a time, and empties the write-ahead log, which still holds what was
 * deleted. While another process uses the file, what cannot be done now is left to the next time.
 *
 * @param alone - runs a step while no query uses the connection
 */
export async function forgetDeleted(
  connection: DatabaseSync,
  alone: (step: () => void) => Promise<void>,
): Promise<void> {
  const emptyPages = () => pragma(connection, 'freelist_count');
  let left = Number.POSITIVE_INFINITY;
  let isDone = false;
  while (!isDone) {
    await alone(() => {
      tryTo(() => connection.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`));
      const now = emptyPages();
      isDone = now === 0 || now >= left;
      left = now;
    });
    await yieldToEventLoop();
  }
  await alone(() => tryTo(() => connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')));
}

/** Rewrites the file of an earlier version once, without what was deleted, so that {@link forgetDeleted} can shrink it. */
export function rewriteOnce(connection: DatabaseSync): void {
  if (pragma(connection, 'auto_vacuum') === incremental) return;
  if (pragma(connection, 'page_count') * pragma(connection, 'page_size') > mostBytes) return;
  tryTo(() => connection.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'));
}

/** Another process may be reading or writing, or the disk may be too full. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // Left to the next time.
  }
}
