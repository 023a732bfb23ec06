import { hourMs } from '../../kit/calendar.ts';
import { isDatabaseUnavailable } from '../../kit/database.ts';
import { createNetworksOf } from '../../kit/ip-networks.ts';
import type { Clock } from '../../ports/clock.ts';
import { createWriteLater } from '../../work/schedule/write-later.ts';
import type { Span } from './day-partition.ts';
import type { AnswerEnd } from './new-entry.ts';
import { timeOf } from './sort-key.ts';
import type { TallyStore } from './store/tallies.ts';

/** Outcomes that a client can cause without limit; one log per client and hour is enough. */
type RepeatedOutcome = 'limited' | 'small_talk';

export const repeatedOutcome = ({ answerState, intent }: AnswerEnd): RepeatedOutcome | undefined => {
  if (answerState === 'limited') return 'limited';
  return intent === 'SMALL_TALK' ? 'small_talk' : undefined;
};

const hoursOfDay = 24;
/** Maximum delay until changed counters are written to the database. */
const writeAfterMs = 1000;
/** Maximum of clients that a process remembers per hour; for others it queries the database. */
const maxRememberedClients = 20_000;

/**
 * Decides which refused questions and small talk get a log: only the first per client and hour, across all processes. The others are
 * only counted, in memory and soon after in the database.
 */
export function createRepetitions(deps: {
  readonly store: TallyStore;
  readonly clock: Clock;
  /** Key for hashing the addresses of clients. */
  readonly addressKey: string;
}) {
  const { store, clock } = deps;
  const networksOf = createNetworksOf(deps.addressKey);
  const hourNow = () => Math.floor(clock.now() / hourMs);
  let known = { hour: hourNow(), clients: new Set<string>() };
  let counted = new Map<string, { hour: number; outcome: RepeatedOutcome; asked: number }>();

  const write = async () => {
    if (counted.size === 0) return;
    const tallies = [...counted.values()];
    counted = new Map();
    try {
      await store.add(tallies);
    } catch {
      // A failed write of counts is not an error; they are written with the next ones.
      for (const { hour, outcome, asked } of tallies) add(hour, outcome, asked);
    }
  };
  const later = createWriteLater(writeAfterMs, write);

  const add = (hour: number, outcome: RepeatedOutcome, asked: number) => {
    const key = `${hour} ${outcome}`;
    const tally = counted.get(key) ?? { hour, outcome, asked: 0 };
    tally.asked += asked;
    counted.set(key, tally);
  };

  /** The widest network of an address, so that one visitor does not count as many clients. */
  const clientOf = (address: string) => networksOf(address)[0].key;

  const isNew = async (outcome: RepeatedOutcome, address: string, hour: number): Promise<boolean> => {
    if (known.hour !== hour) known = { hour, clients: new Set() };
    const client = clientOf(address);
    const key = `${outcome} ${client}`;
    if (known.clients.has(key)) return false;
    if (known.clients.size < maxRememberedClients) known.clients.add(key);
    try {
      return await store.claim({ hour, outcome, client });
    } catch (error) {
      known.clients.delete(key);
      if (isDatabaseUnavailable(error)) return false;
      throw error;
    }
  };

  return {
    /** True when this question gets a log; otherwise it is counted. */
    async isFirst(outcome: RepeatedOutcome, address: string): Promise<boolean> {
      const hour = hourNow();
      if (await isNew(outcome, address, hour)) return true;
      add(hour, outcome, 1);
      later.changed();
      return false;
    },

    /** Numbers of questions without a log in the hours that begin within a span. */
    async counts(span: Span): Promise<{ limited: number; smallTalk: number }> {
      await later.flush();
      const sums = await store.sums(hourOf(span.from), hourOf(span.below));
      return { limited: sums['limited'] ?? 0, smallTalk: sums['small_talk'] ?? 0 };
    },

    /** Deletes the clients of past hours, and counts older than `days` days (0 keeps all counts). */
    async everyDay(days: number): Promise<void> {
      const hour = hourNow();
      await store.deleteOlder({ firsts: hour - 1, tallies: days === 0 ? 0 : hour - days * hoursOfDay });
    },

    close: () => later.close(),
  };
}

/** The first hour that begins at or after a sort key. */
const hourOf = (key: number): number => Math.ceil(timeOf(key) / hourMs);
