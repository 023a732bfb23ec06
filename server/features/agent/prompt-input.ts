import { truncate } from '../../text/text.ts';
import type { GapBrief } from './prompt.ts';
import type { MatchedGap } from './gaps/match-gaps.ts';
import type { Sample } from './gaps/samples.ts';
import { texts } from './texts.ts';

/** Output tokens for one gap, and for the rest of the answer. */
const tokensOfGap = 250;
const tokensOfRest = 250;
const questionsShown = 6;
const complaintsShown = 3;
const length = 180;

/** As many gaps as fit into the model's output limit. */
export function gapBriefs(
  gaps: readonly MatchedGap[],
  samples: readonly Sample[],
  maxTokens: number,
): GapBrief[] {
  const room = Math.max(1, Math.floor((maxTokens - tokensOfRest) / tokensOfGap));
  return gaps.slice(0, room).map(({ known, found, nearest }, at) => ({
    id: at + 1,
    type: known.type,
    asked: known.asks,
    why: texts.en.reasons(known.reasons),
    questions: found.questions
      .slice(0, questionsShown)
      .map(({ question }) => truncate(question, length, '…')),
    complaints: samples
      .filter(({ gapId, feedbackType }) => gapId === known.gapId && feedbackType === 'dislike')
      .slice(0, complaintsShown)
      .map(({ question, answer, feedbackComment }) => ({ question, answer, comment: feedbackComment })),
    ...(nearest.article && { nearestArticle: truncate(nearest.article.title, length, '…') }),
    ...(nearest.heading !== '' && { nearestHeading: truncate(nearest.heading, length, '…') }),
  }));
}
