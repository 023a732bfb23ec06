import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Its time is that of the last backup. */
const noteIn = (dataDir: string): string => join(dataDir, 'last-backup');

/** When the last backup of a data folder was made, in epoch milliseconds; `undefined` when none is known. */
export const lastBackup = (dataDir: string): Promise<number | undefined> =>
  stat(noteIn(dataDir)).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** Notes a backup for monitoring; where the folder cannot be written, or there is none, the backup is one all the same. */
export const noteBackup = (dataDir: string, archive: string): Promise<void> =>
  // One that the superuser has made belongs to him: it can be replaced, not written to.
  rm(noteIn(dataDir), { force: true })
    .then(() => writeFile(noteIn(dataDir), `${archive}\n`, { mode: 0o600 }))
    .catch(() => undefined);
