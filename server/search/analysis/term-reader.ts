import type { StemLanguage } from '../../text/morphology/stem.ts';
import type { TermKey } from '../../ports/search-index.ts';
import { createTermTable } from '../postings/term-table.ts';
import { createAnalyzer } from './analyze.ts';
import { createTermFrequencies } from './term-frequencies.ts';
import { numberOfTagged } from './term.ts';

/** Finds which of the given terms a text contains, by their indexes; texts are analysed like articles. */
export function createTermReader(
  terms: readonly TermKey[],
  language: StemLanguage,
): (text: string) => ReadonlySet<number> {
  const table = createTermTable();
  const places = Map.groupBy(terms.keys(), (place) => {
    const { high = 0, low = 0 } = terms[place] ?? {};
    return table.intern(high, low);
  });
  const analyzer = createAnalyzer(table);
  const bag = createTermFrequencies();
  return (text) => {
    bag.clear();
    analyzer.analyze(text, 1, bag, language);
    const held = new Set<number>();
    for (const term of bag.terms.subarray(0, bag.size))
      for (const place of places.get(numberOfTagged(term)) ?? []) held.add(place);
    return held;
  };
}
