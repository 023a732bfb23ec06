import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { lockFile } from '../../adapters/database/file-lock.ts';
import { SettingError } from '../../env.ts';
import { goOnWithoutOutput } from '../terminal/output-end.ts';
import { say } from '../say.ts';

/** Makes this the only update of an installation. Throws {@link SettingError}. */
export async function holdUpdates(aside: string): Promise<Disposable> {
  await mkdir(aside, { recursive: true, mode: 0o755 });
  const lock = lockFile(join(aside, 'update.lock'));
  if (!lock) throw new SettingError('update: another update is at work');
  return { [Symbol.dispose]: () => lock.release() };
}

/** Ctrl+C, the end of a session, and a terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** From here on only a kill ends the process, since the service is stopped and one of two versions must be in its place. */
export function goOnToTheEnd(): Disposable {
  const output = goOnWithoutOutput();
  const goOn = () => say('An update is at work and ends by itself.');
  for (const name of signals) process.on(name, goOn);
  return {
    [Symbol.dispose]() {
      for (const name of signals) process.off(name, goOn);
      output[Symbol.dispose]();
    },
  };
}
