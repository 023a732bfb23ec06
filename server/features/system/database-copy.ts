import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '../../http/implement.ts';
import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';

/**
 * The database as a download. A consistent copy is written below `folder` while the service runs; once complete, its file is
 * unlinked, so that nothing is left however the download ends. Throws `unavailable` on
 * PostgreSQL, which has its own tools.
 */
export function databaseCopy({ db, folder = tmpdir(), day }: CopyDeps): Document {
  const { backup } = db;
  if (!backup) throw unavailable(explained('database_no_copy'));
  return {
    status: 200,
    contentType: 'application/vnd.sqlite3',
    body: (signal) => namelessCopy(backup, folder, signal),
    headers: { 'content-disposition': `attachment; filename="docent-${day}.sqlite"` },
  };
}

interface CopyDeps {
  readonly db: Pick<Database, 'backup'>;
  /** Folder for the temporary copy; the system's temporary folder unless given. */
  readonly folder?: string | undefined;
  readonly day: string;
}

async function namelessCopy(
  backup: NonNullable<Database['backup']>,
  below: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  await mkdir(below, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(below, 'docent-backup-'));
  try {
    const path = join(folder, 'docent.sqlite');
    await backup(path);
    signal.throwIfAborted();
    const file = (await open(path)).createReadStream();
    // The client may leave before the first byte is read.
    signal.addEventListener('abort', () => file.destroy(), { once: true });
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
