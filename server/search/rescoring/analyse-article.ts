import type { CandidateArticle, CandidatePassage, CountedTerms, TermKey } from '../../ports/candidates.ts';
import type { IndexChunk } from '../../ports/search-index.ts';
import { createAnalyzer } from '../analysis/analyze.ts';
import { createArticleReader } from '../analysis/read-article.ts';
import type { TermCounts } from '../postings/postings.ts';
import { createTermTable } from '../postings/term-table.ts';
import { isWordOfVocabulary } from '../postings/vocabulary.ts';
import { packArticle } from './packed-article.ts';

/** Analyses an article for a search engine; `undefined` when it has no passages. */
export type AnalyseArticle = (passages: readonly IndexChunk[]) => CandidateArticle | undefined;

/** Creates an analysis with its own table of terms, which is replaced by an empty one when it gets large. */
export function createArticleAnalysis(): AnalyseArticle {
  let words: string[] = [];
  const fresh = () => {
    const table = createTermTable();
    const { analyze } = createAnalyzer(table, (word) => {
      if (isWordOfVocabulary(word)) words.push(word);
    });
    // By number of the term; those of an article are mostly those of earlier ones.
    const keys: TermKey[] = [];
    const keyOf = (term: number): TermKey => {
      for (let next = keys.length; next <= term; next++)
        keys.push({ high: table.high(next), low: table.low(next) });
      return keys[term] ?? { high: table.high(term), low: table.low(term) };
    };
    return { table, keyOf, reader: createArticleReader(analyze) };
  };
  let own = fresh();
  return (passages) => {
    if (own.table.size > MAX_TERMS) own = fresh();
    const { keyOf, reader } = own;
    const keysOf = (numbers: Uint32Array, size: number): TermKey[] =>
      Array.from(numbers.subarray(0, size), keyOf);
    const counted = ({ size, terms, counts, length }: TermCounts): CountedTerms => ({
      terms: keysOf(terms, size),
      counts: [...counts.subarray(0, size)],
      length,
    });
    words = [];
    const found: CandidatePassage[] = [];
    const norms: number[] = [];
    const read = reader.readAtOnce(passages, (terms) => {
      const vector = passages[found.length]?.vector;
      found.push({ ...counted(terms), ...(vector && { vector }) });
      norms.push(terms.norm);
    });
    if (read === undefined) return undefined;
    const { title, language } = read;
    const titleTerms = keysOf(read.titleTerms, read.titleTerms.length);
    const whole = counted(read.whole);
    const head = {
      title,
      titleTerms: titleTerms.flatMap(({ high, low }) => [high, low]),
      language,
      length: whole.length,
      passages: found.map(({ length }, at) => ({ id: passages[at]?.id ?? '', length, norm: norms[at] ?? 1 })),
    };
    const packed = packArticle(head, whole, found);
    return { title, titleTerms, language, whole, passages: found, words, packed };
  };
}

/** Number of terms at which the table is replaced: some 40 MB. */
const MAX_TERMS = 500_000;
