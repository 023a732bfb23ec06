import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../../test/databases.ts';
import { createTestLog } from '../../../../test/fakes/log.ts';
import type { Database } from '../../../kit/database.ts';
import { createKnowledgeStore, knowledgeMigrations } from '../store.ts';
import { createRemovalHold } from './removal-hold.ts';

describe.each(testEngines)('on %s', (_, open) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
    await db.migrate(knowledgeMigrations);
  });
  afterEach(() => db.close());

  test('KN17: the articles of another site replace those of the one before, those of the same site are held', async () => {
    let site = '';
    const store = createKnowledgeStore(db);
    const hold = createRemovalHold({
      store,
      site: () => ({ site, settings: '' }),
      now: () => 0,
      log: createTestLog(),
    });
    await hold.note(0, hold.site());
    site = '/srv/sample';
    // Earlier versions did not store which site was indexed.
    expect(await hold.isConfirmed(76)).toBe(false);
    await hold.note(0, hold.site());
    expect(await hold.isConfirmed(76)).toBe(false);
    site = '/srv/own';
    expect(await hold.isConfirmed(76)).toBe(true);
    await hold.note(0, hold.site());
    expect(await hold.isConfirmed(76)).toBe(false);
    site = '';
    expect(await hold.isConfirmed(76)).toBe(false);
  });
});
