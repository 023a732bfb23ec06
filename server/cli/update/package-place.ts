import { execFile } from 'node:child_process';
import { constants, existsSync, readFileSync } from 'node:fs';
import { access, mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { SettingError } from '../../env.ts';
import { shipped } from '../../kit/shipped.ts';
import { reasonOf, runNpm } from './run-npm.ts';
import { isVersion } from './versions.ts';

/** Where the package is installed, and a folder on the same disk for the one before and the one to come. */
export interface PackagePlace {
  readonly folder: string;
  readonly aside: string;
}

/** A version that has been installed beside the one in force. */
export interface Staged {
  readonly folder: string;
  readonly version: string;
  readonly changelog: string;
}

/** The place of the program that runs. Throws {@link SettingError} where it is not one that `npm install --global` has made. */
export async function packagePlace(folder = shipped('.')): Promise<PackagePlace> {
  const above = dirname(folder);
  if (existsSync(join(folder, 'server/cli.ts')))
    throw new SettingError('update: this is a checkout; fetch the changes, then run npm ci and start again');
  // npm keeps the packages of a global one within it, so that the folder can be moved as a whole.
  if (basename(above) !== 'node_modules' || basename(dirname(above)) !== 'lib')
    throw new SettingError(
      `update: ${folder} was not installed by npm install --global; install the new version the way this one was`,
    );
  await access(above, constants.W_OK).catch(() => {
    throw new SettingError(`update: ${above} cannot be written; type sudo before it`);
  });
  return { folder, aside: join(above, '.docent-update') };
}

/** The version in a folder. */
export const versionIn = (folder: string): string =>
  Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;

const Manifest = z.looseObject({ name: z.string(), version: z.string() });

/**
 * Installs a version, file, address or folder beside the one in force, and starts it once for its version. No script of a package
 * is run. Throws {@link SettingError}.
 */
export async function stage({ aside }: PackagePlace, wanted: string): Promise<Staged> {
  const prefix = join(aside, 'staged');
  await rm(prefix, { recursive: true, force: true });
  await mkdir(prefix, { recursive: true, mode: 0o755 });
  await runNpm([
    'install',
    '--global',
    '--prefix',
    prefix,
    '--omit=dev',
    '--ignore-scripts',
    '--install-links',
    '--engine-strict',
    '--no-audit',
    '--no-fund',
    '--umask=0022',
    await specOf(wanted),
  ]);
  const folder = join(prefix, 'lib/node_modules/docent');
  const program = join(folder, 'bin/docent.js');
  for (const part of [program, join(folder, 'dist/server/cli.js'), join(folder, 'CHANGELOG.md')])
    if (!existsSync(part))
      throw new SettingError(`update: ${wanted} is not a package of Docent, or one that was not built`);
  const version = versionIn(folder);
  const { stdout } = await run(process.execPath, [program, '--version'], { cwd: folder }).catch(
    (error: unknown) => {
      throw new SettingError(`update: ${wanted} does not start: ${reasonOf(error)}`, { cause: error });
    },
  );
  if (stdout.trim() !== version)
    throw new SettingError(`update: ${wanted} calls itself ${version} and ${stdout.trim()}`);
  return { folder, version, changelog: readFileSync(join(folder, 'CHANGELOG.md'), 'utf8') };
}

/** What npm is asked for. Throws {@link SettingError} for what is neither a version nor there. */
async function specOf(wanted: string): Promise<string> {
  if (isVersion(wanted)) return `docent@${wanted}`;
  if (/^https?:\/\//i.test(wanted)) return wanted;
  const path = resolve(wanted);
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new SettingError(
      `update: ${wanted} is neither a version such as 1.2.0 nor a file or folder that is there`,
    );
  return path;
}

const run = promisify(execFile);
