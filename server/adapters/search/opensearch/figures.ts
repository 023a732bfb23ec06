import type { CandidateSource, SiteTotals, TermKey } from '../../../ports/candidates.ts';
import { recordOf, type Search, type SearchReply } from './searches.ts';
import { wordOf } from './words.ts';

/** Filters for one kind of a generation's documents. */
export type OfKind = (kind: 'a' | 'p' | 'w', ...further: readonly object[]) => readonly object[];

/** The statistics of a site: numbers of passages and articles with a term, and their lengths. */
export function createFigures(search: Search, ofKind: OfKind): Pick<CandidateSource, 'counts' | 'totals'> {
  const aggregated = (kind: 'a' | 'p', aggs: object, signal?: AbortSignal) =>
    search({ size: 0, query: { bool: { filter: ofKind(kind) } }, aggs }, signal);

  const countsIn = async (
    kind: 'a' | 'p',
    groups: readonly (readonly TermKey[])[],
    signal?: AbortSignal,
  ): Promise<readonly number[]> => {
    const counted: number[] = [];
    for (let at = 0; at < groups.length; at += COUNTS_AT_ONCE) {
      const filters = groups
        .slice(at, at + COUNTS_AT_ONCE)
        .map((group) => ({ terms: { [kind]: group.map(wordOf) } }));
      const reply = await aggregated(kind, { counts: { filters: { filters } } }, signal);
      counted.push(...bucketsOf(reply, 'counts').map((bucket) => Number(bucket['doc_count'])));
    }
    return counted;
  };

  return {
    async counts(groups, signal) {
      const [passages, articles] = await Promise.all([
        countsIn('p', groups, signal),
        countsIn('a', groups, signal),
      ]);
      return groups.map((_, at) => ({ passages: passages[at] ?? 0, articles: articles[at] ?? 0 }));
    },
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
      return totalsOf(passages, articles);
    },
  };
}

/** Terms counted per aggregation, limited by the engine's maximum of clauses. */
const COUNTS_AT_ONCE = 400;
const MAX_LANGUAGES = 50;

const bucketsOf = (reply: SearchReply, name: string): readonly Readonly<Record<string, unknown>>[] => {
  const { buckets } = recordOf(reply.aggregations[name]);
  return Array.isArray(buckets) ? buckets.map(recordOf) : [];
};

const valueOf = (reply: SearchReply, name: string): number =>
  Number(recordOf(reply.aggregations[name])['value'] ?? 0);

const totalsOf = (passages: SearchReply, articles: SearchReply): SiteTotals => ({
  passages: valueOf(passages, 'count'),
  articles: valueOf(articles, 'count'),
  vectors: valueOf(passages, 'vectors'),
  passageLengths: valueOf(passages, 'length'),
  articleLengths: valueOf(articles, 'length'),
  languages: bucketsOf(articles, 'languages').map((bucket) => [
    String(bucket['key']),
    Number(bucket['doc_count']),
  ]),
});
