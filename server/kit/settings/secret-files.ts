import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Names of keys of models, which the models file chooses. */
const keyLike = /_(?:KEY|TOKEN|SECRET|PASSWORD)$/;

/**
 * The variables with those that a file holds: `NAME_FILE` names the file of `NAME`, as for secrets of containers, and `CREDENTIALS_DIRECTORY`,
 * which systemd sets, has files called as their variables. A variable itself wins. The end of the last line is left out.
 *
 * @param names - settings; a file that is named for one must be readable, or this throws
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
