import type { InterfaceLanguage } from '../../../../contract/site/interface-language.ts';
import type { ArticleVariant, Citation, StructuredResult } from '../../../../contract/articles/articles.ts';
import type { ProcessorType } from '../../../../contract/intent-routes/processors.ts';
import { truncate } from '../../../text/text.ts';
import type { Articles } from './step.ts';

/** Maximum of cards in an answer. */
const maxItems = 100;
const excerptLength = 120;

/** Kind of list by the steps of the pipeline; the first match counts. */
const variantBySteps: readonly (readonly [ProcessorType, ArticleVariant])[] = [
  ['VISIT_SORT', 'ranking'],
  ['TAG_MATCH', 'tag'],
  ['CATEGORY_MATCH', 'category'],
  ['TIME_SORT', 'latest'],
];

/** Kind of list that a pipeline produces (part B 2.5). */
export const variantOf = (pipeline: readonly { readonly type: string }[]): ArticleVariant =>
  variantBySteps.find(([type]) => pipeline.some((step) => step.type === type))?.[1] ?? 'recommendation';

/** Articles as cards and citations, with an introductory sentence; all text is the host's or built in. */
export function resultOf(
  found: Articles,
  variant: ArticleVariant,
  title: string,
  language: InterfaceLanguage,
) {
  const articles = found.slice(0, maxItems);
  const words = wording[language];
  const titleOf = (text: string) => text.trim() || words.untitled;
  // Without any visits, sorting by visits equals sorting by date.
  const isUncounted = variant === 'ranking' && articles.every(({ visits }) => !visits);
  return {
    leadIn: (isUncounted ? words.uncounted.leadIn : words.leadIn[variant])(articles.length),
    citations: articles.map(({ id, title: text, url }): Citation => ({
      postId: id,
      title: titleOf(text),
      url,
    })),
    structuredResult: {
      type: 'article-list',
      variant,
      title: title.trim() || words.recommended,
      description: isUncounted ? words.uncounted.description : words.description[variant],
      items: articles.map((article, index) => ({
        rank: index + 1,
        postId: article.id,
        title: titleOf(article.title),
        url: article.url,
        excerpt: shortened(article.excerpt),
        publishTime: article.publishedAt.slice(0, 10),
      })),
    } satisfies StructuredResult,
  };
}

function shortened(excerpt: string): string {
  const text = excerpt.replace(/\s+/g, ' ').trim();
  return text.length > excerptLength ? `${wholeWords(truncate(text, excerptLength), text)}…` : text;
}

/** The beginning of a text without a word that was cut in two; in scripts without blanks any position is fine. */
function wholeWords(beginning: string, text: string): string {
  const isTorn = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Hangul}\p{N}]/u.test(text.charAt(beginning.length));
  const end = beginning.lastIndexOf(' ');
  return (isTorn && end > excerptLength / 2 ? beginning.slice(0, end) : beginning).trimEnd();
}

/** The texts give the number shown, not the number of all matches. */
interface Wording {
  readonly untitled: string;
  readonly recommended: string;
  readonly description: Readonly<Record<ArticleVariant, string>>;
  readonly leadIn: Readonly<Record<ArticleVariant, (count: number) => string>>;
  readonly uncounted: { readonly description: string; readonly leadIn: (count: number) => string };
}

const articlesOf = (count: number) => (count === 1 ? '1 article' : `${count} articles`);

const wording: Readonly<Record<InterfaceLanguage, Wording>> = {
  zh: {
    untitled: '无标题',
    recommended: '推荐文章',
    description: {
      ranking: '按本站浏览量从高到低排列',
      latest: '按发布时间排列',
      tag: '按标签从本站文章中选出',
      category: '按分类从本站文章中选出',
      recommendation: '从本站文章中选出',
    },
    leadIn: {
      ranking: (count) => `按浏览量从高到低列出 ${count} 篇文章：`,
      latest: (count) => `按发布时间列出 ${count} 篇文章：`,
      tag: (count) => `按标签列出 ${count} 篇文章：`,
      category: (count) => `按分类列出 ${count} 篇文章：`,
      recommendation: (count) => `本站的 ${count} 篇文章：`,
    },
    uncounted: {
      description: '尚无浏览记录，按发布时间从新到旧排列',
      leadIn: (count) => `目前还没有浏览记录，先按发布时间列出 ${count} 篇文章：`,
    },
  },
  en: {
    untitled: 'Untitled',
    recommended: 'Recommended articles',
    description: {
      ranking: 'Ordered by visits on this site',
      latest: 'Ordered by publication date',
      tag: 'Chosen by tag from this site',
      category: 'Chosen by category from this site',
      recommendation: 'Chosen from the articles of this site',
    },
    leadIn: {
      ranking: (count) => `${articlesOf(count)}, the most visited first:`,
      latest: (count) => `${articlesOf(count)} by publication date:`,
      tag: (count) => `${articlesOf(count)} by tag:`,
      category: (count) => `${articlesOf(count)} by category:`,
      recommendation: (count) => `${articlesOf(count)} of this site:`,
    },
    uncounted: {
      description: 'No visits have been counted yet; the newest first',
      leadIn: (count) => `No visits have been counted yet; ${articlesOf(count)}, the newest first:`,
    },
  },
};
