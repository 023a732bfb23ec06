import { hourMs, minuteMs } from '../../../kit/calendar.ts';
import type { Fault } from '../../../kit/fault.ts';
import { begunForAll, shared } from '../../../kit/waiting/patience.ts';
import type { NetworksOf } from '../../../kit/ip-networks.ts';
import type { Clock } from '../../../ports/clock.ts';
import { windowsAt, type BudgetStore } from '../store/budgets.ts';

/** Uses per address; 0 for no limit. */
export interface BudgetLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

/** A window that an address has exhausted. */
export interface Exhausted {
  readonly window: 'minute' | 'hour';
  readonly allowed: number;
  /** Seconds until it ends. */
  readonly seconds: number;
}

/** The share of the budget that this process has taken for an address, or its refusal. */
interface Share {
  readonly limits: BudgetLimits;
  minute: number;
  hour: number;
  left: number;
  refused?: Refused;
  taking?: Promise<void>;
}

interface Refused {
  readonly until: number;
  readonly window: Exhausted['window'];
  readonly allowed: number;
}

/** Maximum of uses that a process takes from the database at once. */
const maxUsesAtOnce = 10;
/** Maximum of addresses whose shares a process remembers; a forgotten share counts as used. */
const maxRememberedAddresses = 10_000;

/**
 * A budget for frequent actions of clients, counted by address and its networks per minute and hour of the clock, across all processes.
 * A process takes several uses at once and remembers refusals, so that most uses and all further refusals of a window need no query.
 * Rejects while the database is unavailable.
 */
export function createBudget(deps: {
  readonly store: BudgetStore;
  readonly clock: Clock;
  readonly networksOf: NetworksOf;
  readonly name: string;
  readonly refusal: (exhausted: Exhausted) => Fault;
}) {
  const { store, clock, networksOf, name, refusal } = deps;
  const shares = new Map<string, Share>();

  const shareOf = (client: string, limits: BudgetLimits): Share => {
    const known = shares.get(client);
    if (known && known.limits.perMinute === limits.perMinute && known.limits.perHour === limits.perHour)
      return known;
    const share: Share = { limits, ...windowsAt(clock.now()), left: 0 };
    shares.delete(client);
    shares.set(client, share);
    const [oldest] = shares.keys();
    if (shares.size > maxRememberedAddresses && oldest !== undefined) shares.delete(oldest);
    return share;
  };

  const takeMore = async (share: Share, address: string): Promise<void> => {
    const now = clock.now();
    const windows = windowsAt(now);
    const unused = {
      ofMinute: share.minute === windows.minute ? share.left : 0,
      ofHour: share.hour === windows.hour ? share.left : 0,
    };
    const { perMinute, perHour } = share.limits;
    const counters = networksOf(address).map(({ key, factor }) => ({
      client: key,
      perMinute: perMinute * factor,
      perHour: perHour * factor,
    }));
    const grant = await store.grant({ budget: name, counters, wanted: atOnce(share.limits), unused, now });
    Object.assign(share, windows, { left: grant.kind === 'granted' ? grant.count : 0 });
    if (grant.kind === 'granted') delete share.refused;
    else share.refused = { window: grant.kind, until: grant.endsAt, allowed: grant.allowed };
  };

  const refuse = ({ window, until, allowed }: Refused, now: number): never => {
    throw refusal({ window, allowed, seconds: Math.max(1, Math.ceil((until - now) / 1000)) });
  };

  return {
    /** Counts one use. Throws the budget's refusal when a window is exhausted. */
    async take(address: string, limits: BudgetLimits): Promise<void> {
      if (limits.perMinute === 0 && limits.perHour === 0) return;
      const share = shareOf(networksOf(address).at(-1)?.key ?? '', limits);
      for (;;) {
        const now = clock.now();
        if (share.left > 0 && share.minute === windowsAt(now).minute) {
          share.left -= 1;
          return;
        }
        const { refused } = share;
        if (refused && now < refused.until && refused.until - now <= longestWait[refused.window])
          refuse(refused, now);
        share.taking ??= begunForAll(() => takeMore(share, address)).finally(() => delete share.taking);
        await shared(share.taking);
        // Said once more only when it is wanted once more: the clock may have been set back meanwhile.
        if (share.refused) refuse(share.refused, clock.now());
      }
    },
  };
}

export type Budget = ReturnType<typeof createBudget>;

/** Longest wait that is remembered; a longer one was noted before the clock was set back. */
const longestWait = { minute: minuteMs, hour: hourMs };

/** Uses to take at once; 1 for small limits, so that unused shares of other processes matter little. */
function atOnce({ perMinute, perHour }: BudgetLimits): number {
  const fair = Math.min(
    perMinute === 0 ? maxUsesAtOnce : Math.floor(perMinute / 12),
    perHour === 0 ? maxUsesAtOnce : Math.floor(perHour / 60),
  );
  return Math.min(maxUsesAtOnce, Math.max(1, fair));
}
