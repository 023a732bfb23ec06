import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { lockFile } from '../../adapters/database/file-lock.ts';
import { SettingError } from '../../env.ts';
import { say } from '../say.ts';

/** Makes this the only update of an installation, which Ctrl+C does not leave half done. Throws {@link SettingError}. */
export async function holdUpdates(aside: string): Promise<AsyncDisposable> {
  await mkdir(aside, { recursive: true, mode: 0o755 });
  const lock = lockFile(join(aside, 'update.lock'));
  if (!lock) throw new SettingError('update: another update is at work');
  const goOn = () => say('An update is at work and ends by itself.');
  process.on('SIGINT', goOn);
  return {
    async [Symbol.asyncDispose]() {
      process.off('SIGINT', goOn);
      lock.release();
    },
  };
}
