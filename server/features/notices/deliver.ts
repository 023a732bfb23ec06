import { noticeChannels, type NoticeChannel } from '../../../contract/operator/notices.ts';
import { dayMs } from '../../kit/calendar.ts';
import { cellOf, explained, type Words } from '../../kit/explained.ts';
import { isFault } from '../../kit/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { noticeIn, withoutTexts } from './notice.ts';
import type { LookAtSureTime } from '../../work/schedule/sure-time.ts';
import type { Attempt } from './send.ts';
import type { DeliveryRow, Outbox } from './store/outbox.ts';

const minuteMs = 60_000;
/** Duration of a claim, a little longer than the longest attempt; the attempt of a process that died is repeated after it. */
const claimMs = minuteMs;
/** Maximum number of attempts per notice, and its maximum age. */
const maxAttempts = 10;
const oldestMs = dayMs;
const longestPauseMs = 4 * 60 * minuteMs;
/** Notices sent per channel and run. */
const atOnce = 20;

/** Pause after this many failed attempts: a minute, doubled each time, up to four hours. */
const pauseAfter = (attempts: number): number =>
  Math.min(minuteMs * 2 ** Math.max(0, attempts - 1), longestPauseMs);

/** Sends due notices, both channels concurrently. After a failure the rest of that channel waits for the next run. */
export async function deliver(
  deps: {
    readonly outbox: Outbox;
    readonly clock: Clock;
    /** By which a notice is too old; a wrong clock gives none up. */
    readonly sureTime: LookAtSureTime;
    readonly log: Log;
    /** True while the channel is enabled. */
    readonly isOn: (channel: NoticeChannel) => boolean;
    readonly send: (attempt: Attempt, signal: AbortSignal) => Promise<unknown>;
  },
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(noticeChannels.map((channel) => deliverTo(channel, deps, signal)));
}

type Deps = Parameters<typeof deliver>[0];

async function deliverTo(channel: NoticeChannel, deps: Deps, signal: AbortSignal): Promise<void> {
  const { outbox, clock } = deps;
  for (let count = 0; count < atOnce && !signal.aborted; count += 1) {
    const now = clock.now();
    const row = await outbox.claim(channel, { now, until: now + claimMs });
    if (!row) return;
    const reason = await attempt(row, deps, signal);
    if (signal.aborted) return;
    await settle(row, reason, deps);
    if (reason !== undefined) return;
  }
}

/** One attempt; resolves with the reason of its failure. */
async function attempt(row: DeliveryRow, deps: Deps, signal: AbortSignal): Promise<Words | undefined> {
  const { id, at, channel, notice } = row;
  if (!deps.isOn(channel)) return explained('notice_channel_off');
  try {
    await deps.send({ id, at, channel, notice: noticeIn(notice) }, signal);
    return undefined;
  } catch (error) {
    if (isFault(error)) return error.words;
    if (!signal.aborted) deps.log.warn({ err: String(error) }, 'a notice could not be sent');
    return explained('internal');
  }
}

async function settle(row: DeliveryRow, reason: Words | undefined, deps: Deps): Promise<void> {
  const { outbox, clock, isOn } = deps;
  const now = clock.now();
  const notice = JSON.stringify(withoutTexts(noticeIn(row.notice)));
  if (reason === undefined) return outbox.settle(row, { state: 'sent', at: now, notice });
  const end = isOn(row.channel) ? endOf(row, reason, (await deps.sureTime()).now) : reason;
  if (end !== undefined) return outbox.settle(row, { state: 'failed', at: now, notice, reason: cellOf(end) });
  return outbox.settle(row, {
    state: 'waiting',
    nextAt: now + pauseAfter(row.attempts),
    reason: cellOf(reason),
  });
}

/** Reason for giving a notice up; `undefined` when it is tried again. */
function endOf({ attempts, at }: DeliveryRow, reason: Words, now: number): Words | undefined {
  if (attempts >= maxAttempts) return explained('notice_given_up', { count: attempts, reason });
  return now + pauseAfter(attempts) - at > oldestMs ? explained('notice_too_old', { reason }) : undefined;
}
