export interface Signals {
  /** Share of the question's neighbouring words or characters that stand side by side in the chunk too. */
  readonly phrase: number;
  /** Share of the question's subject, by idf, that the article speaks of anywhere. */
  readonly coverage: number;
  /** Share of the words of the article's title that the question names. */
  readonly title: number;
  /** Share of the question's numbers that the article holds; 1 when it names none. */
  readonly numbers: number;
  /** Share of the question's unknown names that the article holds, by their pairs of characters; 1 when it has none. */
  readonly names: number;
  /** Number of the question's subject words that the article holds. */
  readonly words: number;
}
