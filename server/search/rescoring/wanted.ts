import type { AskedGroup, TermKey } from '../../ports/candidates.ts';
import { dampedCounts, smoothInverseFrequency } from '../analysis/character-ngrams.ts';
import type { Wanted } from '../postings/inverted-index.ts';
import { findKey, type Candidates, type Find } from './needs.ts';
import { groupKey } from './statistics.ts';

/** Notes the searches for candidates that a query needs. */
export function noteWanted(candidates: Candidates, { likeness, passages, articles, titles }: Wanted): void {
  if (likeness) want(candidates, { kind: 'passages', groups: likenessGroups(candidates, likeness) });
  if (passages) want(candidates, { kind: 'passages', groups: known(candidates, passages) });
  if (articles) want(candidates, { kind: 'articles', groups: known(candidates, articles) });
  if (titles) want(candidates, { kind: 'titles', groups: known(candidates, titles) });
}

/** Notes a search for candidates, once all terms are known. */
export function want({ gathered, needs }: Candidates, find: Find): void {
  if (find.kind !== 'titled' && (find.groups.length === 0 || needs.counts.size > 0)) return;
  const key = findKey(find);
  if (!gathered.found.has(key)) needs.finds.set(key, find);
}

/** The terms that the site has. */
function known({ statistics, needs }: Candidates, groups: readonly AskedGroup[]): readonly AskedGroup[] {
  const isKnown = (term: TermKey) => {
    const count = statistics.countOf([term]);
    if (count === undefined) needs.counts.set(groupKey([term]), [term]);
    return count !== undefined && count.passages + count.articles > 0;
  };
  return groups.map((group) => group.filter(isKnown)).filter((group) => group.length > 0);
}

/** Terms of the likeness with weights that make BM25 rank nearly as it does. */
function likenessGroups(candidates: Candidates, grams: AskedGroup): readonly AskedGroup[] {
  const { statistics } = candidates;
  const weighed = known(candidates, [grams])
    .flat()
    .map((term) => {
      const idf = smoothInverseFrequency(
        statistics.totals.passages,
        statistics.countOf([term])?.passages ?? 0,
      );
      const damped = dampedCounts[Math.min(255, Math.max(1, Math.round(term.weight)))] ?? 1;
      return { ...term, weight: damped * idf, gain: damped * idf * idf };
    });
  const telling = LEAST_GAIN * Math.max(0, ...weighed.map(({ gain }) => gain));
  return weighed
    .filter(({ gain }) => gain >= telling)
    .map(({ high, low, weight }) => [{ high, low, weight }]);
}

/** As in `character-ngrams.ts`. */
const LEAST_GAIN = 0.05;
