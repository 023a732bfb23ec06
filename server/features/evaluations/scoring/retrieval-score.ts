import type { RetrievalScore } from '../../../../contract/evaluations/report.ts';

/** A retrieved passage; several may belong to one article. */
export interface Retrieved {
  readonly postId: string;
  readonly title: string;
}

/**
 * Retrieval metrics. Hit, first rank and precision count passages; precision@5 always divides by five. Without an
 * expected source any result is a hit.
 *
 * Recall@k is the share of expected sources among the first k passages (Manning, Raghavan and Schütze 2008, 8.4); the
 * reciprocal rank is 1 over the first rank (Voorhees 1999); nDCG has binary gains over distinct articles with the
 * discount 1 / log2(rank + 1) (Järvelin and Kekäläinen 2002; Burges et al. 2005). These three need an expected source.
 */
export function retrievalScore(found: readonly Retrieved[], expected: readonly string[]): RetrievalScore {
  const wanted = [...new Set(expected.map(normal))].filter((source) => source !== '');
  const topSources = distinct(found.slice(0, 5).map(sourceName)).slice(0, 5);
  if (wanted.length === 0) {
    const any = found.length > 0;
    return {
      hit: any,
      firstHitRank: any ? 1 : 0,
      precisionAt5: any ? 1 : 0,
      matchedSources: [],
      topSources,
      retrieved: found.length,
    };
  }
  const matching = found.filter((one) => matchesAny(one, wanted));
  const firstHitRank = found.findIndex((one) => matchesAny(one, wanted)) + 1;
  const reached = wanted.filter((source) => found.some((one) => matches(one, source)));
  return {
    hit: matching.length > 0,
    firstHitRank,
    precisionAt5: found.slice(0, 5).filter((one) => matchesAny(one, wanted)).length / 5,
    matchedSources: distinct(matching.map(sourceName)),
    topSources,
    retrieved: found.length,
    recall: reached.length / wanted.length,
    reciprocalRank: firstHitRank === 0 ? 0 : 1 / firstHitRank,
    ndcg: ndcg(found, wanted),
  };
}

/** True when an article is an expected source: its id or title contains one, or is contained in one. */
export const isExpected = (one: Retrieved, expected: readonly string[]): boolean =>
  matchesAny(
    one,
    expected.map(normal).filter((source) => source !== ''),
  );

const matchesAny = (one: Retrieved, wanted: readonly string[]) =>
  wanted.some((source) => matches(one, source));

const matches = ({ postId, title }: Retrieved, source: string): boolean =>
  [normal(postId), normal(title)].some(
    (name) => name !== '' && (name.includes(source) || source.includes(name)),
  );

/** Lower case without white space. */
const normal = (text: string) => text.toLowerCase().replace(/\s+/g, '');

/**
 * An article has gain 1 when it matches a source that no earlier article has matched. The ideal order has these
 * articles, plus one for each missing source, at the top.
 */
function ndcg(found: readonly Retrieved[], wanted: readonly string[]): number {
  const articles = [...new Map(found.map((one) => [one.postId || one.title, one])).values()];
  const missing = new Set(wanted);
  const gains = articles.map((article) => {
    const brought = [...missing].filter((source) => matches(article, source));
    for (const source of brought) missing.delete(source);
    return brought.length > 0 ? 1 : 0;
  });
  const useful = gains.filter((gain) => gain > 0).length + missing.size;
  return discounted(gains) / discounted(Array.from({ length: useful }, () => 1));
}

const discounted = (gains: readonly number[]) =>
  gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);

const distinct = (names: readonly string[]) => [...new Set(names)].filter((name) => name !== '');

const sourceName = ({ postId, title }: Retrieved) =>
  title === '' || postId === '' ? title || postId : `${title} (${postId})`;
