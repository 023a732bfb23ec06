import { estimateMessages, textWeight } from '../../../model-calls/estimate.ts';
import { roomIn } from '../../../model-calls/window.ts';
import type { TaskPassage } from '../../../ports/models.ts';
import type { AnswerFilter } from '../filter/answer-filter.ts';
import type { Attribution } from '../grounding/attribution.ts';
import type { GroundedQuestion } from '../prompt/ask.ts';
import { judgePrompt, type CitedStatement } from './prompt.ts';
import { tokensFor } from './verdicts.ts';

/** Statements of one call; later ones stay as they are. */
const mostStatements = 24;
const longestStatement = 1_000;
/** Estimated tokens of one call. */
const mostTokens = 8_000;
/** Tokens around each text: its tags, its title. */
const around = 40;

export const keyOf = ({ statement, article }: CitedStatement): string => `${article} ${statement}`;

/** The statements with marks of which words do not tell whether their article says them, each once. */
export function undecidedIn(
  filter: Pick<AnswerFilter, 'shown' | 'doubtful'>,
  { isUndecided }: Pick<Attribution, 'isUndecided'>,
): readonly CitedStatement[] {
  const open = [
    ...filter.shown.filter(({ statement, article }) => isUndecided(statement, article)),
    ...filter.doubtful,
  ]
    .filter(({ statement }) => statement.length <= longestStatement)
    .map(({ statement, article }) => ({ statement, article }));
  return [...new Map(open.map((one) => [keyOf(one), one])).values()];
}

/** What fits into one call: statements with all passages of their articles, which are read whole or not at all. */
export function materialOf(
  { question, context }: Pick<GroundedQuestion, 'question' | 'context'>,
  open: readonly CitedStatement[],
  contextTokens: number | undefined,
): { readonly statements: readonly CitedStatement[]; readonly passages: readonly TaskPassage[] } {
  const bare = judgePrompt({ question, statements: [], passages: [] }, '');
  const room =
    contextTokens === undefined
      ? mostTokens
      : Math.min(mostTokens, roomIn({ tokens: contextTokens, rate: 1 }, tokensFor(mostStatements)));
  let left = room - estimateMessages(bare);
  const statements: CitedStatement[] = [];
  const passages: TaskPassage[] = [];
  for (const one of open) {
    const isRead = passages.some(({ article }) => article === one.article);
    const own = isRead ? [] : context.passages.filter(({ article }) => article === one.article);
    const cost = [one.statement, ...own.map(({ text }) => text)].reduce(
      (sum, text) => sum + around + textWeight(text),
      0,
    );
    if (cost > left || statements.length >= mostStatements) continue;
    left -= cost;
    statements.push(one);
    passages.push(...own);
  }
  return { statements, passages };
}
