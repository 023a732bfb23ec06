import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';

/** Below this difference in milliseconds clocks are taken to agree, so that `now` never wavers on a well-kept machine. */
const agreesMs = 1_000;
/** An answer that took longer says too little about the moment at which the server read its clock. */
const slowMs = 500;

/**
 * The server's clock as far as this process knows it: its own, put right by how far it differs. Processes whose own clocks differ
 * would otherwise take each other's leases for expired.
 */
export function createServerClock(own: Clock, log: Log) {
  let aheadMs = 0;
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
        `the clock of this machine is ${wanted > 0 ? 'behind' : 'ahead of'} the database's, which counts; have both set by a time server`,
      );
  };
  return {
    clock,
    /** To be called when the server is asked for its time; the result takes the answer, in epoch milliseconds. */
    asked(): (serverMs: number) => void {
      const asked = own.now();
      return (serverMs) => {
        const took = own.now() - asked;
        if (took >= 0 && took <= slowMs) setTo(serverMs - asked - took / 2);
      };
    },
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
