import type { AskedGroup, TermKey } from '../../ports/candidates.ts';
import { dampedCounts, smoothInverseFrequency } from '../analysis/character-ngrams.ts';
import type { Wanted } from '../postings/inverted-index.ts';
import { findKey, type Candidates, type CandidateSearch } from './needs.ts';
import { termKey } from './statistics.ts';

/** Records the searches for candidates that a query needs. */
export function recordWanted(candidates: Candidates, { likeness, passages, articles, titles }: Wanted): void {
  if (likeness)
    recordSearch(candidates, { kind: 'passages', groups: similarityGroups(candidates, likeness) });
  if (passages) recordSearch(candidates, { kind: 'passages', groups: known(candidates, passages) });
  if (articles) recordSearch(candidates, { kind: 'articles', groups: known(candidates, articles) });
  if (titles) recordSearch(candidates, { kind: 'titles', groups: known(candidates, titles) });
}

/** Records a search for candidates, once all of its terms are known. */
export function recordSearch({ gathered, needs }: Candidates, find: CandidateSearch): void {
  if (find.kind !== 'titled' && (find.groups.length === 0 || needs.counts.size > 0)) return;
  const key = findKey(find);
  if (!gathered.found.has(key)) needs.finds.set(key, find);
}

/** The groups without terms that the site lacks. */
function known({ statistics, needs }: Candidates, groups: readonly AskedGroup[]): readonly AskedGroup[] {
  const isKnown = (term: TermKey) => {
    const count = statistics.countOfTerm(term.high, term.low);
    if (count === undefined) needs.counts.set(termKey(term), term);
    return count !== undefined && count.passages + count.articles > 0;
  };
  return groups.map((group) => group.filter(isKnown)).filter((group) => group.length > 0);
}

/** Terms of the n-gram similarity, weighted so that BM25 ranks nearly the same. */
function similarityGroups(candidates: Candidates, grams: AskedGroup): readonly AskedGroup[] {
  const { statistics } = candidates;
  const weighed = known(candidates, [grams])
    .flat()
    .map((term) => {
      const idf = smoothInverseFrequency(
        statistics.totals.passages,
        statistics.countOfTerm(term.high, term.low)?.passages ?? 0,
      );
      const damped = dampedCounts[Math.min(255, Math.max(1, Math.round(term.weight)))] ?? 1;
      return { ...term, weight: damped * idf, gain: damped * idf * idf };
    });
  const telling = MIN_GAIN * Math.max(0, ...weighed.map(({ gain }) => gain));
  return weighed
    .filter(({ gain }) => gain >= telling)
    .map(({ high, low, weight }) => [{ high, low, weight }]);
}

/** The same value as in `character-ngrams.ts`. */
const MIN_GAIN = 0.05;
