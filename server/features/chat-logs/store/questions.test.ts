import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../../../test/databases.ts';
import type { Database } from '../../../kit/database.ts';
import { gramMatch } from '../pii/grams.ts';
import { everything } from '../day-partition.ts';
import { postgresQuestions } from './questions-postgres.ts';
import { sqliteQuestions } from './questions-sqlite.ts';
import type { QuestionSearch } from './questions.ts';
import { chatLogMigrations, type ChatLogTables, type Facet } from './tables.ts';

/** `number` odd numbers downwards from the first. */
const odd = (from: number, number: number) => Array.from({ length: number }, (_, n) => from - 2 * n);

const facet: Facet = { kind: 'chat', model: 'qwen', feedback: 'none', state: 'answered' };

describe.each(testEngines)('the index of questions on %s', (engine, open) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
    await db.migrate(chatLogMigrations);
  });
  afterEach(() => db.close());

  it('CL3 CL4: gives the newest matches, however many there are', async () => {
    const tables = db.query.withTables<ChatLogTables>();
    const index = engine === 'postgres' ? postgresQuestions(tables, 100) : sqliteQuestions(tables);
    await index.add(
      tables,
      Array.from({ length: 300 }, (_, n) => ({ seq: n, question: n % 2 ? '怎么安装' : '如何备份', facet })),
    );
    const match = gramMatch('安装');
    if (!match) throw new Error('nothing to search for');
    const search: QuestionSearch = { match, facets: {}, span: everything };
    // PostgreSQL stops counting at the 100 given above; SQLite counts all.
    const many = engine === 'postgres' ? { total: 100, capped: true } : { total: 150, capped: false };
    expect(await index.page(search, 0, 5)).toEqual({ seqs: odd(299, 5), ...many });
    expect(await index.page(search, 145, 20)).toEqual({ seqs: odd(9, 5), ...many });
    expect(await index.newest({ ...search, span: { from: 0, below: 20 } }, 3)).toEqual([19, 17, 15]);
    const few = { ...search, span: { from: 100, below: 200 } };
    expect(await index.page(few, 45, 20)).toEqual({ seqs: odd(109, 5), total: 50, capped: false });
    expect(await index.page(few, 50, 20)).toEqual({ seqs: [], total: 50, capped: false });
    await index.remove(tables, [101, 103]);
    expect(await index.page(few, 47, 20)).toEqual({ seqs: [105], total: 48, capped: false });
  });
});
