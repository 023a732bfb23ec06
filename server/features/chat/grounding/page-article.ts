import { pagePath } from '../../../text/page-path.ts';
import { bare } from '../../../text/text.ts';
import type { Citation, MarkQuote } from '../../../../contract/articles/articles.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import type { Passage } from '../../knowledge/knowledge.ts';
import type { Question } from '../question.ts';
import { nextQuestions } from '../suggestions.ts';
import type { PageArticle } from './page.ts';

/** Maximum of characters read of a page. */
const most = 6000;
/** Target length of a passage, in characters. */
const aim = 600;

const aboutThisPage =
  /\b(?:this|the current) (?:page|article|post|entry|text)\b|本文|本页|本頁|这(?:一)?(?:篇|页|个页面)|這(?:一)?(?:篇|頁|個頁面)|(?:この|本)(?:ページ|記事)|이 (?:페이지|글|문서|기사)|\bcet(?:te)? (?:page|article)\b|\bdiese[rmsn]? (?:seite|artikel|beitrag)\b|\best[ae] (?:página|artículo|artigo|entrada)\b|\bquest[ao] (?:pagina|articolo)\b|\bquest.articolo\b|\bэт[аоуе][йит]?[а-я]* (?:страниц|стать)/iu;

/** Questions for what a text says as a whole: "What is it about?", “讲了什么？”. */
const asksForGist =
  /^(?:so )?what(?:'s|’s| is| does) (?:it|this|that)(?: all)? (?:about|say)\b|^(?:please )?summari[sz]e\b|^(?:tl;?dr|main points?|key points?|summary)\b|^(?:它|[这這本](?:一)?[篇页頁文]?(?:文章|内容|內容)?)?(?:是)?(?:都|到底)?(?:主要)?(?:讲|講|说|說)(?:了|的)?(?:是)?(?:什么|什麼|啥)|^(?:总结|總結|概括|摘要|主要(?:内容|內容))|要約|まとめ|^何について|요약|무슨 내용|^worum geht|zusammenfass|^de quoi (?:parle|s.agit)|résum|^de qu[ée] trata|^resum|^do que (?:se )?trata|^о чём|^о чем|кратко|пересказ/iu;

/** The task of a question on a page: a summary for “What is this about?”, otherwise the one that the question names. */
export function taskOnPage(ask: Pick<Question, 'question' | 'pageUrl' | 'pageTask'>): Question['pageTask'] {
  const question = ask.question.trim();
  const isGist =
    ask.pageTask === 'ask' &&
    ask.pageUrl !== undefined &&
    question.length <= longestGist &&
    asksForGist.test(question);
  return isGist ? 'summarise' : ask.pageTask;
}

/** Longer questions ask for something in particular. */
const longestGist = 60;

/** Passages with those of the page first that the visitor asks about, also such as were found further down. */
export async function pageFirst(
  page: (url: string) => Promise<PageArticle | undefined>,
  { pageUrl, pageTask }: Pick<Question, 'pageUrl' | 'pageTask'>,
  passages: readonly Passage[],
  further: readonly Passage[] = [],
): Promise<readonly Passage[]> {
  const article = pageUrl !== undefined && pageTask === 'ask' ? await page(pageUrl) : undefined;
  if (!article) return passages;
  const isOwn = ({ articleId }: Passage) => articleId === article.id;
  return [...[...passages, ...further].filter(isOwn), ...passages.filter((passage) => !isOwn(passage))];
}

/** Passages of the current page in order, when the question is about it; otherwise none. */
export async function pagePassages(
  page: (url: string) => Promise<PageArticle | undefined>,
  { question, pageUrl, pageTask }: Pick<Question, 'question' | 'pageUrl' | 'pageTask'>,
): Promise<Passage[]> {
  if (pageUrl === undefined || (pageTask !== 'summarise' && !aboutThisPage.test(question))) return [];
  const article = await page(pageUrl);
  return article ? passagesOfPage(article) : [];
}

export function passagesOfPage({ id: articleId, title, url, blocks }: PageArticle): Passage[] {
  const passages: Passage[] = [];
  let length = 0;
  for (const { markdown, headingPath, anchor } of blocks) {
    length += markdown.length;
    if (length > most) break;
    const last = passages.at(-1);
    const joins =
      last?.headingPath.join('\n') === headingPath.join('\n') && last.text.length + markdown.length <= aim;
    if (last && joins) passages[passages.length - 1] = { ...last, text: `${last.text}\n\n${markdown}` };
    else {
      const chunkIndex = passages.length;
      passages.push({
        articleId,
        identity: `page-${chunkIndex}`,
        title,
        url,
        anchor,
        headingPath,
        text: markdown,
        chunkIndex,
        score: 1 / (1 + chunkIndex),
      });
    }
  }
  return passages;
}

/** Creates a lookup of a page's article by its address. */
export function createPageFinder(deps: {
  /** The article at a path, as `pagePath` gives it. */
  readonly articleAt: (path: string) => Promise<Omit<PageArticle, 'blocks'> | undefined>;
  readonly blocks: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly TaskBlock[]>>;
}): (url: string) => Promise<PageArticle | undefined> {
  return async (url) => {
    const article = await deps.articleAt(pagePath(url));
    if (!article) return undefined;
    const { id, title, excerpt } = article;
    const blocks = (await deps.blocks([id])).get(id) ?? [];
    return { id, title, url: article.url, excerpt, blocks };
  };
}

/** Minimum length of a usable excerpt. */
const shortestExcerpt = 40;

/** The excerpt of the current page as its summary, if it has one; needs no model. */
export async function excerptOfPage(
  page: (url: string) => Promise<PageArticle | undefined>,
  { pageUrl, pageTask }: Pick<Question, 'pageUrl' | 'pageTask'>,
): Promise<PageSummary | undefined> {
  if (pageUrl === undefined || pageTask !== 'summarise') return undefined;
  const article = await page(pageUrl);
  const excerpt = article?.excerpt.trim() ?? '';
  if (!article || excerpt.length < shortestExcerpt) return undefined;
  const { id: postId, title, url, blocks } = article;
  // A description that stands nowhere on the page has no place that a mark could lead to.
  const isOnPage = bare(blocks.map(({ markdown }) => markdown).join(' ')).includes(bare(excerpt));
  return {
    text: isOnPage ? `${excerpt}[1]` : excerpt,
    citation: { postId, title, url },
    ...(isOnPage && { quote: { mark: 1, article: 1, quote: excerpt.slice(0, 300) } }),
    suggestions: (language) => nextQuestions(blocks, { headingPath: [] }, language, ''),
  };
}

/** An existing summary. */
export interface PageSummary {
  readonly text: string;
  readonly citation: Citation;
  /** Its place on the page; missing where it stands nowhere there. */
  readonly quote?: MarkQuote;
  readonly suggestions: (language: string) => string[];
}
