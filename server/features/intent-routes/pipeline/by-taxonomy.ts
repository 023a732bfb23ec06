import type { ArticleHead } from '../../../ports/host.ts';
import { foldName } from '../matching/normalize-question.ts';
import { matchNames } from '../matching/match-names.ts';
import type { Terms } from './article-facets.ts';

/** Articles with a tag or category that a question names. */
export const filedAsNamed = (question: string, terms: Terms): ReadonlySet<ArticleHead> =>
  filedUnder(matchNames(question, terms.keys()), terms);

/** Articles with one of the given names; an unknown name is tried word by word. */
export const filedAsGiven = (given: readonly string[], terms: Terms): ReadonlySet<ArticleHead> =>
  filedUnder(
    given.map(foldName).flatMap((name) => (terms.has(name) ? [name] : name.split(' '))),
    terms,
  );

/** Articles of normalized names. */
export function filedUnder(names: Iterable<string>, terms: Terms): ReadonlySet<ArticleHead> {
  const filed = new Set<ArticleHead>();
  for (const name of names) for (const article of terms.get(name) ?? []) filed.add(article);
  return filed;
}
