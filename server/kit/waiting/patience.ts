import { AsyncLocalStorage } from 'node:async_hooks';
import { databaseUnavailable } from '../database.ts';
import { explained } from '../explained.ts';
import { unavailable, type Fault } from '../fault.ts';

/**
 * The time that a request may still wait for what the service itself needs: its database, its search engine, its site. Each of them has
 * time limits of its own, which would add up when several stand still or one of them is asked several times. Time of models, of work and
 * of a client that reads slowly does not count, and neither do quick waits, so that a long request of many steps goes on.
 */
export interface Patience {
  /** True when waiting for the site counts as well. */
  readonly includesSite: boolean;
  /** Whole milliseconds that a wait which begins now may take. */
  left(): number;
  /** Notes a wait that begins now, or has begun before; call the result when it has ended, and whether it was answered. */
  begin(from?: number): (isAnswered: boolean) => void;
  /** Ends the limit: the request is answered, and what it has left running has time. */
  end(): void;
}

/** Waiting time of a request in all, and how much more than a statement of the database it is where the operator gives that more time. */
const usualMs = 8_000;
const moreMs = 3_000;
/** A wait that is answered within this time is no sign of trouble and does not count. */
const quickMs = 250;
/** Interval of looks at the waits of other work. */
const lookMs = 100;
/** What fails sooner has not been waited for. */
const shortestMs = 1;
/** Further time in which what works may still answer, such as the database when the engine has taken all the time. */
const furtherMs = 1_000;

/** What limits the waits of a request. */
interface PatienceOptions {
  readonly includesSite?: boolean;
  /** Time limit of one statement of the database. */
  readonly statementMs?: number | undefined;
  readonly now?: () => number;
}

export function createPatience({
  includesSite = false,
  statementMs = 0,
  now = () => performance.now(),
}: PatienceOptions = {}): Patience {
  const inAllMs = Math.max(usualMs, statementMs + moreMs);
  const startedAt = now();
  const waits = new Set<{ readonly from: number }>();
  /** Times of waits that failed or were not quick; they do not overlap. */
  let counted: readonly Span[] = [];
  let isOver = false;

  const spent = (): number => {
    const running = Array.from(waits, ({ from }): Span => [from, now()]).filter(isLong);
    return running.reduce(merged, counted).reduce((sum, [from, to]) => sum + to - from, 0);
  };
  return {
    includesSite,
    left() {
      if (isOver) return Infinity;
      const used = Math.floor(spent());
      return Math.max(0, inAllMs - used, Math.min(quickMs, inAllMs + furtherMs - used));
    },
    begin(from = now()) {
      // What work has waited before the request came is not its own wait.
      const wait = { from: Math.max(from, startedAt) };
      waits.add(wait);
      return (isAnswered) => {
        const span: Span = [wait.from, now()];
        waits.delete(wait);
        if (isAnswered ? isLong(span) : span[1] - span[0] >= shortestMs) counted = merged(counted, span);
      };
    },
    end() {
      isOver = true;
    },
  };
}

/** The waits of work that requests may wait for without limiting it, such as a job. */
export interface Waits extends Patience {
  /** When the first of its waits that count began; `undefined` while there is none. */
  readonly longSince: number | undefined;
}

export function createWaits(now: () => number = () => performance.now()): Waits {
  const waits = new Set<{ readonly from: number }>();
  return {
    includesSite: false,
    left: () => Infinity,
    begin(from = now()) {
      const wait = { from };
      waits.add(wait);
      return () => void waits.delete(wait);
    },
    end() {},
    get longSince() {
      const [first] = waits;
      return first && isLong([first.from, now()]) ? first.from : undefined;
    },
  };
}

type Span = readonly [from: number, to: number];

const isLong = ([from, to]: Span) => to - from > quickMs;

/** The spans with one more, joined with those that it overlaps. */
const merged = (spans: readonly Span[], span: Span): readonly Span[] => {
  const touches = ([from, to]: Span) => from <= span[1] && to >= span[0];
  const joined = [span, ...spans.filter(touches)];
  return [
    ...spans.filter((each) => !touches(each)),
    [Math.min(...joined.map(([from]) => from)), Math.max(...joined.map(([, to]) => to))],
  ];
};

const current = new AsyncLocalStorage<Patience | undefined>();

/** Runs the work of a request, with all that it calls, under its patience; without one its waits have their own limits alone. */
export const withPatience = <T>(patience: Patience | undefined, work: () => T): T =>
  current.run(patience, work);

/** Waits at most `ms`, less where the request that this is part of has less left. `wait` gets the time and keeps to it. */
export async function patiently<T>(ms: number, wait: (ms: number) => Promise<T>): Promise<T> {
  const patience = current.getStore();
  return patience === undefined ? wait(ms) : counting(patience, ms, wait);
}

/** The same for the site, for which visitors alone do not wait longer. */
export async function patientlyWithSite<T>(ms: number, wait: (ms: number) => Promise<T>): Promise<T> {
  const patience = current.getStore();
  return patience?.includesSite === true ? counting(patience, ms, wait) : wait(ms);
}

/**
 * Begins work that others than this request wait for as well: it is not cut when this one has no time left. Whoever waits for it does so by
 * `shared`.
 */
export const begunForAll = <T>(work: () => T): T => withPatience(undefined, work);

/** Waits for such work; a request that has no time left gives up for itself alone. */
export const shared = async <T>(work: Promise<T>, late = databaseLate): Promise<T> =>
  patiently(Infinity, (ms) => atMost(ms, work, late));

/** The same for work that asks the site. */
export const sharedWithSite = async <T>(work: Promise<T>): Promise<T> =>
  patientlyWithSite(Infinity, (ms) => atMost(ms, work, siteLate));

/** Waits for work of which only its own waits count; a request that has no time left for those gives up for itself alone. */
export async function alongWith(work: Promise<void>, waits: Pick<Waits, 'longSince'>): Promise<void> {
  const patience = current.getStore();
  if (patience === undefined) return work;
  const { promise: late, reject } = Promise.withResolvers<never>();
  let ended: ReturnType<Patience['begin']> | undefined;
  const look = setInterval(() => {
    const from = waits.longSince;
    if (from === undefined) {
      ended?.(true);
      ended = undefined;
    } else ended ??= patience.begin(from);
    // Leaves the further time for what the request has to say then.
    if (patience.left() <= quickMs) reject(databaseLate());
  }, lookMs);
  try {
    await Promise.race([work, late]);
  } finally {
    clearInterval(look);
    ended?.(true);
  }
}

/** The Fault of a request that waits no longer for the site. */
export const siteLate = (): Fault => unavailable(explained('site_slow'));

const databaseLate = () => databaseUnavailable('it does not answer');

async function atMost<T>(ms: number, work: Promise<T>, late: () => Fault): Promise<T> {
  if (ms === Infinity) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function counting<T>(patience: Patience, ms: number, wait: (ms: number) => Promise<T>): Promise<T> {
  const most = Math.min(ms, patience.left());
  const ended = patience.begin();
  try {
    const answer = await wait(most);
    ended(true);
    return answer;
  } catch (error) {
    ended(false);
    throw error;
  }
}
