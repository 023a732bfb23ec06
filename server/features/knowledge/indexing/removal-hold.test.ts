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
      confirmed: () => undefined,
      now: () => 0,
      log: createTestLog(),
    });
    await hold.followed(hold.site());
    site = '/srv/sample';
    // Earlier versions did not store which site was indexed.
    expect(await hold.isConfirmed('', 76)).toBe(false);
    await hold.followed(hold.site());
    expect(await hold.isConfirmed('', 76)).toBe(false);
    site = '/srv/own';
    expect(await hold.isConfirmed('', 76)).toBe(true);
    // A further source is the same one beside any site.
    expect(await hold.isConfirmed('s0000000a', 76)).toBe(false);
    await hold.followed(hold.site());
    expect(await hold.isConfirmed('', 76)).toBe(false);
    site = '';
    expect(await hold.isConfirmed('', 76)).toBe(false);
  });

  test('SRC13: each source is held, confirmed and ended by itself', async () => {
    const store = createKnowledgeStore(db);
    const site = () => ({ site: '/srv/own', settings: '' });
    const hold = createRemovalHold({
      store,
      site,
      confirmed: () => undefined,
      now: () => 0,
      log: createTestLog(),
    });
    const held = async () => Object.fromEntries(await hold.held());
    await hold.note('site', new Map([['', 30]]));
    await hold.note(
      'sources',
      new Map([
        ['s0000000a', 40],
        ['s0000000b', 50],
      ]),
    );
    expect(await held()).toEqual({ '': 30, s0000000a: 40, s0000000b: 50 });
    expect([await hold.confirm('s0000000a'), await hold.confirm('s0000000c')]).toEqual([40, 0]);
    expect(await held()).toEqual({ '': 30, s0000000b: 50 });
    const confirmed = (source: string, missing: number) => hold.isConfirmed(source, missing);
    expect(await confirmed('s0000000a', 40)).toBe(true);
    expect(await confirmed('s0000000a', 41)).toBe(false);
    expect(await confirmed('s0000000b', 50)).toBe(false);
    expect(await confirmed('', 30)).toBe(false);
    await hold.note('site', new Map());
    expect(await held()).toEqual({ s0000000b: 50 });
    await hold.note('sources', new Map([['s0000000a', 45]]));
    expect(await held()).toEqual({ s0000000a: 45 });
  });
});
