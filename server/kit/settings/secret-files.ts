import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Names of variables for model keys; the models file chooses them. */
const keyLike = /_(?:KEY|TOKEN|SECRET|PASSWORD)$/;

/**
 * Adds variables whose values are in files: `NAME_FILE` holds the path of the file for `NAME` (container secrets), and the files in
 * `CREDENTIALS_DIRECTORY` (set by systemd) are named after their variables. A variable that is set itself wins. The final line break is removed.
 *
 * @param names - names of settings; throws when the file named for one of them cannot be read
 */
export function withSecretFiles(variables: Variables, names: readonly string[]): Variables {
  const known = new Set(names);
  const isWanted = (name: string) =>
    (known.has(name) || keyLike.test(name)) && (variables[name] ?? '').trim() === '';
  const found: Record<string, string> = {};
  const folder = variables['CREDENTIALS_DIRECTORY'] ?? '';
  for (const name of folder === '' ? [] : filesIn(folder))
    if (isWanted(name)) found[name] = read(join(folder, name));
  for (const [variable, path = ''] of Object.entries(variables)) {
    const name = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : '';
    // `DOCENT_MODELS_FILE` is a setting itself.
    if (path.trim() === '' || known.has(variable) || !isWanted(name)) continue;
    try {
      found[name] = read(path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (known.has(name)) throw new Error(`${variable}: ${path} cannot be read (${code})`, { cause: error });
    }
  }
  return { ...variables, ...found };
}

const read = (path: string): string => readFileSync(path, 'utf8').replace(/\r?\n$/, '');

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
