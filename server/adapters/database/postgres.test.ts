import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestLog } from '../../../test/fakes/log.ts';
import {
  withoutPgbouncer,
  withoutPostgres,
  startPgbouncer,
  startPostgresServer,
  type PostgresServer,
} from '../../../test/postgres-server.ts';
import type { Database } from '../../kit/database.ts';
import { hasty } from '../../../test/http/hasty.ts';
import { withPatience } from '../../kit/waiting/patience.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';

const away = { code: 'unavailable', details: { code: 'DATABASE_UNAVAILABLE' } };
const tables = [
  {
    name: 'test/1',
    up: async (db: Database['query']) =>
      void (await sql`create table if not exists notes (text text not null)`.execute(db)),
  },
];

describe.skipIf(withoutPostgres)('PostgreSQL in trouble', () => {
  let server: PostgresServer;
  beforeAll(async () => void (server = await startPostgresServer()));
  afterAll(() => server[Symbol.asyncDispose]());

  const open = async (options: PostgresOptions = {}, url = server.url) => {
    const database = openPostgres(url, createTestLog(), options);
    await database.migrate(tables);
    return { database, [Symbol.asyncDispose]: () => database.close() };
  };
  const isAway = (database: Database, reason: RegExp) => async () => {
    const health = await database.health();
    return !health.ok && reason.test(health.reason);
  };
  const one = (database: Database) => sql`select 1`.execute(database.query);
  const nap = (database: Database) => sql`select pg_sleep(0.01)`.execute(database.query);

  /** Address of the server for a role that may open only so many connections. */
  const crowded = async ({ query }: Database, role: string, limit: number): Promise<string> => {
    await sql`create role ${sql.id(role)} login connection limit ${sql.lit(limit)}`.execute(query);
    await sql`grant all on schema public to ${sql.id(role)}`.execute(query);
    await sql`grant create on database postgres to ${sql.id(role)}`.execute(query);
    await sql`grant all on all tables in schema public to ${sql.id(role)}`.execute(query);
    return server.url.replace('postgres@', `${role}@`);
  };

  /** Cuts the connections of an idle pool, and takes all places that are free then. */
  const takeConnections = async ({ query }: Database, url: string) => {
    const strangers: Client[] = [];
    const own = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.2)`.execute(query);
    const pids = (await Promise.all([own(), own()])).map(({ rows }) => rows[0]?.pid);
    await using admin = await open();
    await sql`select pg_terminate_backend(pid, 5000) from unnest(${pids}::int[]) pid`.execute(
      admin.database.query,
    );
    for (let full = false; !full;) {
      const stranger = new Client(url);
      stranger.on('error', () => undefined);
      full = await stranger.connect().then(
        () => strangers.push(stranger) < 0,
        () => true,
      );
    }
    return {
      count: strangers.length,
      async [Symbol.asyncDispose]() {
        for (const stranger of strangers) await stranger.end();
      },
    };
  };

  const keepBusy = (database: Database) => {
    let busy = true;
    const load = Array.from({ length: 20 }, async () => {
      while (busy) await nap(database);
    });
    return {
      async end() {
        busy = false;
        await Promise.all(load);
      },
    };
  };

  test('DB2: a stalled server fails queries in time, is known to be away, and is used again when it answers', async () => {
    await using opened = await open({ timeoutMs: 2_000, poolSize: 2 });
    const { database } = opened;
    server.stall();
    try {
      // More queries than connections, so that some wait in the server and some for a connection.
      const asked = await Promise.allSettled(Array.from({ length: 10 }, () => one(database)));
      for (const result of asked) expect(result).toMatchObject({ status: 'rejected', reason: away });
      await vi.waitUntil(isAway(database, /it does not answer$/), { timeout: 20_000 });
      await expect(one(database)).rejects.toMatchObject(away);
    } finally {
      server.goOn();
    }
    await vi.waitUntil(async () => (await database.health()).ok, { timeout: 20_000 });
    await one(database);
  });

  test('DB14: a request that has no time left does not wait until the outage is known', async () => {
    await using opened = await open({ timeoutMs: 60_000, poolSize: 1 });
    const { database } = opened;
    await one(database);
    server.stall();
    try {
      const asked = () => withPatience(hasty(), () => one(database));
      // One waits for its answer, one for the connection.
      for (const result of await Promise.allSettled([asked(), asked()]))
        expect(result).toMatchObject({ status: 'rejected', reason: away });
      expect((await database.health()).ok).toBe(true);
    } finally {
      server.goOn();
    }
    await one(database);
  });

  test('DB12: a clock that differs from the server’s is put right, now and when it is set, with a word in the log', async () => {
    let wrongBy = 60_000;
    const log = createTestLog();
    const own = { now: () => Date.now() + wrongBy };
    const database = openPostgres(server.url, log, { clock: own });
    const differs = () => Math.abs((database.clock?.now() ?? 0) - Date.now());
    try {
      await database.migrate(tables);
      expect(differs()).toBeLessThan(1_000);
      expect(log.warnings).toMatchObject([
        { seconds: -60, message: expect.stringMatching(/^the clock of this machine is ahead of/) },
      ]);
      wrongBy = -90_000;
      await vi.waitUntil(() => differs() < 1_000, { timeout: 20_000 });
      wrongBy = 300;
      await vi.waitUntil(() => differs() === 300, { timeout: 20_000 });
      expect(log.warnings).toMatchObject([{ seconds: -60 }, { seconds: 90 }]);
    } finally {
      await database.close();
    }
  });

  test('DB15: a list without values finds nothing, and leaves out nothing', async () => {
    await using server = await open();
    const rows = server.database.query.withTables<{ notes: { text: string } }>();
    await rows.insertInto('notes').values({ text: 'of a list' }).execute();
    const found = async (how: 'in' | 'not in') =>
      (await rows.selectFrom('notes').selectAll().where('text', how, []).execute()).length;
    expect(await found('in')).toBe(0);
    expect(await found('not in')).toBeGreaterThan(0);
    await rows.deleteFrom('notes').where('text', 'in', []).execute();
    expect(await found('not in')).toBeGreaterThan(0);
    await rows.deleteFrom('notes').where('text', '=', 'of a list').execute();
  });

  test('DB11: a text with NUL is stored and found, and no other text is found by it', async () => {
    await using opened = await open();
    const { query } = opened.database;
    await sql`insert into notes values (${'with\0nul'}), ('withnul')`.execute(query);
    const { rows } = await sql`select text from notes where text = ${'with\0nul'}`.execute(query);
    expect(rows).toEqual([{ text: 'with\uFFFDnul' }]);
    // The tests share the table.
    await sql`delete from notes`.execute(query);
  });

  test('DB2: a stall and then an immediate stop in the middle of transactions end them and nothing else', async () => {
    await using opened = await open({ timeoutMs: 3_000, poolSize: 3 });
    const { database } = opened;
    const held = Promise.withResolvers<void>();
    const transactions = Array.from({ length: 3 }, () =>
      database.query.transaction().execute(async (tx) => {
        await sql`insert into notes values ('lost')`.execute(tx);
        await held.promise;
        await sql`select 1`.execute(tx);
      }),
    );
    await vi.waitUntil(() => database.connections?.()?.idle === 0, { timeout: 20_000 });
    server.stall();
    const settled = Promise.allSettled(transactions);
    // The kernel takes the connection, and nobody answers.
    const unanswered = connect(server.port, '127.0.0.1');
    await once(unanswered, 'connect');
    unanswered.destroy();
    server.goOn();
    await server.stop('immediate');
    held.resolve();
    for (const result of await settled) expect(result).toMatchObject({ status: 'rejected', reason: away });
    // The first look may still find its connection cut, or the server stopping.
    await vi.waitUntil(isAway(database, /the connection is refused$/), { timeout: 20_000 });
    await server.start();
    await vi.waitUntil(async () => (await database.health()).ok, { timeout: 20_000 });
    const { rows } = await sql<{ n: number }>`select count(*) as n from notes`.execute(database.query);
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('DB3: a statement that takes too long is cancelled, and the server is not taken for away', async () => {
    await using opened = await open({ timeoutMs: 300, poolSize: 1 });
    const { database } = opened;
    await expect(sql`select pg_sleep(60)`.execute(database.query)).rejects.toMatchObject(away);
    await one(database);
    expect((await database.health()).ok).toBe(true);
    const { rows } =
      await sql`select 1 from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`.execute(
        database.query,
      );
    expect(rows).toEqual([]);
  });

  test('DB4: where the server takes no more connections, queries wait for those that there are', async () => {
    await using admin = await open();
    const url = await crowded(admin.database, 'crowded', 5);
    await using first = await open({ poolSize: 10 }, url);
    await using second = await open({ poolSize: 10 }, url);
    const asked = [first, second].flatMap(({ database }) =>
      Array.from({ length: 100 }, () => sql`select pg_sleep(0.005)`.execute(database.query)),
    );
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test('DB4: idle connections are given back soon, so that a process without one does not wait long', async () => {
    await using admin = await open();
    const url = await crowded(admin.database, 'idle', 6);
    await using first = await open({ poolSize: 10 }, url);
    await Promise.all(Array.from({ length: 30 }, () => nap(first.database)));
    await using second = await open({ poolSize: 10 }, url);
    // It would be refused after the usual limit of a query.
    await expect(nap(second.database)).resolves.toHaveProperty('rows');
  });

  test('DB4: a process that starts while all connections are taken waits for one', async () => {
    await using admin = await open();
    const url = await crowded(admin.database, 'starting', 3);
    const holders = [new Client(url), new Client(url), new Client(url)];
    await Promise.all(holders.map((holder) => holder.connect()));
    const opening = open({ poolSize: 1 }, url);
    await expect(
      Promise.race([opening, sql`select pg_sleep(0.5)`.execute(admin.database.query)]),
    ).resolves.toHaveProperty('rows');
    await Promise.all(holders.map((holder) => holder.end()));
    await using late = await opening;
    await nap(late.database);
  });

  test('DB4: a process that is never idle gives way to one that has no connection', async () => {
    await using admin = await open();
    const url = await crowded(admin.database, 'busy', 7);
    await using first = await open({ poolSize: 10 }, url);
    await using second = await open({ poolSize: 10 }, url);
    const load = keepBusy(first.database);
    await using strangers = await takeConnections(second.database, url);
    try {
      await nap(second.database);
      expect(strangers.count).toBeGreaterThan(0);
    } finally {
      await load.end();
    }
  });

  test('DB5: a notice is part of its transaction, and a missed one is found later', async () => {
    await using writer = await open();
    await using reader = await open();
    const heard = vi.fn<() => void>();
    reader.database.subscribe('note', heard);
    const broken = writer.database.durable(
      async () => {
        throw new Error('changed my mind');
      },
      { publish: 'note' },
    );
    await expect(broken).rejects.toThrow('changed my mind');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and query not like 'select pg_term%' and application_name = '' and backend_type = 'client backend'`
      .execute(writer.database.query)
      .catch(() => undefined);
    await vi.waitFor(
      () =>
        writer.database.durable((tx) => sql`insert into notes values ('x')`.execute(tx), { publish: 'note' }),
      {
        timeout: 20_000,
      },
    );
    await vi.waitUntil(() => heard.mock.calls.length > 0, { timeout: 20_000 });
  });

  describe('DB13: a process that asks nothing', () => {
    beforeEach(
      () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] }),
    );
    afterEach(() => void vi.useRealTimers());

    /** Looks for notices in so many seconds. */
    const looksIn = async (seconds: number) => {
      const queries = vi.spyOn(Client.prototype, 'query');
      for (let second = 0; second < seconds; second++) {
        vi.advanceTimersByTime(1_000);
        await pause(20);
      }
      const looks = queries.mock.calls.filter(([text]) => text.includes('clock_timestamp')).length;
      queries.mockRestore();
      return looks;
    };

    test('looks for notices ten times a minute where LISTEN works, and hears of a change at once', async () => {
      await using opened = await open();
      await using other = await open();
      await looksIn(5);
      expect(await looksIn(60)).toBeLessThanOrEqual(24);
      const heard = vi.fn<() => void>();
      opened.database.subscribe('note', heard);
      await other.database.publish('note');
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 20_000 });
    });

    test.skipIf(withoutPgbouncer)('goes on looking every second behind a pooler', async () => {
      await using pooler = await startPgbouncer(server);
      await using opened = await open({}, pooler.url);
      await one(opened.database);
      await looksIn(5);
      expect(await looksIn(30)).toBeGreaterThan(25);
    });
  });

  test.skipIf(withoutPgbouncer)(
    'DB6: PgBouncer in transaction mode serves queries, transactions and notices',
    async () => {
      await using pooler = await startPgbouncer(server);
      await using polled = await open({}, pooler.url);
      await using direct = await open({ directUrl: server.url }, pooler.url);
      const heard = vi.fn<(who: string) => void>();
      polled.database.subscribe('note', () => heard('polled'));
      direct.database.subscribe('note', () => heard('direct'));
      await Promise.all(Array.from({ length: 50 }, () => one(polled.database)));
      await polled.database.durable((tx) => sql`insert into notes values ('pooled')`.execute(tx), {
        publish: 'note',
      });
      await vi.waitFor(() => expect(heard.mock.calls.flat().toSorted()).toEqual(['direct', 'polled']), {
        timeout: 20_000,
      });
    },
  );
});
