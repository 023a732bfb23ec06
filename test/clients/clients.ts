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

/** How a program runs. `findings` is the exit code that says that it did its work and found something. */
interface Manner {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly findings?: number;
  /** Time limit. */
  readonly seconds?: number;
}

/** Standard output of a program; throws with the end of all that it wrote when it fails. */
export async function run(
  program: string,
  words: readonly string[],
  { cwd, env = {}, findings, seconds = 200 }: Manner,
): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8, timeout: seconds * 1_000 };
    return (await execute(program, [...words], options)).stdout;
  } catch (error) {
    const failed = Object(error) as { code?: unknown; stdout?: string; stderr?: string };
    const { code, stdout = '', stderr = '' } = failed;
    if (findings !== undefined && code === findings) return stdout;
    throw new Error(`${program} failed: ${`${stdout}\n${stderr}`.slice(-3_000)}`, { cause: error });
  }
}
