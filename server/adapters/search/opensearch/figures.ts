import type { CandidateSource, SiteTotals, TermCount, TermKey } from '../../../ports/candidates.ts';
import type { Connection } from './connection.ts';
import { numberOf, recordOf, unreadable, type Search, type SearchReply } from './searches.ts';
import type { Words } from './words.ts';

/** Filters for one kind of a generation's documents. */
export type OfKind = (kind: 'a' | 'p' | 'w', ...further: readonly object[]) => readonly object[];

interface FiguresDeps extends Pick<Words, 'wordOf'> {
  readonly connection: Connection;
  readonly search: Search;
  readonly index: string;
  readonly site: string;
  readonly ofKind: OfKind;
}

/** The statistics of a site: numbers of passages and articles with a term, and their lengths. */
export function createFigures(deps: FiguresDeps): Pick<CandidateSource, 'counts' | 'totals'> {
  const { search, ofKind, wordOf } = deps;
  /** Number of passages when they were last counted. */
  let size = 0;
  const aggregated = (kind: 'a' | 'p', aggs: object, signal?: AbortSignal) =>
    search({ size: 0, query: { bool: { filter: ofKind(kind) } }, aggs }, signal);

  const countsIn = async (
    kind: 'a' | 'p',
    terms: readonly TermKey[],
    signal?: AbortSignal,
  ): Promise<readonly number[]> => {
    const counted: number[] = [];
    for (let at = 0; at < terms.length; at += COUNTS_AT_ONCE) {
      const filters = terms
        .slice(at, at + COUNTS_AT_ONCE)
        .map((term) => ({ term: { [kind]: wordOf(term) } }));
      const reply = await aggregated(kind, { counts: { filters: { filters } } }, signal);
      const buckets = bucketsOf(reply, 'counts');
      if (buckets.length !== filters.length) throw unreadable();
      counted.push(...buckets.map((bucket) => numberOf(bucket['doc_count'])));
    }
    return counted;
  };

  /** Exact counts; the engine looks at each document of the site for each term. */
  const exactly = async (terms: readonly TermKey[], signal?: AbortSignal): Promise<readonly TermCount[]> => {
    const [passages, articles] = await Promise.all([
      countsIn('p', terms, signal),
      countsIn('a', terms, signal),
    ]);
    return terms.map((_, at) => ({ passages: passages[at] ?? 0, articles: articles[at] ?? 0 }));
  };

  return {
    counts: (terms, signal) =>
      size < LARGE ? exactly(terms, signal) : countsOfWords(deps, terms.map(wordOf), signal),
    async totals(signal) {
      const sum = (field: string) => ({ sum: { field } });
      const both = { count: { value_count: { field: 'seq' } }, length: sum('length') };
      const [passages, articles] = await Promise.all([
        aggregated('p', { ...both, vectors: sum('hasVector') }, signal),
        aggregated(
          'a',
          { ...both, languages: { terms: { field: 'language', size: MAX_LANGUAGES } } },
          signal,
        ),
      ]);
      const totals = totalsOf(passages, articles);
      size = totals.passages;
      return totals;
    },
  };
}

/** Passages from which on the engine's own counts do, which may still contain some replaced passages. */
const LARGE = 20_000;

/** Counts of single words as the engine keeps them, which costs it a look into its dictionary. */
async function countsOfWords(
  { connection, index, site }: FiguresDeps,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TermCount[]> {
  if (words.length === 0) return [];
  const text = words.join(' ');
  const { body } = await connection.call(
    {
      method: 'POST',
      path: `/${index}/_termvectors`,
      query: { routing: site },
      body: {
        doc: { p: text, a: text },
        fields: ['p', 'a'],
        term_statistics: true,
        field_statistics: false,
        positions: false,
        offsets: false,
        payloads: false,
      },
    },
    signal,
  );
  const { term_vectors: fields } = recordOf(body);
  if (typeof fields !== 'object') throw unreadable();
  const countIn = (field: string) => {
    const counted = recordOf(recordOf(recordOf(fields)[field])['terms']);
    return (word: string) => numberOf(recordOf(counted[word])['doc_freq'] ?? 0);
  };
  const [passages, articles] = [countIn('p'), countIn('a')];
  return words.map((word) => ({ passages: passages(word), articles: articles(word) }));
}

/** Terms counted per aggregation, limited by the engine's maximum of clauses. */
const COUNTS_AT_ONCE = 400;
const MAX_LANGUAGES = 50;

const bucketsOf = (reply: SearchReply, name: string): readonly Readonly<Record<string, unknown>>[] => {
  const { buckets } = recordOf(reply.aggregations[name]);
  if (!Array.isArray(buckets)) throw unreadable();
  return buckets.map(recordOf);
};

const valueOf = (reply: SearchReply, name: string): number =>
  numberOf(recordOf(reply.aggregations[name])['value']);

const totalsOf = (passages: SearchReply, articles: SearchReply): SiteTotals => ({
  passages: valueOf(passages, 'count'),
  articles: valueOf(articles, 'count'),
  vectors: valueOf(passages, 'vectors'),
  passageLengths: valueOf(passages, 'length'),
  articleLengths: valueOf(articles, 'length'),
  languages: bucketsOf(articles, 'languages').map((bucket) => [
    String(bucket['key']),
    numberOf(bucket['doc_count']),
  ]),
});
