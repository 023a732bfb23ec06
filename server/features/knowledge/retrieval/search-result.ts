import type { Correction, Evidence } from '../../../ports/search-index.ts';
import type { Passage } from '../passage.ts';

/** Search result of one wording. */
export interface SearchResult {
  readonly passages: readonly Passage[];
  readonly articles: number;
  readonly evidence: Evidence;
  /** Misspelt words of the wording and what they were read as. */
  readonly corrections?: readonly Correction[];
}
