import { setTimeout as pause } from 'node:timers/promises';

/** Rate limiter for one site: maximum concurrency, minimum interval, and pauses requested by the site. */
export interface Pace {
  /** Runs `work` in its turn. Rejects with the signal's reason while waiting. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Starts nothing for this time. */
  rest(ms: number): void;
  /** Sets the minimum interval between request starts. */
  keepApart(ms: number): void;
  /** Remaining pause in milliseconds. */
  readonly restsForMs: number;
}

/** Answer time of a site that is under load. */
const slowMs = 1_000;
const keptAnswers = 5;

export const createPace = (parallel: number): Pace => {
  const waiting: (() => void)[] = [];
  let running = 0;
  let restUntil = 0;
  let apartMs = 0;
  const lastAnswers: number[] = [];
  /** Median of the last answer times; one slow page makes no slow site. */
  const answerMs = (): number =>
    lastAnswers.toSorted((one, other) => one - other)[lastAnswers.length >> 1] ?? 0;
  /** Requests at once: a slow site gets one at a time. */
  const room = (): number => (answerMs() >= slowMs ? 1 : parallel);
  let nextStart = 0;

  const takeTurn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (running < room()) {
        running++;
        return resolve();
      }
      const begin = () => {
        signal.removeEventListener('abort', leave);
        running++;
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(begin);
    });

  /** Waits for the pause and the minimum interval. */
  const keepDistance = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      const wait = Math.max(restUntil, nextStart) - performance.now();
      if (wait <= 0) break;
      await pause(Math.min(wait, 60_000), undefined, { signal });
    }
    nextStart = performance.now() + apartMs;
  };

  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      lastAnswers.push(performance.now() - begun);
      if (lastAnswers.length > keptAnswers) lastAnswers.shift();
    }
  };

  return {
    async run(work, signal) {
      await takeTurn(signal);
      try {
        await keepDistance(signal);
        return await timed(work);
      } finally {
        running--;
        while (running < room() && waiting.length > 0) waiting.shift()?.();
      }
    },
    rest: (ms) => void (restUntil = Math.max(restUntil, performance.now() + ms)),
    keepApart: (ms) => void (apartMs = ms),
    get restsForMs() {
      return Math.max(0, restUntil - performance.now());
    },
  };
};
