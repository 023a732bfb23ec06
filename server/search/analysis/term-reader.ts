import type { StemLanguage } from '../../text/morphology/stem.ts';
import type { TermKey } from '../../ports/search-index.ts';
import type { TermTable } from '../postings/term-table.ts';
import { createKeptAnalyzer } from './kept-analyzer.ts';
import { numberOfTagged } from './term.ts';

const read = createKeptAnalyzer();

/** Finds which of the given terms a text contains, by their indexes; texts are analysed like articles. */
export function createTermReader(
  terms: readonly TermKey[],
  language: StemLanguage,
): (text: string) => ReadonlySet<number> {
  let numbered: TermTable | undefined;
  let places: ReadonlyMap<number, readonly number[]> = new Map();
  return (text) => {
    const { table, bag } = read(text, language);
    if (table !== numbered) {
      numbered = table;
      places = Map.groupBy(terms.keys(), (place) => {
        const { high = 0, low = 0 } = terms[place] ?? {};
        return table.intern(high, low);
      });
    }
    const held = new Set<number>();
    for (const term of bag.terms.subarray(0, bag.size))
      for (const place of places.get(numberOfTagged(term)) ?? []) held.add(place);
    return held;
  };
}
