import { expect, test } from 'vitest';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import { createSharing, sharingMigrations } from './sharing.ts';
import { createShareStore } from './store.ts';

test('SHR4: shares of which no log is left are forgotten, in batches, and those of one conversation are limited', async () => {
  await using stack = new AsyncDisposableStack();
  const db = openSqlite(':memory:');
  stack.defer(() => db.close());
  await db.migrate(sharingMigrations);
  const store = createShareStore(db);
  for (let n = 1; n <= 1100; n++)
    await store.add({ hash: `${n}`, conversation: n, until: n, at: n % 7 === 0 ? 1 : n }, 20);
  for (let n = 1; n <= 30; n++)
    await store.add({ hash: `of-3-${n}`, conversation: 3, until: n, at: 9000 + n }, 20);
  expect(await store.find('of-3-10')).toBeUndefined();
  expect(await store.find('of-3-11')).toMatchObject({ conversation: 3, until: 11 });
  const sharing = createSharing({
    db,
    clock: { now: () => 0 },
    config: { read: async () => ({ shareConversations: true }) },
    limits: { sharing: async () => undefined },
    siteOrigin: () => undefined,
    isQuoting: () => false,
    logs: {
      shareable: async () => undefined,
      said: async () => [],
      withLogs: async (conversations) => new Set(conversations.filter((each) => each % 3 === 0)),
    },
  });
  await sharing.everyDay?.();
  const left = await store.list(0, 2000);
  expect(left).toHaveLength(366);
  expect(left.every(({ conversation }) => conversation % 3 === 0)).toBe(true);
  expect(await store.remove([3])).toBe(20);
});
