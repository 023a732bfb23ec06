import { hourMs, minuteMs } from '../kit/calendar.ts';
import type { Log } from '../ports/log.ts';

/** Lines of one message that the log takes in a minute and in an hour; requests of strangers can cause any number. */
const perMinute = 100;
const perHour = 600;

interface Lines {
  minute: { readonly since: number; count: number };
  hour: { readonly since: number; count: number };
  leftOut: number;
  telling?: NodeJS.Timeout;
}

/**
 * A log that takes a limited number of lines of each message, so that nobody fills the disk through it. What it leaves out is counted, and
 * told at the end of the window. Lines for debugging are not limited. `now` never jumps.
 */
export function limitedLog(log: Log, now: () => number = () => performance.now()): Log {
  const byMessage = new Map<string, Lines>();

  const linesOf = (message: string, at: number): Lines => {
    const known = byMessage.get(message);
    if (!known) {
      const begun = { minute: { since: at, count: 0 }, hour: { since: at, count: 0 }, leftOut: 0 };
      byMessage.set(message, begun);
      return begun;
    }
    if (at - known.minute.since >= minuteMs) known.minute = { since: at, count: 0 };
    if (at - known.hour.since >= hourMs) known.hour = { since: at, count: 0 };
    return known;
  };

  const tell = (message: string, lines: Lines): void => {
    delete lines.telling;
    const { leftOut } = lines;
    lines.leftOut = 0;
    log.warn({ lines: leftOut, of: message }, 'too many lines of this message; the others are left out');
  };

  const takes = (message: string): boolean => {
    const at = now();
    const lines = linesOf(message, at);
    const { minute, hour } = lines;
    if (minute.count < perMinute && hour.count < perHour) {
      minute.count += 1;
      hour.count += 1;
      return true;
    }
    lines.leftOut += 1;
    const endsAt = hour.count >= perHour ? hour.since + hourMs : minute.since + minuteMs;
    lines.telling ??= setTimeout(() => tell(message, lines), Math.max(0, endsAt - at)).unref();
    return false;
  };

  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => void (takes(message) && log.info(fields, message)),
    warn: (fields, message) => void (takes(message) && log.warn(fields, message)),
    error: (fields, message) => void (takes(message) && log.error(fields, message)),
  };
}
