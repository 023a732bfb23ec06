import { truncate } from '../../../text/text.ts';
import { noReasons, type Reason } from '../reasons.ts';
import { foldKey, questionTerms } from './terms.ts';

/** How often a question was asked in vain. */
export interface GapQuestion {
  readonly question: string;
  readonly reason: Reason;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who asked, in whatever form it is known; `''` for unknown. */
  readonly visitor: string;
  /** Asks that are known as a number only count for so many. */
  readonly times?: number;
  readonly logId?: string;
}

/** Wordings that differ in order, politeness and endings only, with what was counted for them. */
export interface Wording {
  readonly key: string;
  /** The newest wording. */
  readonly question: string;
  asks: number;
  readonly reasons: Record<Reason, number>;
  /** Asks of the newer half of the window. */
  recent: number;
  first: number;
  last: number;
  /** Numbers of the visitors, as far as they are told apart. */
  readonly visitors: number[];
  /** Some of its logs, newest first. */
  readonly logs: string[];
}

/** Everything that is counted is bounded; what does not fit any more is counted in `leftOut`. */
const collectionLimits = { wordings: 100_000, answered: 100_000, visitors: 100_000 } as const;
const visitorsOfWording = 12;
const logsOfWording = 3;
const questionLength = 300;
const asksOfDay = 100_000;

/** Folds asks into wordings. Bring them newest first: then the newest wordings are those that are kept. */
export function createCollection(middle: number) {
  const wordings = new Map<string, Wording>();
  const answered = new Map<string, number>();
  const visitors = new Map<string, number>();
  const today = { day: Number.NaN, asked: new Set<string>() };
  let leftOut = 0;

  const numberOf = (visitor: string): number => {
    const known = visitors.get(visitor);
    if (known !== undefined) return known;
    if (visitors.size >= collectionLimits.visitors) return -1;
    visitors.set(visitor, visitors.size);
    return visitors.size - 1;
  };

  /** One visitor who asks the same again and again in one day asks once. */
  const isRepeated = (key: string, visitor: number, at: number): boolean => {
    const day = Math.floor(at / 86_400_000);
    if (day !== today.day || today.asked.size >= asksOfDay) today.asked.clear();
    today.day = day;
    const ask = `${visitor} ${key}`;
    if (today.asked.has(ask)) return true;
    today.asked.add(ask);
    return false;
  };

  const begin = (key: string, { question, at, logId }: GapQuestion, visitor: number): Wording | undefined => {
    if (wordings.size >= collectionLimits.wordings) return undefined;
    const wording: Wording = {
      key,
      question: truncate(question.trim(), questionLength, '…'),
      asks: 0,
      reasons: noReasons(),
      recent: 0,
      first: at,
      last: at,
      visitors: visitor < 0 ? [] : [visitor],
      logs: logId === undefined ? [] : [logId],
    };
    wordings.set(key, wording);
    return wording;
  };

  const addTo = (wording: Wording, { logId }: GapQuestion, visitor: number): Wording => {
    const isNew = visitor >= 0 && !wording.visitors.includes(visitor);
    if (isNew && wording.visitors.length < visitorsOfWording) wording.visitors.push(visitor);
    if (logId !== undefined && wording.logs.length < logsOfWording) wording.logs.push(logId);
    return wording;
  };

  return {
    /** Counts a question that was left open. */
    add(ask: GapQuestion): void {
      const { at, reason, times = 1 } = ask;
      const key = foldKey(questionTerms(ask.question));
      const visitor = ask.visitor === '' ? -1 : numberOf(ask.visitor);
      if (key === '' || (visitor >= 0 && isRepeated(key, visitor, at))) return;
      const known = wordings.get(key);
      const wording = known ? addTo(known, ask, visitor) : begin(key, ask, visitor);
      if (!wording) {
        leftOut += times;
        return;
      }
      wording.asks += times;
      wording.reasons[reason] += times;
      if (at >= middle) wording.recent += times;
      wording.first = Math.min(wording.first, at);
      wording.last = Math.max(wording.last, at);
    },

    /** Counts a question that was answered well. */
    addAnswered(question: string): void {
      const key = foldKey(questionTerms(question));
      const times = answered.get(key);
      if (times === undefined && answered.size >= collectionLimits.answered) return;
      answered.set(key, (times ?? 0) + 1);
    },

    /** The wordings, those asked most often first, then in the order they came. */
    wordings: (): Wording[] => [...wordings.values()].toSorted((a, b) => b.asks - a.asks),

    answeredTimes: (key: string): number => answered.get(key) ?? 0,

    /** Asks whose wordings did not fit any more. */
    get leftOut() {
      return leftOut;
    },
  };
}

export type Collection = ReturnType<typeof createCollection>;
