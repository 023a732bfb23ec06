import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { readEnv } from '../../env.ts';
import { allMigrations } from '../../start/schema.ts';
import { applyUpdate } from './apply-update.ts';
import { packagePlace, versionIn } from './package-place.ts';
import { rollBack } from './roll-back.ts';
import { serviceOf } from './service-switch.ts';
import type { UpdateDeps } from './update-deps.ts';

let folder: string;
let installed: string;
let dataDir: string;
let said: string[];
let asked: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-update-'));
  installed = join(folder, 'prefix/lib/node_modules/docent');
  dataDir = join(folder, 'data');
  [said, asked] = [[], []];
  await mkdir(join(folder, 'backups'));
  await mkdir(dataDir);
  await cp(await packageOf('1.0.0'), installed, { recursive: true });
  const db = openSqlite(join(dataDir, 'docent.sqlite'));
  await db.migrate(allMigrations);
  await db.close();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program in the shape of the package; `atStart` is what it does before it listens. */
async function packageOf(version: string, atStart = '', name = 'docent'): Promise<string> {
  const at = join(folder, `package-${version}`);
  const files = {
    'package.json': JSON.stringify({ name, version, type: 'module' }),
    'dist/server/cli.js': '',
    'CHANGELOG.md': `# Changelog\n\n## [2.0.0]\n\n- Two.\n\n## [1.1.0]\n\n- One and a bit.\n\n## [1.0.0]\n\n- One.\n`,
    'bin/docent.js': `
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
if (process.argv[2] === '--version') console.log('${version}');
else {
  const open = () => new DatabaseSync(process.env.DOCENT_DATA_DIR + '/docent.sqlite');
  ${atStart}
  const server = createServer((_, reply) => reply.end('{}')).listen(Number(process.env.PORT));
  process.on('SIGTERM', () => server.close());
}`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(at, path, '..'), { recursive: true });
    await writeFile(join(at, path), text);
  }
  return at;
}

/** A version that changes the tables and records something. */
const changing = `
  const db = open();
  db.exec("INSERT INTO schema_migrations (name) VALUES ('of/the-future')");
  db.exec('CREATE TABLE future (id TEXT); INSERT INTO future VALUES (1), (2)');
  db.close();`;

const variables = () => ({ ...process.env, DOCENT_DATA_DIR: dataDir });

async function deps(): Promise<UpdateDeps> {
  const env = readEnv(variables());
  const place = await packagePlace(installed);
  return {
    env,
    place,
    service: await serviceOf(env, installed, join(folder, 'no.service')),
    version: versionIn(installed),
    backups: join(folder, 'backups'),
    patienceMs: 60_000,
    say: (text) => void said.push(text),
    agree: async (question) => (asked.push(question), true),
  };
}

const backups = async () => (await readdir(join(folder, 'backups'))).length;
const steps = () => {
  const db = new DatabaseSync(join(dataDir, 'docent.sqlite'), { readOnly: true });
  const rows = db.prepare('SELECT name FROM schema_migrations').all();
  db.close();
  return rows.map(({ name }) => name);
};

test('UPD1: an update says what changes, asks, backs up, exchanges the versions and waits until it is ready; the way back keeps the data', async () => {
  expect(await applyUpdate(await deps(), await packageOf('1.1.0'))).toBe(true);
  expect(asked).toEqual(['Update to 1.1.0?']);
  expect(said.join('\n')).toContain('- One and a bit.');
  expect(said.join('\n')).not.toMatch(/- Two|- One\./);
  expect([versionIn(installed), await backups()]).toEqual(['1.1.0', 1]);

  said = [];
  expect(await rollBack(await deps())).toBe(true);
  expect(said).toContain(
    'Version 1.1.0 has not changed the tables: the data stay as they are, nothing is lost.',
  );
  expect([versionIn(installed), await backups()]).toEqual(['1.0.0', 1]);
  await expect(deps().then(rollBack)).rejects.toThrow('nothing to go back to');
});

