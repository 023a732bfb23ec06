export interface Signals {
  /** Share of the question's pairs of words or characters that are also neighbours in the chunk. */
  readonly phrase: number;
  /** Share of the question's subject, by idf, that the article contains. */
  readonly coverage: number;
  /** Share of the words of the article's title that the question names. */
  readonly title: number;
  /** Share of the question's numbers that the article contains; 1 when it has none. */
  readonly numbers: number;
  /** Share of the question's unknown names that the article contains, by their pairs of characters; 1 when it has none. */
  readonly names: number;
  /** Number of the question's subject words that the article contains. */
  readonly words: number;
}
