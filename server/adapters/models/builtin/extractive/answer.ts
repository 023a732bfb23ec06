import type { ChatTask } from '../../../../ports/models.ts';
import { quotePlace, type QuotedPassage } from './quote-place.ts';
import { readQuestion } from './question.ts';
import { sourcesOf } from './segments.ts';

/**
 * The contiguous part of one article that answers a question best, in the article's own words; `undefined` when none
 * matches.
 */
export function answer({
  question,
  passages,
  articles = [],
  brief,
}: Extract<ChatTask, { kind: 'answer' }>): QuotedPassage | undefined {
  return quotePlace(sourcesOf(passages, articles), readQuestion(question), brief ? BRIEF : FULL);
}

/** Maximum of characters of a quotation. */
const FULL = 700;
const BRIEF = 400;
