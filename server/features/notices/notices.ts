import type { Kysely } from 'kysely';
import { noticeChannels, type NoticeChannel } from '../../../contract/operator/notices.ts';
import { dayMs } from '../../kit/calendar.ts';
import { logRepeated, type Database } from '../../kit/database.ts';
import { newId } from '../../kit/ids.ts';
import type { Feature } from '../../http/implement.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { NoticeChannels } from '../../ports/notice-channels.ts';
import type { Lease, Locks } from '../../work/lock.ts';
import { coalesced } from '../../work/schedule/coalesce.ts';
import { repeat, type Repetition } from '../../work/schedule/repeat.ts';
import type { LookAtSureTime } from '../../work/schedule/sure-time.ts';
import type { Changes } from '../changes/changes.ts';
import { looks, type Watched } from './conditions.ts';
import { deliver } from './deliver.ts';
import { digestDue, digestOf, digestTopic, type DigestSource } from './digest.ts';
import type { Notice } from './notice.ts';
import { noticeRoutes } from './routes.ts';
import { send } from './send.ts';
import { readStored, tells, type StoredNotices } from './settings.ts';
import { createNoticeStore } from './store.ts';
import type { NoticeSite } from './texts.ts';
import { observe, tellOnce } from './watch.ts';

export { noticeMigrations } from './store.ts';

/** How often is looked, and what is due is sent. */
const everyMs = 30_000;
const keptMs = 30 * dayMs;
const mostKept = 5_000;
/** Topics are forgotten after this: longer than a digest or a budget could come again. */
const topicsKeptMs = 180 * dayMs;
const lease = 'notices';

export interface NoticeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sureTime: LookAtSureTime;
  readonly log: Log;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly changes: Pick<Changes, 'recordIn'>;
  readonly channels: NoticeChannels;
  readonly watched: Watched;
  readonly digest: DigestSource;
  readonly site: () => NoticeSite;
}

/** Notices that leave the house. One process looks and sends for all; claims in the database keep a second one from sending the same. */
export function createNotices(deps: NoticeDeps) {
  const { db, clock, log, channels } = deps;
  const store = createNoticeStore(db);
  const stopping = new AbortController();
  let leading: Lease | undefined;
  let looking: Repetition | undefined;

  const resign = async () => {
    const held = leading;
    leading = undefined;
    try {
      await held?.[Symbol.asyncDispose]();
    } catch {
      // It runs out by itself.
    }
  };

  const isLeading = async (): Promise<boolean> => {
    if (leading?.signal.aborted) await resign();
    leading ??= await deps.locks.tryAcquire(lease);
    return leading !== undefined;
  };

  const watch = async (settings: StoredNotices, signal: AbortSignal) => {
    const enqueue = async (tx: Kysely<unknown>, notice: Notice) => {
      for (const channel of onesOn(settings))
        await store.outbox.addIn(tx, {
          id: newId(),
          channel,
          at: clock.now(),
          notice: JSON.stringify(notice),
        });
    };
    // Several looks read the same figures.
    let today: ReturnType<Watched['usageToday']> | undefined;
    const watched: Watched = { ...deps.watched, usageToday: () => (today ??= deps.watched.usageToday()) };
    const told = { topics: store.topics, now: clock.now(), enqueue };
    for (const [event, look] of Object.entries(looks) as [keyof typeof looks, (typeof looks)['site']][]) {
      if (!tells(settings, event)) continue;
      try {
        for (const found of await look(watched, store.topics, signal))
          await ('once' in found ? tellOnce(found.topic, found.once, told) : observe(found, told));
      } catch (error) {
        // What cannot be looked at hides nothing else.
        logRepeated(log, error, 'a notice could not be looked for');
      }
    }
    const day = tells(settings, 'digest') ? digestDue(settings, told.now) : undefined;
    if (day === undefined || (await store.topics.read(digestTopic(day)))) return;
    const { topic, once } = await digestOf(day, settings, deps.digest);
    await tellOnce(topic, once, told);
  };

  const look = coalesced(async () => {
    if (stopping.signal.aborted) return;
    try {
      const settings = readStored((await store.read()).value);
      if (onesOn(settings).length === 0) return await resign();
      if (!(await isLeading()) || !leading) return;
      const signal = AbortSignal.any([stopping.signal, leading.signal]);
      await watch(settings, signal).catch((error: unknown) =>
        logRepeated(log, error, 'notices could not be looked for'),
      );
      await deliver(
        {
          outbox: store.outbox,
          clock,
          sureTime: deps.sureTime,
          log,
          isOn: (channel) => settings[channel].enabled,
          send: (attempt, limit) =>
            send(attempt, settings, { channels, site: deps.site(), now: clock.now() }, limit),
        },
        signal,
      );
    } catch (error) {
      if (!stopping.signal.aborted) logRepeated(log, error, 'notices could not be sent');
    }
  });

  return {
    routes: [noticeRoutes({ ...deps, store })],
    /** Number of deliveries that are still to be made. */
    waiting: store.outbox.waiting,
    /** Looks for what is to be told, and sends what is due. Never rejects. */
    look,
    start() {
      looking = repeat(everyMs, look);
      looking.unref();
    },
    async everyDay() {
      await store.outbox.prune(clock.now() - keptMs, mostKept);
      await store.topics.prune(clock.now() - topicsKeptMs);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort(new DOMException('stopping', 'AbortError'));
      await looking?.stop();
      await look();
      await resign();
    },
  } satisfies Feature & Record<string, unknown>;
}

/** The channels that are switched on. */
const onesOn = (settings: StoredNotices): readonly NoticeChannel[] =>
  noticeChannels.filter((channel) => settings[channel].enabled);
