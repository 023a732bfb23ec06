import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Writes a file atomically: a reader, or a start after a crash, sees the old content or the new one. Mode 0600. */
export const writeAtomically = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    {
      await using file = await open(draft, 'wx', 0o600);
      await file.writeFile(content);
      await file.sync();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};
