import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SettingError } from '../../env.ts';
import type { UnitFile } from './unit-files.ts';

/** The machine that is installed on, or a folder in its place, for images and tests. */
export interface Machine {
  readonly root: string;
  /** Writes files; resolves with the paths of those that were there and stay. */
  write(files: readonly UnitFile[]): Promise<readonly string[]>;
  /** Removes files that are there. */
  remove(paths: readonly string[]): Promise<void>;
  /** Runs a command of the system; in a folder it is only named. Throws {@link SettingError} when it fails. */
  run(command: string, ...words: readonly string[]): Promise<void>;
  /** Runs a command at the terminal, until it ends; resolves with its exit code. */
  show(command: string, ...words: readonly string[]): Promise<number>;
}

/**
 * Throws {@link SettingError} where a service cannot be installed, before anything is written: it needs systemd, and its proxy is there
 * already.
 */
export function assertFit(proxy: string | undefined, isThere: (path: string) => boolean = existsSync): void {
  // The folder that `sd_booted` looks for.
  if (!isThere('/run/systemd/system'))
    throw new SettingError(
      'install: this machine was not started by systemd; run the container image, or write the files only: --root <folder>',
    );
  if (proxy !== undefined && !programFolders.some((folder) => isThere(join(folder, proxy))))
    throw new SettingError(`install: ${proxy} is not installed; install its package first`);
}

/** Where packages and administrators put programs. */
const programFolders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin', '/usr/local/sbin', '/usr/local/bin'];

/** @param say - told what is done */
export function createMachine(root: string, say: (text: string) => void): Machine {
  const isReal = root === '/';
  return {
    root,
    async write(files) {
      const kept: string[] = [];
      for (const { path, content, mode, isKept } of files) {
        const place = join(root, path);
        if (isKept && (await isThere(place))) {
          kept.push(path);
          continue;
        }
        await mkdir(dirname(place), { recursive: true });
        await writeFile(place, content, { mode });
        await chmod(place, mode);
        say(`wrote ${path}`);
      }
      return kept;
    },
    async remove(paths) {
      for (const path of paths) {
        const place = join(root, path);
        if (!(await isThere(place))) continue;
        await rm(place);
        say(`removed ${path}`);
      }
    },
    run: (command, ...words) =>
      new Promise((resolve, reject) => {
        say(`${isReal ? 'run' : 'would run'} ${[command, ...words].join(' ')}`);
        if (!isReal) return resolve();
        execFile(command, [...words], (error, _stdout, stderr) =>
          error
            ? reject(new SettingError(`${command} ${words.join(' ')}: ${stderr.trim() || error.message}`))
            : resolve(),
        );
      }),
    show: (command, ...words) =>
      new Promise((resolve, reject) => {
        spawn(command, [...words], { stdio: 'inherit' })
          .once('error', () => reject(new SettingError(`${command} is not there; this needs systemd`)))
          .once('exit', (code) => resolve(code ?? 1));
      }),
  };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
