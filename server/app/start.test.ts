import type { KyselyPlugin } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createApp } from '../app.ts';
import { openSqlite } from '../adapters/database/sqlite.ts';
import { databaseUnavailable } from '../kit/database.ts';
import { migrations } from '../migrations.ts';
import { testPorts } from '../../test/app.ts';
import { createFakeHost } from '../../test/fakes/host.ts';

const longWait = { timeout: 20_000 };
const article = { id: 'walnut', text: 'The walnut grows on a tree' };

/** Starts the service on a database of which queries fail from the one with number `first` of the start, so many of them. */
async function startedWith(first: number, failures: number) {
  const { db: unused, log, ...ports } = testPorts();
  await unused.close();
  const inner = openSqlite(':memory:');
  await inner.migrate(migrations);
  let [asked, isStarting] = [0, false];
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (isStarting && ++asked >= first && asked < first + failures)
        throw databaseUnavailable('it does not answer');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const host = createFakeHost([]);
  const app = await createApp({
    ...ports,
    log,
    host,
    db: { ...inner, query: inner.query.withPlugin(failing) },
  });
  isStarting = true;
  await app.start();
  return { app, host, log, queries: () => asked };
}

test('DB16: whatever query of the start fails, the process follows the site from then on', async () => {
  const whole = await startedWith(Infinity, 0);
  const queries = whole.queries();
  await whole.app[Symbol.asyncDispose]();
  expect(queries).toBeGreaterThan(10);
  for (let nth = 1; nth <= queries; nth += 1) {
    const { app, host, log } = await startedWith(nth, 2);
    await vi.waitFor(async () => {
      // A host tells of changes again and again.
      host.publish(article);
      expect([nth, (await app.knowledge.heads.of([article.id])).size]).toEqual([nth, 1]);
    }, longWait);
    expect([nth, log.errors]).toEqual([nth, []]);
    await app[Symbol.asyncDispose]();
  }
});
