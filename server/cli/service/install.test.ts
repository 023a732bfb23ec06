import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseEnv } from 'node:util';
import type { Command } from '../command.ts';
import { listen } from '../../../test/fakes/listen.ts';
import { assertPortFree, siteSettings } from './install-checks.ts';
import { install, uninstall } from './install.ts';
import { assertFit } from './machine.ts';

let root: string;
let printed = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'docent-install-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  printed = '';
  await rm(root, { recursive: true, force: true });
});

const run = (command: Command, options: Readonly<Record<string, string>> = {}) =>
  command.run({
    words: [],
    variables: {},
    text: (name) => ({ root, ...options })[name],
    flag: () => false,
  });
const read = (path: string) => readFile(join(root, path), 'utf8');
const unit = '/etc/systemd/system/docent.service';
const given = {
  site: 'https://blog.example.org',
  origin: 'https://ask.example.org',
  port: '9010',
  proxy: 'nginx',
};

test('INST1: units run this program, settings are one file for service and commands, and the proxy leads to the port', async () => {
  expect(await run(install, given)).toBe(0);
  const program = new RegExp(`^ExecStart=${process.execPath} \\S+/bin/docent\\.js`, 'm');
  expect(await read(unit)).toMatch(program);
  expect(await read('/etc/systemd/system/docent-backup.service')).toMatch(
    new RegExp(`${program.source} backup /var/backups/docent --keep`, 'm'),
  );
  expect(await read('/usr/lib/sysusers.d/docent.conf')).toContain('u docent');
  expect(parseEnv(await read('/etc/docent/docent.env'))).toEqual({
    DOCENT_DATA_DIR: '/var/lib/docent',
    PORT: '9010',
    DOCENT_SITE: 'https://blog.example.org/',
    DOCENT_PUBLIC_ORIGIN: 'https://ask.example.org',
  });
  expect((await stat(join(root, '/etc/docent/docent.env'))).mode & 0o777).toBe(0o640);
  const site = await read('/etc/nginx/conf.d/docent.conf');
  expect(site).toContain('server_name ask.example.org;');
  expect(site).toContain('proxy_pass http://127.0.0.1:9010;');
  expect(printed).toContain('would run systemctl enable --now docent.service docent-backup.timer');
});

test.each([
  ['nginx', [], /not started by systemd/],
  [undefined, [], /not started by systemd/],
  ['caddy', ['/run/systemd/system', '/usr/sbin/nginx'], /^install: caddy is not installed/],
  ['nginx', ['/run/systemd/system', '/usr/sbin/nginx'], /^fit$/],
  [undefined, ['/run/systemd/system'], /^fit$/],
])(
  'INST1: with the proxy %s on a machine with %j it is said whether the service can run',
  (proxy, there, said) => {
    const fit = () => {
      assertFit(proxy, (path) => there.includes(path));
      throw new Error('fit');
    };
    expect(fit).toThrow(said);
  },
);

test.each([
  ['https://ask.example.org', 'listen 80;', 'server_name ask.example.org;', 'ask.example.org {'],
  ['https://ask.example.org:8443', 'listen 80;', 'server_name ask.example.org;', 'ask.example.org:8443 {'],
  ['http://ask.example.org', 'listen 80;', 'server_name ask.example.org;', 'http://ask.example.org {'],
  ['http://10.0.0.7:8080', 'listen 8080;', 'server_name 10.0.0.7;', 'http://10.0.0.7:8080 {'],
])('INST1: the site of the proxy answers where visitors come: %s', async (origin, listen, name, address) => {
  await run(install, { ...given, origin });
  const site = await read('/etc/nginx/conf.d/docent.conf');
  expect(site).toContain(listen);
  expect(site).toContain(name);
  await run(install, { ...given, origin, proxy: 'caddy' });
  expect((await read('/etc/caddy/docent.caddy')).split('\n')[0]).toBe(address);
});

test('INST1: a second installation keeps settings and proxy, and removing it keeps them, too', async () => {
  await run(install, given);
  await run(install, { ...given, site: 'https://other.example.org' });
  expect(await read('/etc/docent/docent.env')).toContain('blog.example.org');
  expect(printed).toContain('kept /etc/docent/docent.env as it is');
  expect(await run(uninstall)).toBe(0);
  await expect(read(unit)).rejects.toThrow('ENOENT');
  expect(await read('/etc/docent/docent.env')).toContain('blog.example.org');
  expect(await read('/etc/nginx/conf.d/docent.conf')).toContain('ask.example.org');
});

