import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadCredentials } from './credentials-file.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'docent-credentials-')), 'data');
});
afterEach(() => rm(join(dataDir, '..'), { recursive: true }));

const load = (set: { adminToken?: string; adminPassword?: string } = {}) =>
  loadCredentials({ dataDir, adminToken: set.adminToken, adminPassword: set.adminPassword });

test('the first start makes a token and a password, and later starts keep them', async () => {
  const first = await load();
  expect(first.adminToken).toMatch(/^[\w-]{43}$/);
  expect(first.adminPassword).toMatch(/^[\w-]{16}$/);
  expect(first).toMatchObject({ isGenerated: true, where: join(dataDir, 'admin-credentials.json') });
  expect(await load()).toEqual(first);
  expect(JSON.parse(await readFile(first.where, 'utf8'))).toEqual({
    token: first.adminToken,
    password: first.adminPassword,
  });
});

test("only the service's user may read the stored credentials, and no temporary file is left", async () => {
  await load();
  const names = await readdir(dataDir);
  expect(names.toSorted()).toEqual(['admin-credentials.json']);
  for (const name of names)
    expect([name, (await stat(join(dataDir, name))).mode & 0o777]).toEqual([name, 0o600]);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('processes that start together end up with the same secrets', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => load()));
  for (const credentials of all) expect(credentials).toEqual(all[0]);
});

test.each([
  [{ adminToken: 'set by the operator' }, 'DOCENT_ADMIN_TOKEN'],
  [{ adminPassword: 'set by the operator' }, 'DOCENT_ADMIN_PASSWORD'],
  [
    { adminToken: 'one of the two', adminPassword: 'the other' },
    'DOCENT_ADMIN_TOKEN and DOCENT_ADMIN_PASSWORD',
  ],
])('what the operator sets is used as it is and nothing is made beside it (%#)', async (set, where) => {
  const credentials = await load(set);
  expect(credentials).toEqual({
    adminToken: undefined,
    adminPassword: undefined,
    ...set,
    isGenerated: false,
    where,
  });
  expect(await readdir(dataDir)).toEqual([]);
});

test.each([[''], ['{'], ['{"token":"short","password":"x"}'], ['[]']])(
  'a damaged file (%j) stops the start with its name and without its content',
  async (text) => {
    const { where } = await load();
    await chmod(where, 0o600);
    await writeFile(where, text);
    await expect(load()).rejects.toThrow(`${where} is damaged; delete it to have a new one made`);
  },
);
