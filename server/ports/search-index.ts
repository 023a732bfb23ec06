/**
 * The search structures of a site: what a question or a keyword finds. Derived from the records of the knowledge store, they
 * may live in this thread, in another one or in another process, so whoever asks waits.
 */
export interface SearchIndex {
  /**
   * Takes over what was saved in the file; only for an index that was just made. Undefined when there is no file. Rejects
   * with the reason when the file cannot be used: then nothing is taken over.
   */
  open(file: IndexFile): Promise<SavedState | undefined>;
  /** Puts in the articles of a whole site, pausing for other work. */
  load(articles: AsyncIterable<ArticleChunks>): Promise<void>;
  /** Puts an article's chunks in place of what it had; none removes it. RangeError for vectors of other dimensions, nothing is changed then. */
  replaceArticle(articleId: string, chunks: readonly IndexChunk[]): Promise<void>;
  /** The chunks that may answer a question, what each retriever found, and whether the site covers it. */
  retrieve(query: RetrieveQuery, signal?: AbortSignal): Promise<Retrieval>;
  /** The articles for a keyword of the search box, each with its best chunk. */
  search(query: KeywordQuery, signal?: AbortSignal): Promise<KeywordResult>;
  stats(): Promise<IndexStats>;
  /** Saves everything as it is now, in one step; changes and questions go on meanwhile. */
  save(file: IndexFile, state: SavedState): Promise<void>;
  /** True when the index is gone with the thread that held it: every call rejects with the Fault `unavailable`, and it has to be made anew. */
  readonly isLost: boolean;
  /** True when questions are answered away from this thread. */
  readonly isAway: boolean;
  /** Answers what was asked before, then ends. */
  close(): Promise<void>;
}

export interface IndexFile {
  readonly path: string;
  /** What the file must say of itself to be the right one. */
  readonly head: Readonly<Record<string, string | number>>;
}

/** How far a saved index had followed its records. */
export interface SavedState {
  readonly seq: number;
  /** Every article that the index knew. */
  readonly articles: readonly KnownArticle[];
}

/** What an article was like when it was put into the index; together with its id this names one writing of it. */
export interface KnownArticle {
  readonly id: string;
  readonly seq: number;
  readonly indexedAt: number;
}

/** A chunk of an article, the unit that is found. */
export interface IndexChunk {
  readonly id: string;
  readonly articleId: string;
  readonly title: string;
  /** Headings above the chunk, outermost first. */
  readonly headingPath: readonly string[];
  readonly tags: readonly string[];
  readonly keywords?: readonly string[];
  readonly text: string;
  readonly vector?: Float32Array;
}

export interface ArticleChunks {
  readonly articleId: string;
  readonly chunks: readonly IndexChunk[];
}

export interface IndexStats {
  readonly chunks: number;
  readonly articles: number;
  readonly vectors: number;
  /** Dimensions of the vectors, 0 without any. */
  readonly dimensions: number;
  /** Memory of the index, estimated to a few per cent. */
  readonly bytes: number;
}

export interface RetrieveQuery {
  readonly question: string;
  /** Hybrid when left out. Where no query vector or no vector of a chunk is there, every mode is keyword. */
  readonly mode?: 'hybrid' | 'keyword' | 'vector';
  /** The question's vector, of the dimensions of the index: RangeError otherwise. */
  readonly queryVector?: Float32Array;
  /** 0 … 1, see `retrieverShares`; 0.7 when left out. */
  readonly semanticWeight?: number;
  /** Chunks wanted, 20 when left out. */
  readonly topK?: number;
}

export interface Hit {
  readonly chunkId: string;
  readonly articleId: string;
  /** 0 … 1 in keyword mode, the cosine in vector mode, weighted standard scores in hybrid mode. */
  readonly score: number;
  /** Rank in each retriever that has the chunk (or its article) among its best `topK`, from 1. */
  readonly ranks: Readonly<Partial<Record<RetrieverName, number>>>;
  /** Share of the question's subject, by idf, that the article speaks of: 0 … 1. */
  readonly coverage: number;
}

export interface RetrieverResult {
  readonly name: RetrieverName;
  readonly tookMs: number;
  /** Its best `topK`; the hits of `articles` name no chunk. */
  readonly hits: readonly RetrieverHit[];
}

export interface RetrieverHit {
  readonly chunkId?: string;
  readonly articleId: string;
  readonly score: number;
}

export interface Retrieval {
  readonly hits: readonly Hit[];
  readonly retrievers: readonly RetrieverResult[];
  readonly evidence: Evidence;
  /** Misspelt words of the question and what they were read as. */
  readonly corrections: readonly Correction[];
}

/** `passages`: BM25 of the chunk; `articles`: BM25 of its article; `ngrams`: likeness in writing; `vectors`: cosine. */
export type RetrieverName = 'passages' | 'articles' | 'ngrams' | 'vectors';

/**
 * How much of an answer the site seems to hold: `answers` – a passage that speaks of what was asked; `close` – nothing
 * that clearly answers, but places that a visitor may want to see; `not_covered` – nothing on the matter.
 */
export type EvidenceLevel = 'answers' | 'close' | 'not_covered';

/** True when the site seems to cover a question, decided from the retrieval alone. */
export interface Evidence {
  /** 0 … 1: how much of what the question speaks of the best passage or article speaks of. */
  readonly score: number;
  readonly level: EvidenceLevel;
  /** True for the level `answers`. */
  readonly covered: boolean;
  /** What the score was made from, for the trace: a name and a number each. */
  readonly reasons: readonly string[];
}

export interface Correction {
  readonly typed: string;
  readonly meant: string;
}

export interface KeywordQuery {
  readonly keyword: string;
  /** Articles wanted. */
  readonly limit: number;
}

export interface KeywordMatch {
  readonly articleId: string;
  /** The article's best chunk for the keyword. */
  readonly chunkId: string;
  /** 0 … 1: a third each for the whole keyword in the title, the share of it in the chunk, and the BM25 against the best. */
  readonly score: number;
  readonly titleHit: boolean;
}

export interface KeywordResult {
  readonly hits: readonly KeywordMatch[];
  /** Words of the site that were searched for what was typed, completed or corrected: to be highlighted too. */
  readonly words: readonly string[];
  /** `none`: all as typed or completed; `corrected`: a misspelt word; `parts`: only parts or likeness were found. */
  readonly relaxed: 'none' | 'corrected' | 'parts';
}
