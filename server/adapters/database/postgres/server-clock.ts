import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';

/** Below this difference in milliseconds clocks are taken to agree, so that `now` never wavers on a well-kept machine. */
const agreesMs = 1_000;
/** A slower answer is ignored, since the moment at which the server read its clock is too uncertain. */
const slowMs = 500;

/**
 * The server's clock as estimated by this process: its own clock corrected by the measured difference. Without the correction,
 * processes with different clocks would consider each other's leases expired.
 */
export function createServerClock(own: Clock, log: Log) {
  let aheadMs = 0;
  /** Difference between this machine's clock and its time since the start, when the server was last asked. */
  let offset: number | undefined;
  const clock: Clock = {
    now: () => own.now() + aheadMs,
    ...(own.elapsed && { elapsed: own.elapsed }),
  };
  const setTo = (difference: number) => {
    const wanted = Math.abs(difference) < agreesMs ? 0 : Math.round(difference);
    const isKnown = wanted === 0 ? aheadMs === 0 : Math.abs(wanted - aheadMs) < agreesMs;
    if (isKnown) return;
    aheadMs = wanted;
    if (wanted === 0) log.info({}, 'the clocks of this machine and of the database agree again');
    else
      log.warn(
        { seconds: Math.round(wanted / 1000) },
        `the clock of this machine is ${wanted > 0 ? 'behind' : 'ahead of'} the database's, which is used; synchronize both with a time server`,
      );
  };
  const currentOffset = () => own.now() - performance.now();
  return {
    clock,
    /** True when the clock of this machine was set since the server was asked. */
    hasJumped: () => offset !== undefined && Math.abs(currentOffset() - offset) >= agreesMs / 2,
    /** Call when the server is asked for its time; pass its answer (epoch milliseconds) to the returned function. */
    asked(): (serverMs: number) => void {
      const asked = own.now();
      offset = currentOffset();
      return (serverMs) => {
        const took = own.now() - asked;
        if (took >= 0 && took <= slowMs) setTo(serverMs - asked - took / 2);
      };
    },
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
