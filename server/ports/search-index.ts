/** Answers questions from the index of a site, which is in this thread, another one, or a search engine that all replicas share. */
export interface RetrievalIndex {
  /** Chunks that may answer a question, and the results of each retriever. */
  retrieve(query: RetrieveQuery, signal?: AbortSignal): Promise<Retrieval>;
  /** Articles for a keyword of the search box, each with its best chunk. */
  search(query: KeywordQuery, signal?: AbortSignal): Promise<KeywordResult>;
  stats(): Promise<IndexStats>;
}

/** A search index of this process's own, derived from the records of the knowledge store, in this thread or another one. */
export interface SearchIndex extends RetrievalIndex {
  /**
   * Loads a saved index into a newly created one; `undefined` when there is no file. Rejects with the reason when the
   * file cannot be used; the index is then unchanged.
   */
  open(file: IndexFile): Promise<SavedState | undefined>;
  /** Adds all articles of a site, yielding to other work. */
  load(articles: AsyncIterable<ArticleChunks>): Promise<void>;
  /**
   * Replaces the chunks of an article; none removes it. RangeError for vectors of another length, and nothing is
   * changed.
   */
  replaceArticle(articleId: string, chunks: readonly IndexChunk[]): Promise<void>;
  /** Takes out all vectors, so that those of another model may come. */
  forgetVectors(): Promise<void>;
  /** Saves the current state atomically; changes and questions go on meanwhile. */
  save(file: IndexFile, state: SavedState): Promise<void>;
  /**
   * True when the thread of the index has died: every call rejects with the Fault `unavailable`, and the index has to
   * be created anew.
   */
  readonly isLost: boolean;
  /** True when the index lives outside this thread. */
  readonly isAway: boolean;
  /** Ends after the calls made so far. */
  close(): Promise<void>;
}

export interface IndexFile {
  readonly path: string;
  /** Header that the file must have to be usable. */
  readonly head: Readonly<Record<string, string | number>>;
}

/** Sequence number and articles of a saved index. */
export interface SavedState {
  readonly seq: number;
  /** Every article in the index. */
  readonly articles: readonly KnownArticle[];
}

/** Version of an indexed article; with its id it names one state of the article. */
export interface KnownArticle {
  readonly id: string;
  readonly seq: number;
  readonly indexedAt: number;
}

/** A chunk of an article, the unit of retrieval. */
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
  /** Length of the vectors, 0 without any. */
  readonly dimensions: number;
  /** Estimated memory in bytes, within a few per cent. */
  readonly bytes: number;
}

export interface RetrieveQuery {
  readonly question: string;
  /** Default `hybrid`. Without a query vector or vectors of chunks every mode is `keyword`. */
  readonly mode?: 'hybrid' | 'keyword' | 'vector';
  /** Vector of the question. RangeError when its length differs from the index. */
  readonly queryVector?: Float32Array;
  /** Weight of meaning against words, 0 … 1; at the default of 0.7 it counts as the ranker learned it. */
  readonly semanticWeight?: number;
  /** Number of chunks; default 20. */
  readonly topK?: number;
  /** At least so many of the first article and so many of others among the hits, behind the first `topK` where those hold fewer. */
  readonly ofEach?: number;
  /** Only these articles are searched: their ids, one a line. All without it; none when it is empty. */
  readonly within?: string;
  /** Searches the question's translation into the other language that the dictionary joins with its own. */
  readonly inOtherLanguage?: boolean;
}

export interface Hit {
  readonly chunkId: string;
  readonly articleId: string;
  /** Sum of weight × signal, or the cosine in vector mode; comparable within one question. */
  readonly score: number;
  readonly signals: RankSignals;
}

/** What the ranking of a chunk is made of. */
export interface RankSignals {
  /** BM25 of the article, relative to what an article with every term of the question could reach: 0 … 1. */
  readonly article: number;
  /** Likeness of the character n-grams of question and chunk: their cosine, little more than 1 at most. */
  readonly ngrams: number;
  /** How nearly the article's title is the question: the share of either that the other has, multiplied, 0 … 1. */
  readonly title: number;
  /** ln(1 + terms of the chunk / 100): a few words that are like the question seldom answer it. */
  readonly length: number;
  /**
   * Cosine of the vectors, in standard deviations from the mean of the question's candidates, since models differ in how far apart they put
   * texts; missing without a vector.
   */
  readonly nearness?: number;
}

