import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ArticleHead, Term } from '../../../ports/host.ts';
import { guessLanguage, type Language } from '../../../text/language.ts';
import { foldName } from '../matching/normalize-question.ts';

/** The public articles, newest first, with indexes by tag and category. */
export interface ArticleFacets {
  readonly articles: readonly ArticleHead[];
  readonly tags: Terms;
  readonly categories: Terms;
  /** Normalized title and excerpt. */
  textsOf(article: ArticleHead): { readonly title: string; readonly excerpt: string };
  /** The language that its title and excerpt are written in. */
  languageOf(article: ArticleHead): Language;
}

/** Articles by normalized name and slug of tags or categories. */
export type Terms = ReadonlyMap<string, ReadonlySet<ArticleHead>>;

/** Facets of the current articles, computed once per list. */
export function createFacets(catalogue: Pick<Catalogue, 'heads'>): () => Promise<ArticleFacets> {
  let last: { readonly heads: readonly ArticleHead[]; readonly facets: ArticleFacets } | undefined;
  // Most articles stay when the list changes.
  const languages = new WeakMap<ArticleHead, Language>();
  return async () => {
    const heads = await catalogue.heads();
    if (last?.heads !== heads) last = { heads, facets: buildFacets(heads, languages) };
    return last.facets;
  };
}

/** Leaves out limited articles, since everybody may see a route's results, and those that lists leave out. */
export function buildFacets(
  heads: readonly ArticleHead[],
  languages = new WeakMap<ArticleHead, Language>(),
): ArticleFacets {
  const articles = heads
    .filter(({ visibility, isUnlisted }) => visibility === 'public' && !isUnlisted)
    .toSorted(newestFirst);
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
    languageOf(article) {
      const known = languages.get(article);
      if (known) return known;
      const language = guessLanguage(`${article.title}\n${article.excerpt.slice(0, 60)}`);
      languages.set(article, language);
      return language;
    },
  };
}

/** By publication date, undated ones last; a stable order for equal dates. */
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
