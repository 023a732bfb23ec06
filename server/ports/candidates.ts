/**
 * A search engine outside of this process, shared by all replicas. It only finds articles that may answer; their order and the evidence are
 * the service's own, from the terms that it stored with them. Every call rejects with the Fault `unavailable` while the engine is
 * away, within a few seconds; that state ends by itself.
 */
export interface SearchEngine {
  /** Number of the form of its indexes, which another version may not read. */
  readonly layout: number;
  /** The candidates of one generation of a site's index. */
  source(of: IndexGeneration): CandidateSource;
  /** Writes a generation; only the process that has the lease may use it. */
  writer(of: IndexGeneration): CandidateWriter;
  /** What is wrong with the engine, in one line; `''` when it answers. */
  problem(): Promise<string>;
  close(): Promise<void>;
}

/** A generation of the index; vectors of one generation are all of one model. */
export interface IndexGeneration {
  /** Tells the site from others on the same engine. */
  readonly site: string;
  readonly generation: number;
  /** Length of its vectors, 0 without any. */
  readonly dimensions: number;
}

/** A term of the analyser: a key of 64 bits in two lanes. */
export interface TermKey {
  readonly high: number;
  readonly low: number;
}

export interface AskedTerm extends TermKey {
  readonly weight: number;
}

/** Terms of which the best counts, such as a word and its completions. The groups of a question add up. */
export type AskedGroup = readonly AskedTerm[];

/** An article that may answer, and its version. */
export interface Candidate {
  readonly articleId: string;
  readonly seq: number;
}

/** A passage by its place in one version of an article. */
export interface PassagePlace extends Candidate {
  readonly nth: number;
}

/** Calls made together are sent together. `within` are the ids of the articles that may be found; all without it. */
export interface CandidateSource {
  /** The articles with the best passages, by BM25 of the passage. */
  passages(
    groups: readonly AskedGroup[],
    count: number,
    signal?: AbortSignal,
    within?: readonly string[],
  ): Promise<readonly Candidate[]>;
  /** The best articles, by BM25 of the article as a whole. */
  articles(
    groups: readonly AskedGroup[],
    count: number,
    signal?: AbortSignal,
    within?: readonly string[],
  ): Promise<readonly Candidate[]>;
  /** The articles whose titles have most of the terms, short titles first, or contain a folded text. */
  titled(
    asked: readonly AskedGroup[] | { readonly text: string },
    count: number,
    signal?: AbortSignal,
    within?: readonly string[],
  ): Promise<readonly Candidate[]>;
  /** The passages nearest to a vector with their cosines. RangeError for one of another length. */
  nearest(
    vector: Float32Array,
    count: number,
    signal?: AbortSignal,
    within?: readonly string[],
  ): Promise<readonly Neighbour[]>;
  /** The cosines of these passages; those without a vector are missing. */
  within(
    places: readonly PassagePlace[],
    vector: Float32Array,
    signal?: AbortSignal,
  ): Promise<readonly Neighbour[]>;
  /** How many passages and articles contain each term. */
  counts(terms: readonly TermKey[], signal?: AbortSignal): Promise<readonly TermCount[]>;
  /** Figures of the whole site. */
  totals(signal?: AbortSignal): Promise<SiteTotals>;
  /** Words of the site, see `WordQuery`. */
  words(query: WordQuery, signal?: AbortSignal): Promise<readonly string[]>;
  /** The stored terms of articles; those that are gone are missing. */
  read(articleIds: readonly string[], signal?: AbortSignal): Promise<readonly StoredTerms[]>;
}

export interface Neighbour extends PassagePlace {
  readonly cosine: number;
}

export interface TermCount {
  readonly passages: number;
  readonly articles: number;
}

export interface SiteTotals {
  readonly passages: number;
  readonly articles: number;
  readonly vectors: number;
  /** Sums of the lengths that BM25 divides by. */
  readonly passageLengths: number;
  readonly articleLengths: number;
  /** Number of articles by language, the most frequent first. */
  readonly languages: readonly (readonly [language: string, articles: number])[];
}

/** `completions`: words that begin with the text; `similar`: a superset of those a typing error away; `containing`: words with it inside. */
export interface WordQuery {
  readonly kind: 'completions' | 'similar' | 'containing';
  readonly text: string;
  readonly count: number;
}

export interface StoredTerms extends Candidate {
  /** As given to the writer. */
  readonly packed: Uint8Array;
}

export interface CandidateWriter {
  /**
   * Puts these versions of articles in place of older ones; resolves when the engine has acknowledged all of them. Writing the same
   * again changes nothing. `isAwaited`: also when they can be found.
   */
  write(changes: readonly CandidateChange[], isAwaited: boolean): Promise<void>;
  /** Number of articles of the generation, written and found; undefined when the engine has lost its index. */
  written(): Promise<number | undefined>;
  /** Removes everything of the generation. */
  drop(): Promise<void>;
}

/** A version of an article, or its end. */
export interface CandidateChange extends Candidate {
  /** Without it the article has left the site. */
  readonly article?: CandidateArticle;
}

export interface CandidateArticle {
  /** Folded. */
  readonly title: string;
  readonly titleTerms: readonly TermKey[];
  readonly language: string;
  /** Its terms for BM25, and its length. */
  readonly whole: CountedTerms;
  readonly passages: readonly CandidatePassage[];
  /** Words that this writer has not written before. */
  readonly words: readonly string[];
  /** What the service ranks by, opaque to the engine. */
  readonly packed: Uint8Array;
}

export interface CandidatePassage extends CountedTerms {
  readonly vector?: Float32Array;
}

export interface CountedTerms {
  readonly terms: readonly TermKey[];
  /** Occurrences of each term, by place. */
  readonly counts: readonly number[];
  readonly length: number;
}
