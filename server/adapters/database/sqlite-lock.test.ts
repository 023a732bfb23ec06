import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../kit/database.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
let path: string;
let db: Database;
let other: DatabaseSync;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-lock-'));
  path = join(folder, 'docent.sqlite');
  db = openSqlite(path);
  await sql`create table notes (text text)`.execute(db.query);
  other = new DatabaseSync(path);
});
afterEach(async () => {
  other.close();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

const write = () => sql`insert into notes values ('one')`.execute(db.query);
const notes = async () => (await sql`select * from notes`.execute(db.query)).rows.length;

test('RUN12: a write waits for the lock of another process without holding up the event loop', async () => {
  other.exec('BEGIN EXCLUSIVE');
  const written = write();
  // Only a loop that turns can let go of the lock.
  await new Promise((resolve) => setImmediate(() => resolve(other.exec('ROLLBACK'))));
  await written;
  expect(await notes()).toBe(1);
  expect(await db.health()).toMatchObject({ ok: true });
});

test('RUN12: a lock that stays is named, nothing waits for it any more, and its end is noticed', async () => {
  await db.close();
  db = openSqlite(path, { lockWaitMs: 100 });
  other.exec('BEGIN EXCLUSIVE');
  const locked = { code: 'unavailable', message: 'Another program has locked the database' };
  await expect(write()).rejects.toMatchObject(locked);
  expect(await db.health()).toEqual({ ok: false, code: 'database_locked', reason: locked.message });
  await expect(db.durable((tx) => sql`delete from notes`.execute(tx))).rejects.toMatchObject(locked);
  expect(await notes()).toBe(0);
  other.exec('ROLLBACK');
  await vi.waitUntil(async () => (await db.health()).ok, { timeout: 20_000 });
  await write();
  expect(await notes()).toBe(1);
});

test('RUN12: a transaction that read what another process changed meanwhile fails as unavailable', async () => {
  const work = db.query.transaction().execute(async (tx) => {
    await sql`select * from notes`.execute(tx);
    other.exec("insert into notes values ('theirs')");
    await sql`insert into notes values ('ours')`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: 'unavailable' });
  expect(await db.health()).toMatchObject({ ok: true });
  expect(await notes()).toBe(1);
});