test('UPD2: a version that fails after it has changed the tables is exchanged for the former one and its data, and says what is lost', async () => {
  const before = steps();
  expect(await applyUpdate(await deps(), await packageOf('2.0.0', `${changing} process.exit(1);`))).toBe(
    false,
  );
  expect([versionIn(installed), await backups()]).toEqual(['1.0.0', 2]);
  expect(steps()).toEqual(before);
  const text = said.join('\n');
  expect(text).toContain('did not become healthy: it ends at its start');
  expect(text).toContain('version 2.0.0 has changed the tables (of/the-future)');
  expect(text).toMatch(/lost here: .*future \+2/);
  expect(text).toContain('Docent 1.0.0 is back and ready.');
});

test('UPD2: a later way back does the same; without the backup it is refused before anything is stopped', async () => {
  expect(await applyUpdate(await deps(), await packageOf('2.0.0', changing))).toBe(true);
  const [name = ''] = await readdir(join(folder, 'backups'));
  const archive = join(folder, 'backups', name);
  await cp(archive, join(folder, 'moved'));
  await rm(archive);
  await expect(deps().then(rollBack)).rejects.toThrow('the backup of version 1.0.0 is not there');
  expect(versionIn(installed)).toBe('2.0.0');
  await cp(join(folder, 'moved'), archive);
  expect(await rollBack(await deps())).toBe(true);
  expect([versionIn(installed), steps().includes('of/the-future')]).toEqual(['1.0.0', false]);
});

test('UPD1: what cannot be installed is refused, and nothing has changed', async () => {
  const update = async (wanted: string) => applyUpdate(await deps(), wanted);
  await expect(update(await packageOf('0.9.0'))).rejects.toThrow('0.9.0 is older than 1.0.0');
  await expect(update(await packageOf('1.0.0'))).rejects.toThrow('version 1.0.0 is in force already');
  await expect(update('--global')).rejects.toThrow('neither a version');
  await expect(update(await packageOf('3.0.0', '', 'other'))).rejects.toThrow('not a package of Docent');
  const broken = await packageOf('4.0.0');
  await writeFile(join(broken, 'bin/docent.js'), 'throw new Error("broken")');
  await expect(update(broken)).rejects.toThrow('does not start');
  await expect(packagePlace(join(folder, 'package-0.9.0'))).rejects.toThrow('npm install --global');
  expect([versionIn(installed), await backups()]).toEqual(['1.0.0', 0]);
  expect(existsSync(join(installed, '../.docent-update/staged'))).toBe(false);
  expect(existsSync(join(dataDir, 'docent.sqlite'))).toBe(true);
  expect(await readFile(join(installed, 'CHANGELOG.md'), 'utf8')).toContain('One');
});

test('UPD1: a trial is told to end with the update that has started it', async () => {
  const program = 'if (process.env.npm_lifecycle_event === undefined) process.exit(1);';
  vi.stubEnv('npm_lifecycle_event', undefined);
  expect(await applyUpdate(await deps(), await packageOf('1.1.0', program))).toBe(true);
  vi.unstubAllEnvs();
});

test('UPD1: an update whose terminal is closed after the service was stopped is brought to its end', async () => {
  const given = await deps();
  const others = process.listenerCount('SIGHUP');
  const stop = async () => {
    await given.service.stop();
    expect(process.listenerCount('SIGHUP')).toBe(others + 1);
    process.emit('SIGHUP');
  };
  expect(await applyUpdate({ ...given, service: { ...given.service, stop } }, await packageOf('1.1.0'))).toBe(
    true,
  );
  expect([versionIn(installed), process.listenerCount('SIGHUP')]).toEqual(['1.1.0', others]);
});

test('UPD2: a way back that has no room leaves the newer version at work', async () => {
  expect(await applyUpdate(await deps(), await packageOf('2.0.0', changing))).toBe(true);
  const given = await deps();
  let started = 0;
  const service = {
    ...given.service,
    name: 'docent.service',
    start: async () => ((started += 1), 'http://127.0.0.1:1'),
  };
  await expect(rollBack({ ...given, service, backups: join(folder, 'full/disk.tar.gz') })).rejects.toThrow(
    'there is no folder',
  );
  expect([started, versionIn(installed)]).toEqual([1, '2.0.0']);
});
