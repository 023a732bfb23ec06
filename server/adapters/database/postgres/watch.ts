import { EventEmitter } from 'node:events';
import { sql, type Kysely } from 'kysely';
import { Client, escapeIdentifier, type ClientConfig } from 'pg';
import { coalesced } from '../../../work/coalesce.ts';
import type { Log } from '../../../ports/log.ts';
import type { Availability } from './availability.ts';
import { isFull, outageOf } from './failures.ts';

/** The server is asked this often whether it is there and what has changed. */
const tickMs = 1_000;
/** An answer that takes longer is an outage. */
const patienceMs = 3_000;

type NoticeTables = {
  change_notices: { topic: string; seq: number };
};

interface WatchDeps {
  readonly database: Kysely<unknown>;
  /** How its own connection is opened. */
  readonly connection: () => Promise<ClientConfig>;
  /** Where LISTEN works when the database is reached through a pooler. */
  readonly directUrl: string | undefined;
  readonly channel: string;
  /** Called with each new connection that lasts and is this process's own. */
  readonly mark: (session: Client) => Promise<void>;
  readonly availability: Availability;
  /** Called when the server answers for the first time, and after every outage. */
  readonly answered: () => Promise<void>;
  readonly log: Log;
}

export type Watch = ReturnType<typeof createWatch>;

/**
 * Asks the server once a second for the sequence numbers of the change notices: that tells whether it answers, and
 * finds every notice that LISTEN has missed, or could not hear behind a pooler. A number changes in the transaction
 * of the change itself.
 */
export function createWatch({ database, connection, directUrl, channel, availability, ...deps }: WatchDeps) {
  const db = database.withTables<NoticeTables>();
  const emitter = new EventEmitter().setMaxListeners(0);
  const seen = new Map<string, number>();
  let own: Client | undefined;
  let listening: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const open = async (config: ClientConfig, listens: boolean): Promise<Client> => {
    const client = new Client({ ...config, connectionTimeoutMillis: patienceMs });
    const forget = () => {
      if (own === client) own = undefined;
      if (listening === client) listening = undefined;
    };
    client.on('error', forget).on('end', forget);
    client.on('notification', () => void tick());
    try {
      await client.connect();
      if (listens) {
        await client.query(`listen ${escapeIdentifier(channel)}`);
        await deps.mark(client);
      }
      return client;
    } catch (error) {
      close(client);
      throw error;
    }
  };

  const asked = async () => {
    own ??= await open(await connection(), directUrl === undefined);
    const answer = own.query<{ topic: string; seq: string }>('select topic, seq from change_notices');
    answer.catch(() => undefined);
    const { rows } = await availability.guard(answer, patienceMs);
    return rows.map(({ topic, seq }) => ({ topic, seq: Number(seq) }));
  };

  const throughPool = () => db.selectFrom('change_notices').selectAll().execute();

  /** A connection may have been cut while the server is well, so a new one is tried before that is believed. */
  const read = async () => {
    const wasOpen = own !== undefined;
    try {
      return await asked();
    } catch (error) {
      close(own);
      own = undefined;
      // The server is there when it says that it is full; the pool has connections to ask by.
      if (isFull(error)) return await throughPool().catch(() => []);
      if (!wasOpen) throw error;
      return asked();
    }
  };

  const deliver = (rows: readonly { topic: string; seq: number }[], quietly: boolean) => {
    for (const { topic, seq } of rows) {
      if (seen.get(topic) === seq) continue;
      seen.set(topic, seq);
      if (!quietly) emitter.emit(topic);
    }
  };

  const tick = coalesced(async () => {
    if (stopped) return;
    try {
      const rows = await read();
      const wasAway = availability.outage !== undefined;
      availability.up();
      if (wasAway) await deps.answered();
      deliver(rows, false);
    } catch (error) {
      availability.down(outageOf(error) ?? 'it answers with an error');
      return;
    }
    if (directUrl === undefined || listening || stopped) return;
    try {
      listening = await open({ connectionString: directUrl }, true);
    } catch (error) {
      deps.log.debug({ reason: outageOf(error) }, 'change notices are asked for instead of heard');
    }
  });

  return {
    async start() {
      if (timer) return;
      deliver(await read(), true);
      await deps.answered();
      timer = setInterval(() => void tick(), tickMs);
      timer.unref();
    },
    /** Notes a change; as part of a transaction it is told when that is committed, and only then. */
    async publish(topic: string, tx: Kysely<any> = db) {
      await sql`
        with noted as (
          insert into change_notices (topic, seq) values (${topic}, 1)
          on conflict (topic) do update set seq = change_notices.seq + 1
          returning topic
        )
        select pg_notify(${channel}, topic) from noted`.execute(tx);
    },
    subscribe(topic: string, changed: () => void) {
      emitter.on(topic, changed);
      return { close: () => void emitter.off(topic, changed) };
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      emitter.removeAllListeners();
      close(own);
      close(listening);
    },
  };
}

/** Ends a connection without waiting for a server that may not answer. */
function close(client: Client | undefined): void {
  client?.end().catch(() => undefined);
}
