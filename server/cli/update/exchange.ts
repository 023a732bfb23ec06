import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { promisify } from 'node:util';
import { SettingError } from '../../env.ts';

/**
 * Exchanges two folders of one disk. There is a folder at both paths at every moment where this machine has a way to ask its kernel for
 * that. Elsewhere there is none for a moment; a process of its own does it, so that it is done also when this one is killed meanwhile.
 *
 * @throws SettingError - when the folders could not be exchanged; they are as they were
 */
export async function exchange(one: string, other: string, env?: NodeJS.ProcessEnv): Promise<void> {
  for (const [command, ...words] of atOnce) {
    const isDone = await run(command, [...words, one, other], env && { env }).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
  const away = `${other}.away`;
  const child = spawn('/bin/sh', ['-c', inSteps, 'exchange', one, other, away], {
    ...(env && { env }),
    detached: true,
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0 || !existsSync(one))
    throw new SettingError(`update: ${one} and ${other} could not be exchanged`);
}

const run = promisify(execFile);

/** The call renameat2 with RENAME_EXCHANGE, which Node does not have; its number differs by processor. */
const callNumber = { x64: 316, arm64: 276 }[process.arch as string];
const inPerl = `exit(syscall(${callNumber},-100,$ARGV[0],-100,$ARGV[1],2)==0?0:1)`;

/** Commands that exchange two paths in one step: of GNU since 2024, and of Perl, which Debian and Ubuntu always have. */
const atOnce: readonly (readonly [string, ...string[]])[] = [
  ['mv', '--exchange', '--no-target-directory'],
  ...(process.platform === 'linux' && callNumber !== undefined ? ([['perl', '-e', inPerl]] as const) : []),
];

/** Puts the first back where the second cannot take its place. */
const inSteps = 'mv "$1" "$3" || exit 1; mv "$2" "$1" || { mv "$3" "$1"; exit 1; }; mv "$3" "$2"';
