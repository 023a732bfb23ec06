import type { Fault } from '../../../kit/fault.ts';
import type { NetworksOf } from '../../../kit/ip-networks.ts';
import type { Clock } from '../../../ports/clock.ts';
import { windowsAt, type BudgetStore } from '../store/budgets.ts';

/** Uses per address; 0 for no limit. */
export interface BudgetLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

/** The window that an address has used up. */
export interface Exhausted {
  readonly window: 'minute' | 'hour';
  readonly allowed: number;
  /** Seconds until it ends. */
  readonly seconds: number;
}

/** A share of the budget that this process took for an address, or the refusal it met. */
interface Share {
  readonly limits: BudgetLimits;
  minute: number;
  hour: number;
  left: number;
  refused?: { readonly until: number; readonly window: Exhausted['window']; readonly allowed: number };
  taking?: Promise<void>;
}

/** Uses that a process takes from the database at once, where the limits are large enough. */
const mostAtOnce = 10;
/** Addresses whose shares a process remembers; the share of one that is forgotten counts as used. */
const mostAddresses = 10_000;

/**
 * A budget of something that clients may do often: counted by address and its networks, in minutes and hours of the clock, by all
 * processes of the database together. A process takes some uses at once and remembers refusals, so that most uses and all
 * further refusals of a window cost no query. Rejects while the database is away.
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
    if (shares.size > mostAddresses && oldest !== undefined) shares.delete(oldest);
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

  return {
    /** Counts one use. Throws the refusal of the budget when a window is used up. */
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
        if (refused && now < refused.until && refused.until - now <= longestWait) {
          const seconds = Math.max(1, Math.ceil((refused.until - now) / 1000));
          throw refusal({ window: refused.window, allowed: refused.allowed, seconds });
        }
        await (share.taking ??= takeMore(share, address).finally(() => delete share.taking));
      }
    },
  };
}

export type Budget = ReturnType<typeof createBudget>;

/** A refusal that would last longer comes from a clock that was wrong. */
const longestWait = 3_600_000;

/** Small limits are counted one by one, so that shares which other processes hold take little from them. */
function atOnce({ perMinute, perHour }: BudgetLimits): number {
  const fair = Math.min(
    perMinute === 0 ? mostAtOnce : Math.floor(perMinute / 12),
    perHour === 0 ? mostAtOnce : Math.floor(perHour / 60),
  );
  return Math.min(mostAtOnce, Math.max(1, fair));
}
