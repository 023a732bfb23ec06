import type { DatabaseSync } from 'node:sqlite';
import { yieldToEventLoop } from '../../work/event-loop.ts';
import { pragma } from './pragma.ts';

/** Settings that overwrite deleted records and allow empty pages to be released. Must be set before the first table is created. */
export const forgettingPragmas = 'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA secure_delete = ON;';

/** Pages released per step, which takes some milliseconds. */
const pagesAtOnce = 200;
/** A larger file of an earlier version is not rewritten, since that would delay the start by more than some seconds. */
const maxBytes = 512 * 1024 ** 2;
const incremental = 2;

/**
 * Releases empty pages to the disk in small steps, and truncates the write-ahead log, which still contains deleted
 * records. Steps that fail because another process uses the file are left to the next run.
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
  if (pragma(connection, 'page_count') * pragma(connection, 'page_size') > maxBytes) return;
  tryTo(() => connection.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'));
}

/** Another process may be reading or writing, or the disk may be too full. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // Left to the next run.
  }
}
