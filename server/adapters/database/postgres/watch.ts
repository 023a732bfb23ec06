import { EventEmitter } from 'node:events';
import { sql, type Kysely } from 'kysely';
import { coalesced } from '../../../work/schedule/coalesce.ts';
import type { Log } from '../../../ports/log.ts';
import { outageOf } from './failures.ts';
import { createNotices, type Notice, type NoticeDeps, type NoticeTables } from './notices.ts';

/** Poll interval for availability and change notices. */
const pollMs = 1_000;
/** The same while LISTEN tells of changes and this process asks the server nothing. */
const restMs = 6_000;

interface WatchDeps extends Omit<NoticeDeps, 'pool' | 'published'> {
  readonly database: Kysely<unknown>;
  /** Called when the server first answers, and after every outage. */
  readonly answered: () => Promise<void>;
  /** True while queries of this process are running or waiting. */
  readonly isAsking: () => boolean;
  readonly log: Log;
}

export type Watch = ReturnType<typeof createWatch>;

/**
 * Polls the sequence numbers of change notices every second, less often while nothing is asked and LISTEN is known to work. This detects
 * outages, and finds notices that LISTEN missed or could not receive through a pooler. A number changes in the transaction of the change itself.
 */
export function createWatch({ database, ...deps }: WatchDeps) {
  const { availability, channel } = deps;
  const db = database.withTables<NoticeTables>();
  const emitter = new EventEmitter().setMaxListeners(0);
  const seen = new Map<string, number>();
  const notices = createNotices({ ...deps, pool: db, published: () => void tick() });
  let timer: NodeJS.Timeout | undefined;
  let readAt = -Infinity;
  let stopped = false;

  const deliver = (found: readonly Notice[], quietly: boolean) => {
    for (const { topic, seq } of found) {
      if (seen.get(topic) === seq) continue;
      seen.set(topic, seq);
      if (!quietly) emitter.emit(topic);
    }
  };

  const tick = coalesced(async () => {
    if (stopped) return;
    readAt = performance.now();
    try {
      const found = await notices.read();
      const wasAway = availability.outage !== undefined;
      availability.up();
      if (wasAway) await deps.answered();
      deliver(found, false);
    } catch (error) {
      availability.down(outageOf(error) ?? 'it answers with an error');
      return;
    }
    if (stopped) return;
    await notices.listen().catch((error: unknown) => {
      deps.log.debug({ reason: outageOf(error) }, 'LISTEN is not available; change notices are polled');
    });
    // Not awaited: it may wait for a free connection.
    if (!stopped) void notices.probe().catch(() => undefined);
  });

  /** A running query may be one that hangs. */
  const isDue = () =>
    performance.now() - readAt >= restMs ||
    !notices.isHeard ||
    availability.outage !== undefined ||
    deps.isAsking() ||
    deps.serverClock.hasJumped();

  return {
    async start() {
      if (timer) return;
      deliver(await notices.read(), true);
      await deps.answered();
      timer = setInterval(() => {
        if (isDue()) void tick();
      }, pollMs);
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
    askForConnection: notices.askForConnection,
    subscribe(topic: string, changed: () => void) {
      emitter.on(topic, changed);
      return { close: () => void emitter.off(topic, changed) };
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      emitter.removeAllListeners();
      notices.close();
    },
  };
}
