import type { Log } from '../ports/log.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** What a process reserved that died elsewhere is free after a minute, of which 40 s go by until it counts as dead. */
const oftenMs = 15_000;

/** The regular work of the whole service: clean-ups once a day, and what must not wait for a day. */
export function createUpkeep(deps: {
  readonly daily: readonly { everyDay(): Promise<unknown> }[];
  readonly often: () => Promise<unknown>;
  readonly log: Log;
}) {
  const { log } = deps;
  const everyDay = () =>
    Promise.all(deps.daily.map((part) => part.everyDay())).catch((error: unknown) =>
      log.warn({ err: String(error) }, 'the daily clean-up was interrupted'),
    );
  const often = () =>
    deps
      .often()
      .catch((error: unknown) => log.warn({ err: String(error) }, 'reserved tokens could not be settled'));
  const timers: NodeJS.Timeout[] = [];
  return {
    /** The first clean-up is at once. */
    start(): void {
      void everyDay();
      timers.push(setInterval(() => void everyDay(), dayMs).unref());
      timers.push(setInterval(() => void often(), oftenMs).unref());
    },
    close(): void {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
