import type {
  AnswerState,
  AnswerSummary,
  Citation,
  MarkQuote,
  Place,
  StructuredResult,
} from '../../contract/articles/articles.ts';
import { fieldsOf, listOf, textOf, wholeOf, wordOf } from '../kit/coerce.ts';

/** Maximum number of sources; a longer list comes from a broken or hostile stream. */
const mostArticles = 50;
const mostQuotes = 200;
const mostPlaces = 3;
const mostSuggestions = 6;

/** The sources of an answer; invalid entries keep their position, so that `[N]` still refers to the right one. */
export function citationsFrom(value: unknown): Citation[] {
  return listOf(value).slice(0, mostArticles).map(citationFrom);
}

function citationFrom(value: unknown): Citation {
  const given = fieldsOf(value);
  const url = textOf(given.url, 2000);
  const source = textOf(given.source, 300);
  const quote = textOf(given.quote, 600).trim();
  const anchor = textOf(given.anchor, 300);
  return {
    postId: textOf(given.postId, 200),
    title: textOf(given.title, 300).trim() || url,
    url,
    ...(source && { source }),
    ...(quote && { quote }),
    ...(anchor && { anchor }),
  };
}

const states: readonly AnswerState[] = ['answered', 'partial', 'not_covered', 'refused', 'limited', 'failed'];

const authors = ['model', 'articles', 'service', 'curated'] as const;

/** Whose words an answer is; `curated`: the owner's of the site. */
export type Author = (typeof authors)[number];

/** A summary with one word for its author. */
type Summary = Omit<AnswerSummary, 'writtenBy' | 'answeredBy'> & { readonly writtenBy?: Author };

/** Reads the summary at the end of an answer; `undefined` when its state is unknown. */
export function summaryFrom(value: unknown): Summary | undefined {
  const given = fieldsOf(value);
  const answerState = states.find((state) => state === given.answerState);
  if (answerState === undefined) return undefined;
  const author = authors.find((each) => each === (given.answeredBy ?? given.writtenBy));
  return {
    answerState,
    ...(Array.isArray(given.citations) && { citations: citationsFrom(given.citations) }),
    ...(Array.isArray(given.nearest) && { nearest: citationsFrom(given.nearest) }),
    ...(given.limit === 'site' && { limit: given.limit }),
    ...(typeof given.retryAfterSeconds === 'number' && {
      retryAfterSeconds: wholeOf(given.retryAfterSeconds, 0, 7 * 86_400, 0),
    }),
    ...(given.kind === 'small_talk' && { kind: given.kind }),
    ...(author && { writtenBy: author }),
    ...(typeof given.text === 'string' && { text: given.text }),
    quotes: listOf(given.quotes).slice(0, mostQuotes).flatMap(quoteFrom),
    places: listOf(given.places).slice(0, mostPlaces).flatMap(placeFrom),
    suggestions: textsFrom(given.suggestions, 200).slice(0, mostSuggestions),
    notices: textsFrom(given.notices, 40).slice(0, 8),
  };
}

/** The passage of one mark; `undefined` without its text or its numbers. */
function quoteFrom(value: unknown): MarkQuote[] {
  const given = fieldsOf(value);
  const [mark, article] = [wholeOf(given.mark, 0, 10_000, 0), wholeOf(given.article, 0, 10_000, 0)];
  const quote = textOf(given.quote, 600).trim();
  const anchor = textOf(given.anchor, 300);
  if (mark < 1 || article < 1 || quote === '') return [];
  return [{ mark, article, quote, ...(anchor && { anchor }) }];
}

function placeFrom(value: unknown): Place[] {
  const given = fieldsOf(value);
  const article = citationFrom(value);
  const heading = textOf(given.heading, 300).trim();
  return article.title
    ? [{ ...article, line: textOf(given.line, 400).trim(), ...(heading && { heading }) }]
    : [];
}

const textsFrom = (value: unknown, maxLength: number): string[] =>
  listOf(value)
    .map((each) => textOf(each, maxLength).trim())
    .filter((each) => each !== '');

/** Articles as cards; `undefined` without articles. An unknown variant counts as a recommendation. */
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
  const { postId, title, url } = citationFrom(value);
  return {
    rank: wholeOf(given.rank, 1, 999, index + 1),
    postId,
    title,
    url,
    excerpt: textOf(given.excerpt, 400).trim(),
    publishTime: textOf(given.publishTime, 10),
  };
}
