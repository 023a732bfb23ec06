import type { ArticleHead } from '../../../ports/host.ts';
import { foldName } from '../matching/normalize-question.ts';
import { matchNames } from '../matching/match-names.ts';
import type { Terms } from './article-facets.ts';

/**
 * Articles with a tag or category: one that the question names, or in the mode `fixed` one of the given names, of which
 * an unknown one is tried word by word.
 */
export function byTaxonomy(
  articles: readonly ArticleHead[],
  terms: Terms,
  {
    mode,
    given,
    question,
  }: { readonly mode: 'from_query' | 'fixed'; readonly given: readonly string[]; readonly question: string },
): readonly ArticleHead[] {
  const names =
    mode === 'fixed'
      ? given.map(foldName).flatMap((name) => (terms.has(name) ? [name] : name.split(' ')))
      : matchNames(question, terms.keys());
  const filed = filedUnder(names, terms);
  return articles.filter((article) => filed.has(article));
}

/** Articles of normalized names. */
export function filedUnder(names: Iterable<string>, terms: Terms): ReadonlySet<ArticleHead> {
  const filed = new Set<ArticleHead>();
  for (const name of names) for (const article of terms.get(name) ?? []) filed.add(article);
  return filed;
}
