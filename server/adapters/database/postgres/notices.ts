import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { Client, escapeIdentifier, type ClientConfig } from 'pg';
import type { Availability } from './availability.ts';
import { isFull } from './failures.ts';
import type { ServerClock } from './server-clock.ts';

/** A longer response time counts as an outage. */
const timeoutMs = 3_000;

/** The row without a topic is the server's time in milliseconds. */
const noticesAndTime =
  'select topic, seq from change_notices union all select null, (extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Notice with which a process without any connection asks the others for one of theirs; no topic has this name. */
const connectionWanted = ' connection wanted';

/** Start of notices by which a process finds out whether it hears any: a pooler takes LISTEN, and passes nothing on. */
const probing = ' probe ';
/** Interval of probes of a connection that hears nothing. */
const probeMs = 60_000;

export type NoticeTables = {
  change_notices: Notice;
};

/** The number of a topic's last change. */
export interface Notice {
  readonly topic: string;
  readonly seq: number;
}

export interface NoticeDeps {
  /** Used while the server has no connection left for the reader's own. */
  readonly pool: Kysely<NoticeTables>;
  /** Configuration of the reader's own connection. */
  readonly connection: () => Promise<ClientConfig>;
  /** Direct address for LISTEN, when the database is reached through a pooler. */
  readonly directUrl: string | undefined;
  readonly channel: string;
  /** Called with each new connection that listens, to take the liveness lock. */
  readonly mark: (session: Client) => Promise<void>;
  readonly availability: Availability;
  readonly serverClock: ServerClock;
  /** Called when another process has published a change. */
  readonly published: () => void;
  /** Called when a process, this one included, has no connection for its queries and gets none. */
  readonly wanted: () => void;
}

/** Reads change notices over a connection of its own, and listens for new ones over it or, beside a pooler, a second one. */
export function createNotices({ pool, connection, directUrl, channel, ...deps }: NoticeDeps) {
  let own: Client | undefined;
  let direct: Client | undefined;
  /** The connection on which a notice has arrived. */
  let hearing: Client | undefined;
  let probe: { readonly of: Client; readonly at: number } | undefined;
  const self = `${probing}${randomUUID()}`;

  const open = async (config: ClientConfig, listens: boolean): Promise<Client> => {
    const client = new Client({ ...config, connectionTimeoutMillis: timeoutMs });
    const forget = () => {
      if (own === client) own = undefined;
      if (direct === client) direct = undefined;
      if (hearing === client) hearing = undefined;
    };
    client.on('error', forget).on('end', forget);
    client.on('notification', ({ payload }) => {
      if (payload === self) hearing = client;
      else if (payload === connectionWanted) deps.wanted();
      else if (payload?.startsWith(probing) !== true) deps.published();
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

  const readOwn = async (): Promise<readonly Notice[]> => {
    own ??= await open(await connection(), directUrl === undefined);
    const timeRead = deps.serverClock.asked();
    const answer = own.query<{ topic: string | null; seq: string }>(noticesAndTime);
    answer.catch(() => undefined);
    const { rows } = await deps.availability.guard(answer, timeoutMs);
    return rows.flatMap(({ topic, seq }) => {
      if (topic !== null) return [{ topic, seq: Number(seq) }];
      timeRead(Number(seq));
      return [];
    });
  };

  return {
    /**
     * All notices; the server's clock is read with them. Reconnects once before it throws, since a connection may be cut
     * while the server is up.
     */
    async read(): Promise<readonly Notice[]> {
      const wasOpen = own !== undefined;
      try {
        return await readOwn();
      } catch (error) {
        close(own);
        own = undefined;
        // A full server is up; the query goes through a connection of the pool.
        if (isFull(error)) {
          return await pool
            .selectFrom('change_notices')
            .selectAll()
            .execute()
            .catch(() => []);
        }
        if (!wasOpen) throw error;
        return readOwn();
      }
    },
    /** Beside a pooler, opens the direct connection that listens unless it is open. */
    async listen(): Promise<void> {
      if (directUrl === undefined || direct) return;
      direct = await open({ connectionString: directUrl }, true);
    },
    /** True when notices are known to arrive at once. */
    get isHeard() {
      return hearing !== undefined;
    },
    /** Sends itself a notice over another connection, once for each one that listens and every minute until one arrives. */
    async probe(): Promise<void> {
      const listening = directUrl === undefined ? own : direct;
      const now = performance.now();
      if (!listening || hearing === listening) return;
      if (probe?.of === listening && now - probe.at < probeMs) return;
      probe = { of: listening, at: now };
      await sql`select pg_notify(${channel}, ${self})`.execute(pool);
    },
    /** Asks the other processes for a connection, through the reader's own. */
    askForConnection() {
      own?.query('select pg_notify($1, $2)', [channel, connectionWanted]).catch(() => undefined);
    },
    close() {
      close(own);
      close(direct);
    },
  };
}

/** Closes a connection without waiting, since the server may not respond. */
function close(client: Client | undefined): void {
  client?.end().catch(() => undefined);
}
