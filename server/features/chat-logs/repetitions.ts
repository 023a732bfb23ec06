import { isDatabaseUnavailable } from '../../kit/database.ts';
import { createNetworksOf } from '../../kit/ip-networks.ts';
import type { Clock } from '../../ports/clock.ts';
import { createWriteLater } from '../../work/schedule/write-later.ts';
import type { Span } from './day-partition.ts';
import type { AnswerEnd } from './new-entry.ts';
import { timeOf } from './sort-key.ts';
import type { TallyStore } from './store/tallies.ts';

/** Outcomes that a client may repeat as often as it likes; one log an hour says enough of them. */
type RepeatedOutcome = 'limited' | 'small_talk';

export const repeatedOutcome = ({ answerState, intent }: AnswerEnd): RepeatedOutcome | undefined => {
  if (answerState === 'limited') return 'limited';
  return intent === 'SMALL_TALK' ? 'small_talk' : undefined;
};

const hourMs = 3_600_000;
const hoursOfDay = 24;
/** Counters reach the database at most this long after they have changed. */
const writeAfterMs = 1000;
/** Clients that a process remembers within an hour; for others the database is asked. */
const mostClients = 20_000;

/**
 * Decides which refused questions and small talk get a log: the first of a client and hour, for all processes of the database together.
 * The rest is counted, in memory and soon after in the database.
 */
export function createRepetitions(deps: {
  readonly store: TallyStore;
  readonly clock: Clock;
  /** Keys the hash under which clients are remembered. */
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
      // Counts are no reason to fail; they are written with the next ones.
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

  /** The widest network of an address, so that nobody is many clients. */
  const clientOf = (address: string) => networksOf(address)[0].key;

  const isNew = async (outcome: RepeatedOutcome, address: string, hour: number): Promise<boolean> => {
    if (known.hour !== hour) known = { hour, clients: new Set() };
    const client = clientOf(address);
    const key = `${outcome} ${client}`;
    if (known.clients.has(key)) return false;
    if (known.clients.size < mostClients) known.clients.add(key);
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

    /** What was only counted in the hours that begin within a span. */
    async counts(span: Span): Promise<{ limited: number; smallTalk: number }> {
      await later.flush();
      const sums = await store.sums(hourOf(span.from), hourOf(span.below));
      return { limited: sums['limited'] ?? 0, smallTalk: sums['small_talk'] ?? 0 };
    },

    /** Forgets the clients of hours that have passed, and the counts of more than `days` days ago; 0 keeps these. */
    async everyDay(days: number): Promise<void> {
      const hour = hourNow();
      await store.deleteOlder({ firsts: hour - 1, tallies: days === 0 ? 0 : hour - days * hoursOfDay });
    },

    close: () => later.close(),
  };
}

/** The first hour that begins at a sort key or after it. */
const hourOf = (key: number): number => Math.ceil(timeOf(key) / hourMs);
