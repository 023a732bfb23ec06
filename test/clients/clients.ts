import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** Folder of what `.ci/clients` installs. */
export const clientsFolder: string =
  process.env['DOCENT_TEST_CLIENTS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'docent-clients');

/** Why there are no generators here, `''` where there are. */
export const missingClients: string = existsSync(join(clientsFolder, 'stamp'))
  ? ''
  : `.ci/clients ${clientsFolder}`;

export const npmProgram = (name: string): string => join(clientsFolder, 'npm/node_modules/.bin', name);

const execute = promisify(execFile);

/** Standard output of a program; throws with the end of all that it wrote when it fails. */
export async function run(
  program: string,
  words: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8, timeout: 200_000 };
    return (await execute(program, [...words], options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error) as { stdout?: string; stderr?: string };
    throw new Error(`${program} failed: ${`${stdout}\n${stderr}`.slice(-3_000)}`, { cause: error });
  }
}
