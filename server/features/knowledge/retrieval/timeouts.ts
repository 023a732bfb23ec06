/** Timeouts of the retrieval steps in milliseconds; a visitor waits for all of them. */
export const retrievalTimeouts = {
  rewriteMs: 2_000,
  hydeMs: 3_000,
  /** Without the vector the words still search. */
  embedMs: 5_000,
  /** The search box shows results while one types. */
  embedKeywordMs: 1_000,
  translateMs: 3_000,
  rerankMs: 2_000,
  /** All of retrieval. */
  overallMs: 15_000,
} as const;

export type RetrievalTimeouts = Readonly<Record<keyof typeof retrievalTimeouts, number>>;
