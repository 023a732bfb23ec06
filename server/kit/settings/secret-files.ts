import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Names of variables for model keys; the models file chooses them. */
const keyLike = /_(?:KEY|TOKEN|SECRET|PASSWORD)$/;

/**
 * Adds variables whose values are in files: `NAME_FILE` holds the path of the file for `NAME` (container secrets), and the files in
 * `CREDENTIALS_DIRECTORY` (set by systemd) are named after their variables. A variable that is set itself wins. Line breaks at the end are removed.
 *
 * @param names - names of settings; throws when the file for one of them cannot be read or is empty: a service that goes on without
 * it would use another database or another password than the one that was meant
 */
export function withSecretFiles(variables: Variables, names: readonly string[]): Variables {
  const known = new Set(names);
  const isWanted = (name: string) =>
    (known.has(name) || keyLike.test(name)) && (variables[name] ?? '').trim() === '';
  const found: Record<string, string> = {};
  const take = (name: string, path: string, from: string) => {
    const value = read(path);
    if (value.trim() === '' && known.has(name)) throw new Error(`${from}: ${path} is empty`);
    found[name] = value;
  };
  const folder = variables['CREDENTIALS_DIRECTORY'] ?? '';
  for (const name of folder === '' ? [] : filesIn(folder))
    if (isWanted(name)) take(name, join(folder, name), name);
  for (const [variable, path = ''] of Object.entries(variables)) {
    const name = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : '';
    // `DOCENT_MODELS_FILE` is a setting itself.
    if (path.trim() === '' || known.has(variable) || !isWanted(name)) continue;
    try {
      take(name, path, variable);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      if (known.has(name))
        throw new Error(`${variable}: ${path} cannot be read (${String(error.code)})`, { cause: error });
    }
  }
  return { ...variables, ...found };
}

function read(path: string): string {
  const text = readFileSync(path, 'utf8');
  let end = text.length;
  while (end > 0 && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
