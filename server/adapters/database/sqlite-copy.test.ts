import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite } from './sqlite.ts';

test('BAK4: a copy is whole while the service writes, with what was committed before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-copy-'));
  const db = openSqlite(join(folder, 'docent.sqlite'));
  try {
    await sql`create table words (word text)`.execute(db.query);
    const add = (word: string) => sql`insert into words values (${word})`;
    for (let nth = 0; nth < 40; nth += 1) {
      const copy = join(folder, `copy-${nth}.sqlite`);
      await add(`before ${nth}`).execute(db.query);
      await db.query.transaction().execute(async (tx) => {
        await add('not committed yet').execute(tx);
        await db.backup?.(copy);
      });
      const copied = openSqlite(copy);
      const { rows } = await sql<{ last: string }>`select max(rowid) n, word last from words`.execute(
        copied.query,
      );
      await copied.close();
      expect(rows[0]?.last).toBe(`before ${nth}`);
    }
  } finally {
    await db.close();
    await rm(folder, { recursive: true });
  }
});
