import type {
  AskedGroup,
  PassagePlace,
  TermKey,
  TermCount,
  SiteTotals,
  WordQuery,
} from '../../ports/candidates.ts';
import { createTermTable, type TermTable } from '../postings/term-table.ts';
import type { PackedArticle } from './packed-article.ts';
import { termKey } from './statistics.ts';

/** Data that one pass over the candidates was missing and that is read before the next pass. */
export interface Needs {
  readonly counts: Map<string, TermKey>;
  readonly finds: Map<string, CandidateSearch>;
  readonly words: Map<string, WordQuery>;
  readonly cosines: Map<string, PassagePlace>;
  /** The request for nearest passages, if any. */
  nearest: { readonly vector: Float32Array; readonly count: number } | undefined;
  /** True when a term turned up whose postings the pass did not have. */
  hasNewTerms: boolean;
}

/** A search for candidates. */
export type CandidateSearch =
  | { readonly kind: 'passages' | 'articles' | 'titles'; readonly groups: readonly AskedGroup[] }
  | { readonly kind: 'titled'; readonly text: string };

/** Data read for a question so far. */
export interface Gathered {
  /** The terms of the question that the site has. */
  readonly table: TermTable;
  readonly articles: Map<string, FoundArticle>;
  /** Searches that were made. */
  readonly found: Set<string>;
  readonly words: Map<string, readonly string[]>;
  /** By `placeKey`; `undefined` for a passage without a vector. */
  readonly cosines: Map<string, number | undefined>;
  readonly nearest: { readonly place: PassagePlace; readonly cosine: number }[];
  /** The vector of the question, set once its nearest passages have been read. */
  vector: Float32Array | undefined;
}

export interface FoundArticle {
  readonly articleId: string;
  readonly seq: number;
  readonly packed: PackedArticle;
}

/** Statistics of the site as far as they are known. */
interface KnownStatistics {
  readonly totals: SiteTotals;
  countOfTerm(high: number, low: number): TermCount | undefined;
}

/** Input of an index over candidates. */
export interface Candidates {
  readonly statistics: KnownStatistics;
  readonly gathered: Gathered;
  /** Records missing data; the pass then continues as if there were none. */
  readonly needs: Needs;
}

export const createNeeds = (): Needs => ({
  counts: new Map(),
  finds: new Map(),
  words: new Map(),
  cosines: new Map(),
  nearest: undefined,
  hasNewTerms: false,
});

export const createGathered = (): Gathered => ({
  table: createTermTable(),
  articles: new Map(),
  found: new Set(),
  words: new Map(),
  cosines: new Map(),
  nearest: [],
  vector: undefined,
});

export const isSatisfied = ({ counts, finds, words, cosines, nearest, hasNewTerms }: Needs): boolean =>
  counts.size + finds.size + words.size + cosines.size === 0 && nearest === undefined && !hasNewTerms;

export const placeKey = ({ articleId, seq, nth }: PassagePlace): string => `${seq} ${nth} ${articleId}`;

export const wordsKey = ({ kind, text }: WordQuery): string => `${kind} ${text}`;

export const findKey = (find: CandidateSearch): string =>
  find.kind === 'titled'
    ? `titled ${find.text}`
    : `${find.kind} ${find.groups.map((group) => group.map(termKey).toSorted().join(' ')).join(',')}`;
