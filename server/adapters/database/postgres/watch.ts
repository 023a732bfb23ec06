import { EventEmitter } from 'node:events';
import { sql, type Kysely } from 'kysely';
import { Client, escapeIdentifier, type ClientConfig } from 'pg';
import { coalesced } from '../../../work/schedule/coalesce.ts';
import type { Log } from '../../../ports/log.ts';
import type { Availability } from './availability.ts';
import { isFull, outageOf } from './failures.ts';
import type { ServerClock } from './server-clock.ts';

/** Poll interval for availability and change notices. */
const pollMs = 1_000;
/** A longer response time counts as an outage. */
const timeoutMs = 3_000;

/** The row without a topic is the server's time in milliseconds. */
const noticesAndTime =
  'select topic, seq from change_notices union all select null, (extract(epoch from clock_timestamp()) * 1000)::bigint';

type NoticeTables = {
  change_notices: { topic: string; seq: number };
};

interface WatchDeps {
  readonly database: Kysely<unknown>;
  /** Configuration of the watch's own connection. */
  readonly connection: () => Promise<ClientConfig>;
  /** Direct address for LISTEN, when the database is reached through a pooler. */
  readonly directUrl: string | undefined;
  readonly channel: string;
  /** Called with each new dedicated connection, to take the liveness lock. */
  readonly mark: (session: Client) => Promise<void>;
  readonly availability: Availability;
  readonly serverClock: ServerClock;
  /** Called when the server first answers, and after every outage. */
  readonly answered: () => Promise<void>;
  /** Called when a process, this one included, has no connection for its queries and gets none. */
  readonly wanted: () => void;
  readonly log: Log;
}

/** Notice with which a process without any connection asks the others for one of theirs; no topic has this name. */
const connectionWanted = ' connection wanted';

export type Watch = ReturnType<typeof createWatch>;

/**
 * Polls the sequence numbers of change notices every second. This detects outages, and finds notices that LISTEN missed
 * or could not receive through a pooler. A number changes in the transaction of the change itself.
 */
export function createWatch({
  database,
  connection,
  directUrl,
  channel,
  availability,
  serverClock,
  ...deps
}: WatchDeps) {
  const db = database.withTables<NoticeTables>();
  const emitter = new EventEmitter().setMaxListeners(0);
  const seen = new Map<string, number>();
  let own: Client | undefined;
  let listening: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const open = async (config: ClientConfig, listens: boolean): Promise<Client> => {
    const client = new Client({ ...config, connectionTimeoutMillis: timeoutMs });
    const forget = () => {
      if (own === client) own = undefined;
      if (listening === client) listening = undefined;
    };
    client.on('error', forget).on('end', forget);
    client.on('notification', ({ payload }) => {
      if (payload === connectionWanted) deps.wanted();
      else void tick();
    });
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
    const told = serverClock.asked();
    const answer = own.query<{ topic: string | null; seq: string }>(noticesAndTime);
    answer.catch(() => undefined);
    const { rows } = await availability.guard(answer, timeoutMs);
    return rows.flatMap(({ topic, seq }) => {
      if (topic !== null) return [{ topic, seq: Number(seq) }];
      told(Number(seq));
      return [];
    });
  };

  const throughPool = () => db.selectFrom('change_notices').selectAll().execute();

  /** Reconnects once before an outage is declared, since a connection may be cut while the server is up. */
  const read = async () => {
    const wasOpen = own !== undefined;
    try {
      return await asked();
    } catch (error) {
      close(own);
      own = undefined;
      // A full server is up; the query goes through a connection of the pool.
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
      deps.log.debug({ reason: outageOf(error) }, 'LISTEN is not available; change notices are polled');
    }
  });

  return {
    async start() {
      if (timer) return;
      deliver(await read(), true);
      await deps.answered();
      timer = setInterval(() => void tick(), pollMs);
      timer.unref();
    },
    /** Records a change. Within a transaction, listeners are notified when it commits. */
    async publish(topic: string, tx: Kysely<any> = db) {
      await sql`
        with noted as (
          insert into change_notices (topic, seq) values (${topic}, 1)
          on conflict (topic) do update set seq = change_notices.seq + 1
          returning topic
        )
        select pg_notify(${channel}, topic) from noted`.execute(tx);
    },
    /** Asks the other processes for a connection, through the one that this watch has. */
    askForConnection() {
      own?.query('select pg_notify($1, $2)', [channel, connectionWanted]).catch(() => undefined);
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

/** Closes a connection without waiting, since the server may not respond. */
function close(client: Client | undefined): void {
  client?.end().catch(() => undefined);
}
