import { knownStatements } from '../../../server/features/chat/mark-judge/known-statements.ts';
import type { ChatCall } from '../../../server/ports/models.ts';

/** True for a call by which a model is tried as a judge of marks. */
export const isJudgeTrial = (call: ChatCall): boolean => statementsOf(call) !== undefined;

/** What a judge says to its trial who errs on the first `wrong` statements of each call. */
export const trialVerdicts = (call: ChatCall, wrong = 0): string =>
  JSON.stringify({
    verdicts: (statementsOf(call) ?? []).map(({ isSaid }, n) => ({
      statement: n + 1,
      verdict: isSaid === n >= wrong ? 'yes' : 'no',
    })),
  });

const statementsOf = ({ scenario, messages }: ChatCall) =>
  scenario === 'mark_judge'
    ? knownStatements.find(({ statements: [first] }) =>
        messages.some(({ content }) => first !== undefined && content.includes(first.statement)),
      )?.statements
    : undefined;