export interface Retrieval {
  readonly hits: readonly Hit[];
  readonly subject: Subject;
  /** Misspelt words of the question and their corrections. */
  readonly corrections: readonly Correction[];
  /** The wording in another language that was searched instead. */
  readonly translation?: Translation;
}

/** What a question is about, as the index sees it. */
export interface Subject {
  /** Tag of the language that its words are stemmed in. */
  readonly language: string;
  /** Its terms as keys, each with its BM25 gain among the site's articles. */
  readonly terms: readonly SubjectTerm[];
  /** Share of the gains that belongs to terms that the site has: 0 … 1. */
  readonly known: number;
  /** Number of the site's articles. */
  readonly articles: number;
  /** Languages that the site is written in: those of more than a few of its articles. */
  readonly siteLanguages: readonly string[];
}

export interface SubjectTerm extends TermKey {
  readonly gain: number;
  /** Synonyms and joined forms of the words it stands in that the site has, each by all of its terms; they name it as well. */
  readonly wordings: readonly (readonly TermKey[])[];
}

/** A term as a key, see `server/search/analysis/term.ts`. */
export interface TermKey {
  readonly high: number;
  readonly low: number;
}

/** A question in another language than it was asked in. */
export interface Translation {
  readonly text: string;
  readonly language: 'en' | 'zh';
  /** Factor of the evidence for it, at most 1.1: by the language, and by the share of the question that was translated. */
  readonly certainty: number;
  /** True on a site that is written in the question's language as well: only an answer is worth leaving that. */
  readonly isWritten: boolean;
}

/**
 * Coverage of the question: `answers` – a passage about what was asked; `close` – no clear answer, but places that may
 * help; `not_covered` – nothing on the subject.
 */
export type EvidenceLevel = 'answers' | 'close' | 'not_covered';

/** Estimate from retrieval alone of how well the site covers a question. */
export interface Evidence {
  /** 0 … 1: the probability that the first article answers. */
  readonly score: number;
  readonly level: EvidenceLevel;
  /** Same as level `answers`. */
  readonly covered: boolean;
  /** Whether the first articles may have to do with the question: always but for `not_covered`, and for the upper part of that. */
  readonly isNear: boolean;
  /** Name and value of each part of the score, for the trace. */
  readonly reasons: readonly string[];
}

export interface Correction {
  readonly typed: string;
  readonly meant: string;
}

export interface KeywordQuery {
  readonly keyword: string;
  /** Number of articles. */
  readonly limit: number;
  /** More of them where they are ranked by `signals`, to be ordered anew. */
  readonly compared?: number;
  /** Only these articles are searched, as in a question. */
  readonly within?: string;
  /** Vector of the keyword, for several words. RangeError when its length differs from the index. */
  readonly queryVector?: Float32Array;
}

export interface KeywordMatch {
  readonly articleId: string;
  /** The article's best chunk for the keyword. */
  readonly chunkId: string;
  /**
   * 0 … 1. Of one word a third each for the word in the title, for the word in the chunk, and for the BM25 relative to the best hit; of several
   * words two thirds of the score by which they are ranked, or a third of it above two thirds with all of them in the title.
   */
  readonly score: number;
  readonly titleHit: boolean;
  /** What its rank by words is made of; missing for one word, where the whole keyword is in its title, and where there are vectors. */
  readonly signals?: RankSignals;
  /** Its next best chunks, the best first; a few at most. */
  readonly further?: readonly string[];
}

export interface KeywordResult {
  readonly hits: readonly KeywordMatch[];
  /** Words searched instead of the typed ones, completed or corrected; highlighted too. */
  readonly words: readonly string[];
  /**
   * `none`: as typed or completed; `corrected`: with a spelling correction; `parts`: matched in part or by similarity
   * only.
   */
  readonly relaxed: 'none' | 'corrected' | 'parts';
}
