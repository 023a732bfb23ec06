import type { StemLanguage } from '../../text/morphology/stem.ts';
import { createTermTable, type TermTable } from '../postings/term-table.ts';
import { createAnalyzer } from './analyze.ts';
import { createTermFrequencies, type TermFrequencies } from './term-frequencies.ts';

/** The terms of a text by the numbers of a table; valid until the next text is read. */
export interface ReadTerms {
  readonly table: TermTable;
  readonly bag: TermFrequencies;
}

/**
 * Reads questions, and the passages that they are compared with, as `analyze` reads articles. The analyzer is kept from one to the next, since
 * their words come again; another table takes its place when there are many terms.
 */
export function createKeptAnalyzer(): (text: string, language: StemLanguage) => ReadTerms {
  const bag = createTermFrequencies();
  let table = createTermTable();
  let analyzer = createAnalyzer(table);
  return (text, language) => {
    if (table.size > MOST_KEPT) {
      table = createTermTable();
      analyzer = createAnalyzer(table);
    }
    bag.clear();
    analyzer.analyze(text, 1, bag, language);
    return { table, bag };
  };
}

/** Bound of the terms that are kept: some five megabytes. */
const MOST_KEPT = 150_000;
