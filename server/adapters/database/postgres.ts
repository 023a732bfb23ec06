import { EventEmitter } from 'node:events';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, escapeIdentifier, Pool, types, type CustomTypesConfig } from 'pg';
import { applyMigrations, type Database } from '../../kit/database.ts';
import type { Log } from '../../ports/log.ts';
import { createSessionPresence } from './session-presence.ts';

/** Serialises migrations of processes that start together. */
const migrationLock = 7_306_001;
/** A missed notice is caught up within this time. */
const catchUpMs = 5_000;

/** PostgreSQL behind the same interface; `schema` keeps several services, or tests, apart in one database. */
export function openPostgres(url: string, log: Log, schema = 'public'): Database {
  const options = { connectionString: url, options: `-c search_path=${schema}` };
  const pool = new Pool({ ...options, max: 10, types: wholeNumbers });
  pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection was lost'));
  const query = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const { presence, mark } = createSessionPresence(query);
  const notices = createNotices(query, () => new Client(options), log, `docent_${schema}`, mark);
  return {
    engine: 'postgres',
    query,
    presence,
    health: async () => ({ ok: true, code: '', reason: '' }),
    async migrate(migrations) {
      await query.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
        await sql`create schema if not exists ${sql.id(schema)}`.execute(tx);
        await sql`create table if not exists change_notices (topic text primary key, seq bigint not null)`.execute(
          tx,
        );
        await applyMigrations(tx, 'postgres', migrations);
      });
      await notices.start();
    },
    durable: (work) => query.transaction().execute(work),
    publish: notices.publish,
    subscribe: notices.subscribe,
    async close() {
      await notices.stop();
      await query.destroy();
    },
  };
}

/** `bigint` columns and counts hold safe integers here: times, tokens, row counts. */
const int8 = 20;
const wholeNumbers: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id.valueOf() === int8 && format !== 'binary' ? Number : types.getTypeParser(id, format),
};

type NoticeTables = {
  change_notices: { topic: string; seq: number };
};

/**
 * Change notices over LISTEN/NOTIFY. Each topic has a sequence number in a table, so that a notice missed while the
 * listening connection was down is found by comparing numbers.
 */
function createNotices(
  database: Kysely<unknown>,
  connect: () => Client,
  log: Log,
  channel: string,
  connected: (client: Client) => Promise<void>,
) {
  const db = database.withTables<NoticeTables>();
  const emitter = new EventEmitter().setMaxListeners(0);
  const seen = new Map<string, number>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const catchUp = async () => {
    for (const { topic, seq } of await db.selectFrom('change_notices').selectAll().execute()) {
      if (seen.get(topic) === seq) continue;
      seen.set(topic, seq);
      emitter.emit(topic);
    }
  };

  const listen = async () => {
    const listening = connect();
    listening.on('notification', () => void catchUp().catch(lost));
    listening.on('error', lost);
    await listening.connect();
    await listening.query(`listen ${escapeIdentifier(channel)}`);
    await connected(listening);
    client = listening;
  };

  const lost = (error: Error) => {
    log.warn({ err: error.message }, 'change notices of the database are interrupted');
    void client?.end().catch(() => undefined);
    client = undefined;
  };

  const tick = async () => {
    if (!client) await listen();
    await catchUp();
  };

  return {
    async start() {
      if (timer) return;
      for (const row of await db.selectFrom('change_notices').selectAll().execute())
        seen.set(row.topic, row.seq);
      await listen();
      timer = setInterval(() => void tick().catch(lost), catchUpMs);
      timer.unref();
    },
    async publish(topic: string) {
      await db
        .insertInto('change_notices')
        .values({ topic, seq: 1 })
        .onConflict((row) => row.column('topic').doUpdateSet({ seq: sql`change_notices.seq + 1` }))
        .execute();
      await sql`select pg_notify(${channel}, ${topic})`.execute(db);
    },
    subscribe(topic: string, changed: () => void) {
      emitter.on(topic, changed);
      return { close: () => void emitter.off(topic, changed) };
    },
    async stop() {
      clearInterval(timer);
      emitter.removeAllListeners();
      await client?.end();
    },
  };
}
