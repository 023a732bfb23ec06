import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import { hasTable } from './has-table.ts';

test.each(testEngines)(
  'DB1: on %s a table is there once it was made, whatever other names are there',
  async (_, open) => {
    const db = await open();
    try {
      expect(await hasTable(db, 'odd "table')).toBe(false);
      await sql`create table "odd ""table" (id integer)`.execute(db.query);
      await sql`create table others (id integer)`.execute(db.query);
      expect([
        await hasTable(db, 'odd "table'),
        await hasTable(db, 'others'),
        await hasTable(db, 'odd'),
      ]).toEqual([true, true, false]);
      await sql`drop table "odd ""table"`.execute(db.query);
      await sql`drop table others`.execute(db.query);
    } finally {
      await db.close();
    }
  },
);
