import type { Evidence, RankSignals } from '../../ports/search-index.ts';

/** A passage that may carry an answer. */
export interface Passage {
  readonly articleId: string;
  readonly identity: string;
  readonly title: string;
  /** Site-relative page of the article; the whole address in another source. */
  readonly url: string;
  /** Name of the source where it is not the site itself. */
  readonly source?: string;
  /** Heading fragment on that page, without `#`; `''` at its top. */
  readonly anchor: string;
  readonly headingPath: readonly string[];
  /** Dates on which the article was published and last changed, `YYYY-MM-DD`; missing when unknown. */
  readonly published?: string;
  readonly changed?: string;
  readonly text: string;
  readonly chunkIndex: number;
  /** Comparable within one retrieval only. */
  readonly score: number;
  /** How the search found it; missing where it was not searched for. */
  readonly signals?: Pick<RankSignals, 'ngrams' | 'nearness'>;
}

/** The name of the source that an article is from; `undefined` for the site itself. */
export type SourceName = (articleId: string) => string | undefined;

/** Evidence of a failed retrieval. */
export const noEvidence = (reason: string): Evidence => ({
  score: 0,
  level: 'not_covered',
  covered: false,
  isNear: false,
  reasons: [reason],
});

/** A passage as shown in traces; its score is always a number (rule DBG7), since JSON has no NaN. */
export const tracePassage = (passage: Passage) => ({
  title: passage.title,
  score: Number.isFinite(passage.score) ? passage.score : 0,
  chunkIndex: passage.chunkIndex,
  content: passage.text.slice(0, 500),
});

/** At most 20 passages for a trace, `null` when there is none. */
export const tracePassages = (passages: readonly Passage[]) =>
  passages.length === 0 ? null : passages.slice(0, 20).map(tracePassage);
