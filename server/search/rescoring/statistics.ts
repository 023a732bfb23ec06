import type { CandidateSource, SiteTotals, TermCount, TermKey } from '../../ports/candidates.ts';

/**
 * Statistics of the whole site that ranking needs, read from the search engine and cached, since questions mostly repeat the words of
 * earlier ones.
 */
export interface Statistics {
  /** Totals of the site; read before each question. */
  readonly totals: SiteTotals;
  /** Number of passages and articles with any of these terms; `undefined` until it has been read. */
  countOf(terms: readonly TermKey[]): TermCount | undefined;
  /** Reads the totals again if they may have changed. */
  refresh(signal: AbortSignal): Promise<void>;
  read(groups: readonly (readonly TermKey[])[], signal: AbortSignal): Promise<void>;
}

/** `version` changes with each change of the site. */
export function createStatistics(
  source: Pick<CandidateSource, 'counts' | 'totals'>,
  version: () => number,
): Statistics {
  const counts = new Map<string, TermCount>();
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
    countOf: (terms) => counts.get(groupKey(terms)),
    async refresh(signal) {
      const now = performance.now();
      const current = version();
      if (current === seen && now - readAt < KEPT_MS) return;
      totals = await source.totals(signal);
      seen = current;
      readAt = now;
      // On a large site the count of a word hardly changes, but words that were missing may have been added.
      if (totals.passages < LARGE || now - clearedAt > KEPT_MS || counts.size > MAX_COUNTS) {
        counts.clear();
        clearedAt = now;
      } else
        for (const [key, { passages, articles }] of counts) if (passages + articles === 0) counts.delete(key);
    },
    async read(groups, signal) {
      const missing = new Map(groups.map((group) => [groupKey(group), group]));
      for (const key of missing.keys()) if (counts.has(key)) missing.delete(key);
      if (missing.size === 0) return;
      const read = await source.counts([...missing.values()], signal);
      [...missing.keys()].forEach((key, at) => counts.set(key, read[at] ?? { passages: 0, articles: 0 }));
    },
  };
}

/** Maximum age of counts. */
const KEPT_MS = 5 * 60_000;

/** Number of passages from which on counts stay cached when an article changes. */
const LARGE = 20_000;

/** Maximum of cached counts: some 20 MB. */
const MAX_COUNTS = 200_000;

/** Cache key of a group of terms. */
export const groupKey = (terms: readonly TermKey[]): string =>
  terms.length === 1 && terms[0] !== undefined ? keyOf(terms[0]) : terms.map(keyOf).toSorted().join(' ');

const keyOf = ({ high, low }: TermKey): string => `${high.toString(36)}.${low.toString(36)}`;
