/**
 * The inner loops of a question over one memory. All positions are byte offsets. The first bytes contain values
 * common to all documents (`fixed`); a document's scores are four adjacent numbers, see `scores.ts`.
 */
export interface ScoreKernel {
  /** Adds the gains to the documents of `size` postings in the form of `posting-list.ts`, without the size before them. */
  readonly addList: AddPostings;
  /** The same for postings as `Postings` reads them, 32 bits each. */
  readonly addPacked: AddPostings;
  /**
   * Converts the sums of n-grams to similarities, zeroes the scores of removed documents (their inverse norm is 0)
   * and writes the highest scores of each block of documents, four numbers.
   */
  settle(places: { scores: number; inverseNorms: number; maxima: number; blocks: number }): void;
  /** Writes the blended score of each document with its article, and the highest of each block in all four numbers. */
  blend(places: BlendPlaces): void;
}

/** `shares` is the BM25 value, without idf, of a term that occurs once in a document. */
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
 * The numbers at fixed positions: each term's gain times its share, its gain for any occurrence, the scale of
 * n-grams, the weights of the blended score, the damped counts.
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
