import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { readEnv, SettingError, systemSettingsFile } from '../../env.ts';
import { commandLine, shipped } from '../../kit/shipped.ts';
import type { Command, CommandLine } from '../command.ts';
import { backupOptions, nightlyBackup, usualBackup } from './nightly-backup.ts';
import { assertPortFree, lastComplaint, noteUnreadable, siteSettings } from './install-checks.ts';
import { assertFit, createMachine, type Machine } from './machine.ts';
import { backupFolder, dataFolder, timerName, unitFiles, unitName, type Installation } from './unit-files.ts';
import { say } from '../say.ts';

/** The unit has no right to those below. */
const leastPort = 1024;

/** Longest wait for the first answer of a service that was started. */
const startMs = 120_000;

export const install: Command = {
  usage: '',
  summary: 'install Docent as a service of this machine: user, systemd units, settings, proxy; needs root',
  details: [
    '--site <folder or address>, --origin <where visitors reach Docent>, --port <8090>',
    '--proxy <nginx or caddy>: also write a site for the host name of --origin',
    '--backup <folder or s3://bucket/folder>, --keep <14>, --s3-file <file>, --passphrase-file <file>: the nightly backup, as “docent backup” takes them',
    '--root <folder>: write below a folder instead and start nothing',
  ],
  options: {
    ...backupOptions,
    site: { type: 'string' },
    origin: { type: 'string' },
    port: { type: 'string' },
    proxy: { type: 'string' },
    root: { type: 'string' },
  },
  async run(line) {
    const root = line.text('root') ?? '/';
    assertRoot(root, 'install');
    const isReal = root === '/';
    const wanted = { ...(await installationOf(line, isReal)), backup: await nightlyBackup(line, root) };
    if (isReal) {
      assertFit(wanted.proxy?.kind);
      await assertPortFree(Number((await settingsInForce())['PORT'] ?? wanted.settings['PORT']));
    }
    const machine = createMachine(root, say);
    const kept = await machine.write(await unitFiles(wanted));
    for (const path of kept) say(`kept ${path} as it is`);
    await machine.run('systemd-sysusers');
    await machine.run(
      'install',
      '-d',
      '-o',
      'docent',
      '-g',
      'docent',
      '-m',
      '0700',
      dataFolder,
      backupFolder,
    );
    await machine.run('chgrp', 'docent', '/etc/docent/docent.env');
    for (const { path } of wanted.backup.secrets) await machine.run('chown', 'docent:docent', path);
    await machine.run('systemctl', 'daemon-reload');
    const folder = wanted.settings['DOCENT_CONTENT_DIR'];
    if (isReal && folder !== undefined) await noteUnreadable(folder);
    const failure = await machine.run('systemctl', 'enable', '--now', unitName, timerName).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure !== undefined) {
      const reason = await lastComplaint();
      if (reason === undefined) throw failure;
      say(`The service does not start: ${reason}. Its log: ${commandLine('logs')}`);
      return 1;
    }
    if (wanted.proxy) await openProxy(machine, wanted.proxy.kind);
    if (!isReal) return 0;
    // A file of settings that was there may name another port.
    const settings = await settingsInForce();
    const address = `http://127.0.0.1:${settings['PORT'] ?? 8090}`;
    if (!(await answers(address))) {
      say(`The service does not answer yet; look at: ${commandLine('logs')}`);
      return 1;
    }
    say(`Docent runs at ${address}. Password of the console: ${dataFolder}/admin-credentials.json`);
    say(`Connect a model: sudo -u docent ${commandLine('setup')}`);
    return 0;
  },
};

export const uninstall: Command = {
  usage: '',
  summary: 'stop the service of this machine and remove its units; data, settings and backups stay',
  options: { root: { type: 'string' } },
  details: ['--root <folder>: of an installation below a folder'],
  async run(line) {
    const root = line.text('root') ?? '/';
    assertRoot(root, 'uninstall');
    const machine = createMachine(root, say);
    await machine.run('systemctl', 'disable', '--now', unitName, timerName);
    const files = await unitFiles({ command: '', settings: {}, backup: usualBackup });
    await machine.remove(files.filter(({ isKept }) => !isKept).map(({ path }) => path));
    await machine.run('systemctl', 'daemon-reload');
    say(
      `Kept: ${dataFolder}, ${backupFolder}, /etc/docent and the user docent. A proxy may still lead here.`,
    );
    return 0;
  },
};

function assertRoot(root: string, command: string): void {
  if (root === '/' && process.getuid?.() !== 0)
    throw new SettingError(`${command}: needs root; type sudo before it`);
}

/** The wanted installation. Throws {@link SettingError} for options that do not fit. */
async function installationOf(line: CommandLine, isReal: boolean): Promise<Omit<Installation, 'backup'>> {
  const site = line.text('site');
  const origin = line.text('origin');
  const port = line.text('port') ?? '8090';
  const settings: Record<string, string> = {
    DOCENT_DATA_DIR: dataFolder,
    PORT: port,
    ...(site !== undefined && (await siteSettings(site, isReal))),
  };
  if (origin !== undefined) settings['DOCENT_PUBLIC_ORIGIN'] = origin;
  const { publicOrigin, basePath, ...env } = readEnv(settings);
  if (env.port < leastPort)
    throw new SettingError('install: --port needs a number above 1023; the proxy listens on the usual ones');
  const kind = line.text('proxy');
  if (kind !== undefined && kind !== 'nginx' && kind !== 'caddy')
    throw new SettingError('install: --proxy takes nginx or caddy');
  if (kind !== undefined && publicOrigin === undefined)
    throw new SettingError('install: --proxy needs --origin, the address at which visitors reach Docent');
  if (kind !== undefined && basePath !== '')
    throw new SettingError(
      'install: --proxy writes a site for a host name of its own; below a path, add the lines of the handbook (Reverse proxy) to the site that has the host name',
    );
  return {
    command: `${process.execPath} ${programPath()}`,
    settings,
    ...(kind && publicOrigin && { proxy: { kind, port, origin: new URL(publicOrigin) } }),
  };
}

/** Settings of the file that is there; none before the first installation. */
const settingsInForce = async (): Promise<NodeJS.Dict<string>> =>
  parseEnv(await readFile(systemSettingsFile, 'utf8').catch(() => ''));

/** The program that the unit runs. Throws {@link SettingError} where it is in a home folder, which the unit may not run. */
function programPath(): string {
  const path = shipped('bin/docent.js');
  if (!existsSync(path)) throw new SettingError(`install: ${path} is not there`);
  return path;
}

async function openProxy(machine: Machine, kind: 'nginx' | 'caddy'): Promise<void> {
  if (kind === 'caddy') {
    say('Add this line to /etc/caddy/Caddyfile: import docent.caddy');
    return;
  }
  await machine.run('nginx', '-t');
  await machine.run('systemctl', 'reload', 'nginx');
  say('For TLS: certbot --nginx');
}

/** True once the service answers. */
async function answers(address: string): Promise<boolean> {
  for (const until = performance.now() + startMs; performance.now() < until; await pause(500)) {
    const reply = await fetch(`${address}/healthz`).catch(() => undefined);
    if (reply?.ok === true) return true;
  }
  return false;
}
