import type { CandidateSource, SiteTotals, TermCount, TermKey } from '../../ports/candidates.ts';
import { createTermTable } from '../postings/term-table.ts';

/**
 * Statistics of the whole site that ranking needs, read from the search engine and cached, since questions mostly repeat the words of
 * earlier ones.
 */
export interface Statistics {
  /** Totals of the site; read before each question. */
  readonly totals: SiteTotals;
  /** Number of passages and articles with any of these terms; `undefined` until it has been read. */
  countOf(terms: readonly TermKey[]): TermCount | undefined;
  countOfTerm(high: number, low: number): TermCount | undefined;
  /** Reads the totals again if they may have changed. */
  refresh(signal: AbortSignal): Promise<void>;
  read(groups: readonly (readonly TermKey[])[], signal: AbortSignal): Promise<void>;
}

/** `version` changes with each change of the site. */
export function createStatistics(
  source: Pick<CandidateSource, 'counts' | 'totals'>,
  version: () => number,
): Statistics {
  const counts = createCounts();
  let totals: SiteTotals = {
    passages: 0,
    articles: 0,
    vectors: 0,
    passageLengths: 0,
    articleLengths: 0,
    languages: [],
  };
  let seen: number | undefined;
  let readAt = 0;
  let clearedAt = 0;

  return {
    get totals() {
      return totals;
    },
    countOf: counts.countOf,
    countOfTerm: counts.countOfTerm,
    async refresh(signal) {
      const now = performance.now();
      const current = version();
      const hasChanged = current !== seen;
      const isLarge = totals.passages >= LARGE;
      // The engine adds up all lengths, which takes a while on a large site, and a change hardly moves them.
      const changedKeptMs = isLarge ? CHANGED_KEPT_MS : 0;
      if (seen === undefined || now - readAt >= (hasChanged ? changedKeptMs : KEPT_MS)) {
        totals = await source.totals(signal);
        readAt = now;
      } else if (!hasChanged) return;
      seen = current;
      // Neither do the counts of words, but words that were missing may have been added.
      if (!isLarge || now - clearedAt > KEPT_MS || counts.size > MAX_COUNTS) {
        counts.clear();
        clearedAt = now;
      } else counts.forgetMissing();
    },
    async read(groups, signal) {
      const missing = new Map<string, readonly TermKey[]>();
      for (const group of groups)
        if (counts.countOf(group) === undefined) missing.set(groupKey(group), group);
      if (missing.size === 0) return;
      const read = await source.counts([...missing.values()], signal);
      [...missing.values()].forEach((group, at) => counts.set(group, read[at] ?? NOTHING));
    },
  };
}

const NOTHING: TermCount = { passages: 0, articles: 0 };

/** Counts of terms by number, since each question asks for some hundred of them several times; those of several terms by text. */
function createCounts() {
  let table = createTermTable();
  let ofTerms: (TermCount | undefined)[] = [];
  const ofGroups = new Map<string, TermCount>();
  const countOfTerm = (high: number, low: number): TermCount | undefined => {
    const number = table.find(high, low);
    return number < 0 ? undefined : ofTerms[number];
  };
  return {
    get size() {
      return table.size + ofGroups.size;
    },
    countOfTerm,
    countOf(terms: readonly TermKey[]): TermCount | undefined {
      const [only] = terms;
      return terms.length === 1 && only !== undefined
        ? countOfTerm(only.high, only.low)
        : ofGroups.get(groupKey(terms));
    },
    set(terms: readonly TermKey[], count: TermCount): void {
      const [only] = terms;
      if (terms.length === 1 && only !== undefined) ofTerms[table.intern(only.high, only.low)] = count;
      else ofGroups.set(groupKey(terms), count);
    },
    clear(): void {
      table = createTermTable();
      ofTerms = [];
      ofGroups.clear();
    },
    /** Those that no document has are asked for again. */
    forgetMissing(): void {
      const isMissing = (count: TermCount | undefined) => count?.passages === 0 && count.articles === 0;
      ofTerms = ofTerms.map((count) => (isMissing(count) ? undefined : count));
      for (const [key, count] of ofGroups) if (isMissing(count)) ofGroups.delete(key);
    },
  };
}

/** Maximum age of counts and totals. */
const KEPT_MS = 5 * 60_000;

/** Maximum age of the totals of a large site that is being written. */
const CHANGED_KEPT_MS = 10_000;

/** Number of passages from which on counts stay cached when an article changes. */
const LARGE = 20_000;

/** Maximum of cached counts: some 20 MB. */
const MAX_COUNTS = 200_000;

/** Cache key of a group of terms. */
export const groupKey = (terms: readonly TermKey[]): string =>
  terms.length === 1 && terms[0] !== undefined ? keyOf(terms[0]) : terms.map(keyOf).toSorted().join(' ');

const keyOf = ({ high, low }: TermKey): string => `${high.toString(36)}.${low.toString(36)}`;
