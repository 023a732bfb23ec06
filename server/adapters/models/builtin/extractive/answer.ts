import type { ChatTask, TaskPassage } from '../../../../ports/models.ts';
import { guessLanguage } from '../../../../text/language.ts';
import { stemLanguage, type StemLanguage } from '../../../../text/morphology/stem.ts';
import { quotePlace, type QuotedPassage } from './quote-place.ts';
import { readQuestion } from './question.ts';
import { sourceOf } from './segments.ts';

/**
 * The contiguous part of the first article that answers a question best, in the article's own words; `undefined` when none
 * matches.
 */
export async function answer({
  question,
  passages,
  blocks,
  brief,
}: Extract<ChatTask, { kind: 'answer' }>): Promise<QuotedPassage | undefined> {
  const asked = readQuestion(question, languageOf(passages));
  return quotePlace(sourceOf(passages, blocks), asked, brief ? BRIEF : FULL);
}

/** The language that the words of passages, and of the question about them, are stemmed in. */
export const languageOf = (passages: readonly Pick<TaskPassage, 'text'>[]): StemLanguage =>
  stemLanguage(guessLanguage(passages.map(({ text }) => text.slice(0, SAMPLE)).join(' ')));

/** Characters of each passage from which their language is guessed. */
const SAMPLE = 200;

/** Maximum of characters of a quotation. */
const FULL = 700;
const BRIEF = 400;