test('INST1: a folder of articles is written with its whole path, and what is neither a folder nor an address is refused', async () => {
  const named = relative(process.cwd(), root);
  await run(install, { site: named, root: join(root, 'image') });
  expect(parseEnv(await read('image/etc/docent/docent.env'))['DOCENT_CONTENT_DIR']).toBe(root);
  expect(await siteSettings(named, true)).toEqual({ DOCENT_CONTENT_DIR: root });
  await expect(siteSettings('articles-that-are-not-there', true)).rejects.toThrow(
    '--site: there is no folder',
  );
});

test('INST1: a port that another program has is told', async () => {
  await using other = await listen(createServer());
  const port = Number(new URL(other.origin).port);
  await expect(assertPortFree(port)).rejects.toThrow(`listens on 127.0.0.1:${port}`);
  await other[Symbol.asyncDispose]();
  await assertPortFree(port);
});

const backupUnit = '/etc/systemd/system/docent-backup.service';
const secret = async (name: string, content: string) => {
  const path = join(root, name);
  await writeFile(path, content, { mode: 0o600 });
  return path;
};

test('INST2: the nightly backup goes to a storage, with copies of key and passphrase for the service alone', async () => {
  const key = 'AWS_ACCESS_KEY_ID=name\nAWS_SECRET_ACCESS_KEY=hidden-key\n';
  const backup = {
    backup: 's3://my-backups/docent',
    keep: '30',
    's3-file': await secret('key', key),
    'passphrase-file': await secret('passphrase', 'a passphrase of some length\n'),
  };
  await run(install, { ...given, ...backup });
  const unitText = await read(backupUnit);
  expect(unitText).toMatch(
    / backup s3:\/\/my-backups\/docent --keep 30 --s3-file \/etc\/docent\/s3\.env --passphrase-file \/etc\/docent\/backup-passphrase$/m,
  );
  expect(unitText).toMatch(/^ReadWritePaths=\/var\/lib\/docent$/m);
  expect(await read('/etc/docent/s3.env')).toBe(key);
  for (const path of ['/etc/docent/s3.env', '/etc/docent/backup-passphrase']) {
    expect((await stat(join(root, path))).mode & 0o777).toBe(0o600);
    expect(printed).toContain(`would run chown docent:docent ${path}`);
  }
  expect(printed).not.toContain('hidden-key');

  await run(install, given);
  expect(await read(backupUnit)).toBe(unitText);
  await run(install, { ...given, backup: '/mnt/backups' });
  expect(await read(backupUnit)).toMatch(/ backup \/mnt\/backups --keep 14$/m);
  expect(await read(backupUnit)).toMatch(/^ReadWritePaths=\/var\/lib\/docent \/mnt\/backups$/m);
});

test.each([
  [{ backup: 's3://my-backups/docent' }, '--s3-file'],
  [{ backup: 's3://My Backups' }, 'write s3://bucket/folder'],
  [{ backup: 'backups' }, 'the whole path'],
  [{ backup: '/mnt/../etc' }, 'the whole path'],
  [{ backup: '/mnt/my backups' }, 'the whole path'],
  [{ backup: '/mnt/backups', 's3-file': '/etc/hosts' }, 'is for s3://'],
  [{ backup: '/mnt/backups', keep: 'all' }, '--keep'],
  [{ backup: '/mnt/backups', 'passphrase-file': '/none' }, 'cannot be read'],
  [{ keep: '30' }, 'needs --backup'],
])(
  'INST2: a nightly backup that cannot work is refused before anything is written: %o',
  async (options, words) => {
    await expect(run(install, { ...given, ...options })).rejects.toThrow(words);
    await expect(stat(join(root, 'etc'))).rejects.toThrow('ENOENT');
  },
);

test.each([
  [{ proxy: 'apache', origin: 'https://a.example' }, 'nginx or caddy'],
  [{ proxy: 'nginx' }, 'needs --origin'],
  [{ proxy: 'nginx', origin: 'https://blog.example.org/ask' }, 'of its own'],
  [{ port: 'eighty' }, 'PORT'],
  [{ port: '443' }, 'above 1023'],
  [{ port: '0' }, 'above 1023'],
  [{ origin: 'my blog' }, 'DOCENT_PUBLIC_ORIGIN'],
])('INST1: what cannot work is refused before anything is written: %o', async (options, words) => {
  await expect(run(install, options)).rejects.toThrow(words);
  await expect(stat(join(root, 'etc'))).rejects.toThrow('ENOENT');
});
