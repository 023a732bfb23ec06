import type { CandidateSource, SiteTotals, TermCount, TermKey } from '../../ports/candidates.ts';
import { createTermTable } from '../postings/term-table.ts';

/**
 * Statistics of the whole site that ranking needs, read from the search engine and cached, since questions mostly repeat the words of
 * earlier ones.
 */
export interface Statistics {
  /** Totals of the site; read before each question. */
  readonly totals: SiteTotals;
  /** Number of passages and articles with a term; `undefined` until it has been read. */
  countOfTerm(high: number, low: number): TermCount | undefined;
  /** Reads the totals again if they may have changed. */
  refresh(signal: AbortSignal): Promise<void>;
  read(terms: readonly TermKey[], signal: AbortSignal): Promise<void>;
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
    async read(terms, signal) {
      const missing = terms.filter(({ high, low }) => counts.countOfTerm(high, low) === undefined);
      if (missing.length === 0) return;
      const read = await source.counts(missing, signal);
      missing.forEach((term, at) => counts.set(term, read[at] ?? NOTHING));
    },
  };
}

const NOTHING: TermCount = { passages: 0, articles: 0 };

/** Counts of terms by number, since each question asks for some hundred of them several times. */
function createCounts() {
  let table = createTermTable();
  let ofTerms: (TermCount | undefined)[] = [];
  return {
    get size() {
      return table.size;
    },
    countOfTerm(high: number, low: number): TermCount | undefined {
      const number = table.find(high, low);
      return number < 0 ? undefined : ofTerms[number];
    },
    set({ high, low }: TermKey, count: TermCount): void {
      ofTerms[table.intern(high, low)] = count;
    },
    clear(): void {
      table = createTermTable();
      ofTerms = [];
    },
    /** Those that no document has are asked for again. */
    forgetMissing(): void {
      const isMissing = (count: TermCount | undefined) => count?.passages === 0 && count.articles === 0;
      ofTerms = ofTerms.map((count) => (isMissing(count) ? undefined : count));
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

/** A term as a text. */
export const termKey = ({ high, low }: TermKey): string => `${high.toString(36)}.${low.toString(36)}`;
