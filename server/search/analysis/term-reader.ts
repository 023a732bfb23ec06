import type { StemLanguage } from '../../text/morphology/stem.ts';
import type { SubjectTerm } from '../../ports/search-index.ts';
import { createTermTable } from '../postings/term-table.ts';
import { createAnalyzer } from './analyze.ts';
import { createTermFrequencies } from './term-frequencies.ts';
import { numberOfTagged } from './term.ts';

/** Finds which of the given terms a text contains, by their indexes; texts are analysed like articles. */
export function createTermReader(
  terms: readonly SubjectTerm[],
  language: StemLanguage,
): (text: string) => ReadonlySet<number> {
  const table = createTermTable();
  const places = new Map(terms.map(({ high, low }, place) => [table.intern(high, low), place]));
  const analyzer = createAnalyzer(table);
  return (text) => {
    const bag = createTermFrequencies();
    analyzer.analyze(text, 1, bag, language);
    const held = new Set<number>();
    for (const term of bag.terms.subarray(0, bag.size)) {
      const place = places.get(numberOfTagged(term));
      if (place !== undefined) held.add(place);
    }
    return held;
  };
}
