import { readFile } from 'node:fs/promises';
import { SettingError } from '../../env.ts';

/** A passphrase that can be found by trying protects nothing. */
const leastCharacters = 12;

/** The passphrase for a new archive: the first line of a file. Throws {@link SettingError} for one that is too short. */
export async function newPassphrase(path: string): Promise<string> {
  const passphrase = await passphraseIn(path);
  if (passphrase.length < leastCharacters)
    throw new SettingError(`the passphrase in ${path} needs ${leastCharacters} characters or more`);
  return passphrase;
}

/** The first line of a file. Throws {@link SettingError}. */
export async function passphraseIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SettingError(`the passphrase file ${path} cannot be read (${error.code})`);
  });
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line === '') throw new SettingError(`the passphrase file ${path} is empty`);
  return line;
}
