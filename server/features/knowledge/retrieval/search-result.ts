import type { Correction, Evidence, Translation } from '../../../ports/search-index.ts';
import type { Passage } from '../passage.ts';

/** Search result of one wording. */
export interface SearchResult {
  readonly passages: readonly Passage[];
  readonly articles: number;
  readonly evidence: Evidence;
  /** Misspelt words of the wording and what they were read as. */
  readonly corrections?: readonly Correction[];
  /** The wording in another language that found this. */
  readonly translation?: Translation | undefined;
}
