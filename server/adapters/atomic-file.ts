import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Writes a file so that a reader, or a crash, sees the old content or the new one, never a part. For its owner alone. */
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
