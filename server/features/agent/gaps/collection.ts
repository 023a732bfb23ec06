import { dayMs } from '../../../kit/calendar.ts';
import { truncate } from '../../../text/text.ts';
import { noReasons, type Reason } from '../reasons.ts';
import { foldKey, questionTerms } from './terms.ts';

/** A question that the site left open. */
export interface GapQuestion {
  readonly question: string;
  readonly reason: Reason;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Identifies the visitor in any form; `''` when unknown. */
  readonly visitor: string;
  /** Number of occurrences, where only a count is known. */
  readonly times?: number;
  readonly logId?: string;
}

/** Wordings that differ only in order, politeness and endings, with their counts. */
export interface Wording {
  readonly key: string;
  /** The newest wording. */
  readonly question: string;
  asks: number;
  readonly reasons: Record<Reason, number>;
  /** Occurrences in the newer half of the window. */
  recent: number;
  first: number;
  last: number;
  /** Numbers of distinct visitors, as far as known. */
  readonly visitors: number[];
  /** Ids of some logs, newest first. */
  readonly logs: string[];
}

/** Bounds; occurrences beyond them are counted in `leftOut`. */
const collectionLimits = { wordings: 100_000, answered: 100_000, visitors: 100_000 } as const;
const visitorsOfWording = 12;
const logsOfWording = 3;
const questionLength = 300;
const asksOfDay = 100_000;

/** Groups occurrences by wording. Pass the newest first, since those are kept when the bounds are reached. */
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

  /** True when the same visitor asked the same on the same day before. */
  const isRepeated = (key: string, visitor: number, at: number): boolean => {
    const day = Math.floor(at / dayMs);
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

    /** Wordings by frequency, then by first occurrence. */
    wordings: (): Wording[] => [...wordings.values()].toSorted((a, b) => b.asks - a.asks),

    answeredTimes: (key: string): number => answered.get(key) ?? 0,

    /** Occurrences whose wordings did not fit. */
    get leftOut() {
      return leftOut;
    },
  };
}

export type Collection = ReturnType<typeof createCollection>;
