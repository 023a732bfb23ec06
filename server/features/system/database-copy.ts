import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '../../http/implement.ts';
import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';

/**
 * The database as a download. A consistent copy is written to a temporary file while the service runs, and deleted
 * after the download. Throws `unavailable` on PostgreSQL, which has its own tools.
 */
export async function databaseCopy(db: Pick<Database, 'backup'>, day: string): Promise<Document> {
  if (!db.backup) throw unavailable(explained('database_no_copy'));
  const folder = await mkdtemp(join(tmpdir(), 'docent-backup-'));
  const path = join(folder, 'docent.sqlite');
  try {
    await db.backup(path);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    status: 200,
    contentType: 'application/vnd.sqlite3',
    body: readOnce(path, folder),
    headers: { 'content-disposition': `attachment; filename="docent-${day}.sqlite"` },
  };
}

async function* readOnce(path: string, folder: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(path)) yield piece as Uint8Array;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
