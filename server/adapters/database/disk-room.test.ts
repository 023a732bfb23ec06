import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskRoom } from './disk-room.ts';
import { sqliteFault } from './sqlite-faults.ts';
import { openSqlite } from './sqlite.ts';

const megabyte = 1024 ** 2;
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-room-'));
  path = join(folder, 'docent.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('RUN6: a reserve is given up when the disk is full, and kept again when there is room', () => {
  const connection = new DatabaseSync(path);
  let free = 100 * megabyte;
  const room = createDiskRoom(path, connection, { onDisk: () => free });
  expect([room.health().ok, existsSync(`${path}.reserve`)]).toEqual([true, true]);
  free = 0;
  expect(room.health()).toEqual({
    ok: false,
    code: 'disk_full',
    reason: 'The disk of the data folder is full',
  });
  expect(existsSync(`${path}.reserve`)).toBe(false);
  free = 2 * megabyte;
  expect(room.health().ok).toBe(false);
  free = 100 * megabyte;
  expect([room.health().ok, existsSync(`${path}.reserve`)]).toEqual([true, true]);
  connection.close();
});

test('RUN6: pages freed inside the database file count as room', () => {
  const connection = new DatabaseSync(path);
  connection.exec('create table filler (bytes blob)');
  for (let n = 0; n < 40; n += 1) connection.exec('insert into filler values (zeroblob(100000))');
  const room = createDiskRoom(path, connection, { onDisk: () => 0 });
  expect(room.health().ok).toBe(false);
  connection.exec('delete from filler');
  expect(room.health().ok).toBe(true);
  connection.close();
});

test('RUN6: a disk that fails to write is named for a while, then tried again', () => {
  const connection = new DatabaseSync(path);
  let now = 0;
  const room = createDiskRoom(path, connection, { onDisk: () => 100 * megabyte, now: () => now });
  expect(room.health().ok).toBe(true);
  const failure = Object.assign(new Error('disk I/O error'), { errcode: 778 });
  expect(sqliteFault(failure, room)).toMatchObject({ code: 'unavailable' });
  expect(room.health()).toEqual({
    ok: false,
    code: 'disk_fails',
    reason: 'The disk of the data folder fails to read or write',
  });
  now = 15_000;
  expect(room.health()).toEqual({ ok: true, code: '', reason: '' });
  connection.close();
});

test('RUN6: a write that finds no space fails with its true cause, also inside a transaction', async () => {
  const db = openSqlite(path);
  await sql`create table filler (bytes blob)`.execute(db.query);
  await sql`pragma max_page_count = 20`.execute(db.query);
  const fill = sql`insert into filler values (zeroblob(200000))`;
  const full = { code: 'unavailable', message: 'The disk of the data folder is full' };
  await expect(fill.execute(db.query)).rejects.toMatchObject(full);
  await expect(db.query.transaction().execute((tx) => fill.execute(tx))).rejects.toMatchObject(full);
  await expect(db.durable((tx) => fill.execute(tx))).rejects.toMatchObject(full);
  await sql`insert into filler values (zeroblob(10))`.execute(db.query);
  await db.close();
});
