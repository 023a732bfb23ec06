/**
 * The inner loops of a question over one memory. All places are byte offsets into it. The first bytes hold what is the
 * same for all documents (`fixed`); a document's scores are four numbers side by side, see `scores.ts`.
 */
export interface ScoreKernel {
  /** Adds the gains to the documents of `size` postings in the form of `posting-list.ts`, without the size before them. */
  readonly addList: AddPostings;
  /** The same for postings as `Postings` reads them, 32 bits each. */
  readonly addPacked: AddPostings;
  /**
   * Makes sums of n-grams likenesses, takes away the scores of documents that are no more (their inverse norm is 0)
   * and writes the highest scores of each block of documents, four numbers.
   */
  settle(places: { scores: number; inverseNorms: number; maxima: number; blocks: number }): void;
  /** Writes the blend of each document with its article, and the highest of each block in all four numbers. */
  blend(places: BlendPlaces): void;
}

/** `shares` is what a term that stands once in a document counts there, by BM25 without its idf. */
type AddPostings = (from: number, size: number, table: { scores: number; shares: number }) => void;

export interface BlendPlaces {
  readonly scores: number;
  /** The article's number of each document. */
  readonly owners: number;
  readonly articleScores: number;
  readonly blended: number;
  readonly maxima: number;
  readonly blocks: number;
}

/** Documents that share one entry of the highest scores. */
export const BLOCK = 64;

/**
 * The numbers at fixed places: what a term adds to each score times its share, what it adds by standing there, the scale
 * of n-grams, the weights of the blend, the damped counts.
 */
export const fixed = {
  shared: 0,
  plain: 16,
  ofChunk: 32,
  ofArticle: 48,
  scale: 64,
  damped: 80,
  end: 80 + 4 * 256,
} as const;
