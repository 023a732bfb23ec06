import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { TableSizes } from '../../../contract/system.ts';
import { openSqlite } from '../../../server/adapters/database/sqlite.ts';
import { migrations } from '../../../server/migrations.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { testEngines } from '../../databases.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const url = `${consolePrefix}/system/tables`;

describe.each(testEngines)('SPACE1: the room that the database takes, on %s', (_, open) => {
  test('is told by table, to administrators', async () => {
    const db = await open();
    await db.migrate(migrations);
    app = await createTestApp({ db });
    expect((await app.inject(url)).statusCode).toBe(401);
    const sizes = TableSizes.parse((await app.inject({ url, headers: asAdmin })).json());
    const names = sizes.tables.map(({ table }) => table);
    expect(names).toContain('chat_logs');
    expect(names).toContain('schema_migrations');
    const bytes = sizes.tables.map((one) => one.bytes);
    expect(bytes).toEqual(bytes.toSorted((a, b) => b - a));
    expect(sizes.bytes).toBe(bytes.reduce((sum, one) => sum + one, 0));
  });
});

test('SPACE1: a file is read while it is in use, once for requests at the same time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-sizes-'));
  const db = openSqlite(join(folder, 'docent.sqlite'));
  await db.migrate(migrations);
  let readings = 0;
  const sizes = () => {
    readings += 1;
    return db.sizes();
  };
  app = await createTestApp({ db: { ...db, sizes } });
  const read = async () => TableSizes.parse((await app?.inject({ url, headers: asAdmin }))?.json());
  const [first, second] = await Promise.all([read(), read()]);
  expect([readings, second]).toEqual([1, first]);
  expect(first?.bytes).toBeGreaterThan(100_000);
  await read();
  expect(readings).toBe(2);
  await app[Symbol.asyncDispose]();
  app = undefined;
  await rm(folder, { recursive: true });
});
