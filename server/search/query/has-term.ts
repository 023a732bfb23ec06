import type { TermKey } from '../../ports/search-index.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';

/** True when any chunk of the site has the term. */
export function hasTerm(
  { terms, chunks }: Pick<InvertedIndex, 'terms' | 'chunks'>,
  { high, low }: TermKey,
): boolean {
  const term = terms.find(high, low);
  return term >= 0 && chunks.frequency(term) > 0;
}
