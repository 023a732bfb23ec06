import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ArticleHead, Term } from '../../../ports/host.ts';
import { foldName } from '../matching/normalize-question.ts';

/** What all steps choose from: the public articles, newest first, and what they are filed under. */
export interface ArticleFacets {
  readonly articles: readonly ArticleHead[];
  readonly tags: Terms;
  readonly categories: Terms;
  /** The title, and the excerpt, as keywords are compared with them. */
  textsOf(article: ArticleHead): { readonly title: string; readonly excerpt: string };
}

/** Folded names and slugs of tags, or categories, each with the articles that are filed under it. */
export type Terms = ReadonlyMap<string, ReadonlySet<ArticleHead>>;

/** The shelf of the present list of articles; made once per list, not per question. */
export function createFacets(catalogue: Pick<Catalogue, 'heads'>): () => Promise<ArticleFacets> {
  let last: { readonly heads: readonly ArticleHead[]; readonly facets: ArticleFacets } | undefined;
  return async () => {
    const heads = await catalogue.heads();
    if (last?.heads !== heads) last = { heads, facets: buildFacets(heads) };
    return last.facets;
  };
}

/** Limited articles are left out: whatever a route finds is for everybody. */
export function buildFacets(heads: readonly ArticleHead[]): ArticleFacets {
  const articles = heads.filter(({ visibility }) => visibility === 'public').toSorted(newestFirst);
  const texts = new WeakMap<ArticleHead, ReturnType<ArticleFacets['textsOf']>>();
  return {
    articles,
    tags: termsOf(articles, (article) => article.tags),
    categories: termsOf(articles, (article) => article.categories),
    textsOf(article) {
      const known = texts.get(article);
      if (known) return known;
      const folded = { title: foldName(article.title), excerpt: foldName(article.excerpt) };
      texts.set(article, folded);
      return folded;
    },
  };
}

/** By time of publication, those without one last; equal ones in an order that never changes. */
export const newestFirst = (a: ArticleHead, b: ArticleHead): number =>
  compare(b.publishedAt, a.publishedAt) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function termsOf(
  articles: readonly ArticleHead[],
  termsIn: (article: ArticleHead) => readonly Term[],
): Terms {
  const terms = new Map<string, Set<ArticleHead>>();
  const folded = new Map<string, string>();
  const fold = (text: string) => {
    const name = folded.get(text) ?? foldName(text);
    folded.set(text, name);
    return name;
  };
  for (const article of articles) {
    for (const name of termsIn(article).flatMap(({ name, slug }) => [fold(name), fold(slug)])) {
      const filed = terms.get(name);
      if (filed) filed.add(article);
      else if (name !== '') terms.set(name, new Set([article]));
    }
  }
  return terms;
}
