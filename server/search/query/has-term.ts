import type { TermKey } from '../../ports/search-index.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';

/** Number of chunks of the site that have the term. */
export function frequencyOf(
  { terms, chunks }: Pick<InvertedIndex, 'terms' | 'chunks'>,
  { high, low }: TermKey,
): number {
  const term = terms.find(high, low);
  return term < 0 ? 0 : chunks.frequency(term);
}

/** True when any chunk of the site has the term. */
export const hasTerm = (index: Pick<InvertedIndex, 'terms' | 'chunks'>, term: TermKey): boolean =>
  frequencyOf(index, term) > 0;
