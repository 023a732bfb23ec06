import type { AnswerState, AnswerSummary, Citation, StructuredResult } from '../../contract/articles.ts';
import { fieldsOf, listOf, textOf, wholeOf, wordOf } from '../kit/coerce.ts';

/** More sources than this are never shown; a longer list is a broken or hostile stream. */
const mostArticles = 50;

/** The sources of an answer; entries that are not objects keep their place, so `[N]` still counts right. */
export function citationsFrom(value: unknown): Citation[] {
  return listOf(value).slice(0, mostArticles).map(citationFrom);
}

function citationFrom(value: unknown): Citation {
  const given = fieldsOf(value);
  const url = textOf(given.url, 2000);
  const quote = textOf(given.quote, 600).trim();
  const anchor = textOf(given.anchor, 300);
  return {
    postId: textOf(given.postId, 200),
    title: textOf(given.title, 300).trim() || url,
    url,
    ...(quote && { quote }),
    ...(anchor && { anchor }),
  };
}

const states: readonly AnswerState[] = ['answered', 'partial', 'not_covered', 'refused', 'limited', 'failed'];

/** What closes an answer; nothing when the state is not one we know. */
export function summaryFrom(value: unknown): AnswerSummary | undefined {
  const given = fieldsOf(value);
  const answerState = states.find((state) => state === given.answerState);
  if (answerState === undefined) return undefined;
  return {
    answerState,
    ...(Array.isArray(given.citations) && { citations: citationsFrom(given.citations) }),
    ...(Array.isArray(given.nearest) && { nearest: citationsFrom(given.nearest) }),
    ...(typeof given.retryAfterSeconds === 'number' && {
      retryAfterSeconds: wholeOf(given.retryAfterSeconds, 0, 7 * 86_400, 0),
    }),
  };
}

/** Articles as cards; nothing when there is no article to show. An unknown variant is a recommendation. */
export function structuredResultFrom(value: unknown): StructuredResult | undefined {
  const given = fieldsOf(value);
  const items = listOf(given.items).slice(0, mostArticles).map(articleFrom);
  if (items.length === 0) return undefined;
  return {
    type: 'article-list',
    variant: wordOf(
      given.variant,
      ['ranking', 'latest', 'tag', 'category', 'recommendation'],
      'recommendation',
    ),
    title: textOf(given.title, 200),
    description: textOf(given.description, 300),
    items,
  };
}

function articleFrom(value: unknown, index: number): StructuredResult['items'][number] {
  const given = fieldsOf(value);
  const url = textOf(given.url, 2000);
  return {
    rank: wholeOf(given.rank, 1, 999, index + 1),
    postId: textOf(given.postId, 200),
    title: textOf(given.title, 300).trim() || url,
    url,
    excerpt: textOf(given.excerpt, 400).trim(),
    publishTime: textOf(given.publishTime, 10),
  };
}
