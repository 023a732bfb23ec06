import type { Host } from '../../ports/host.ts';
import { dayMs } from '../../kit/calendar.ts';
import { explained } from '../../kit/explained.ts';
import type { Config } from '../config/config.ts';
import { createUpdatePass, type UpdatePassDeps } from './update-pass.ts';

/** Pace of updates; times in milliseconds. */
export interface Pace {
  /** Delay after a change, to collect several changes. */
  readonly settleMs: number;
  /** Minimum interval between the starts of two passes. */
  readonly gapMs: number;
  /** Minimum age of an excerpt before it is regenerated, however often its article changes. */
  readonly minAgeMs: number;
  /** Maximum of excerpts generated per pass. */
  readonly perPass: number;
}

const usualPace: Pace = { settleMs: 5_000, gapMs: 60_000, minAgeMs: 600_000, perPass: 20 };
/** Interval of passes without a hint, since hints may get lost. */
const pollEveryMs = 600_000;

/**
 * Generates excerpts automatically: for articles with their own switch on, whenever the text has changed; and while
 * `excerpt.enabled` is on, for new or changed articles without an excerpt. Never replaces a person's excerpt. Each text
 * is tried once: a failure is retried when the article changes. One process does this.
 */
export function createAutoUpdate(
  deps: UpdatePassDeps & {
    readonly host: Pick<Host, 'onChange' | 'describe'>;
    readonly config: Pick<Config, 'read' | 'onChange'>;
    readonly pace?: Partial<Pace>;
  },
) {
  const { catalogue, host, config, records, now, log } = deps;
  const pace = { ...usualPace, ...deps.pace };
  const pass = createUpdatePass(deps, pace);
  const stopping = new AbortController();
  const closers: { close(): void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastPassAt = -Infinity;
  let running = Promise.resolve();

  /** Schedules a pass, not before its time. */
  const schedule = () => {
    if (stopping.signal.aborted) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        lastPassAt = performance.now();
        running = running
          .then(() => pass(stopping.signal, schedule))
          .catch((error: unknown) => {
            if (!stopping.signal.aborted)
              log.warn({ err: String(error) }, 'the automatic update of excerpts failed');
          });
      },
      Math.max(pace.settleMs, lastPassAt + pace.gapMs - performance.now()),
    ).unref();
  };

  return {
    /** Call when something may have changed. */
    schedule,
    start() {
      closers.push(host.onChange(schedule), config.onChange(schedule));
      const polling = setInterval(schedule, pollEveryMs);
      polling.unref();
      closers.push({ close: () => clearInterval(polling) });
      schedule();
    },
    /** Deletes records of articles that are permanently gone. */
    async deleteStaleRecords() {
      const known = [...(await records.all()).keys()];
      if (known.length === 0) return;
      const published = new Set((await catalogue.heads()).map(({ id }) => id));
      const gone = known.filter((id) => !published.has(id));
      await records.deleteStale(gone, now() - keptMs);
    },
    async close() {
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      clearTimeout(timer);
      for (const closer of closers) closer.close();
      await running;
    },
  };
}

/** Retention of records of missing articles, which may come back. */
const keptMs = 30 * dayMs;
