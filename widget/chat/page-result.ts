import type { DocentAsked, DocentEvents } from '../../contract/widget/page-api.ts';
import type { Answer, Ending, Turn } from './conversation.ts';

type Told = {
  [Name in 'answer' | 'limit' | 'error']: readonly [Name, DocentEvents[Name]];
}['answer' | 'limit' | 'error'];

/** Why an answer is not one, in the words for the people who wrote the page's scripts. */
const reasons: Readonly<Record<Exclude<Ending, 'done'>, string>> = {
  stopped: 'The answer was stopped.',
  cut: 'The connection was lost before the answer was complete.',
  silent: 'The answer took too long.',
  refused: 'The service refused the question.',
  unreachable: 'The service cannot be reached.',
};

/** The events that a page is told at the end of an answer. */
export function eventsAfter({ question, answer }: Turn): readonly Told[] {
  const { ending = 'cut', state: answerState, logId } = answer;
  const reason = failureOf(answer);
  const seconds = answer.retryAt === undefined ? undefined : Math.ceil((answer.retryAt - Date.now()) / 1000);
  return [
    ['answer', { question, ending, answerState, logId }],
    ...(answerState === 'limited' ? [['limit', { question, retryAfterSeconds: seconds }] as const] : []),
    ...(answerState !== 'limited' && ending !== 'stopped' && reason !== undefined
      ? [['error', { question, reason }] as const]
      : []),
  ];
}

/** What became of a question of the page; throws an error with the reason when it has no answer. */
export function resultOf(turn: Turn | undefined): DocentAsked {
  if (!turn) throw new Error('The question was not asked, or its answer was given up.');
  const reason = failureOf(turn.answer);
  if (reason !== undefined) throw new Error(reason);
  const { state, citations } = turn.answer;
  return { asked: turn.question, answerState: state, citations };
}

/** The reason of a failure in words; a limit is a state of the answer. */
function failureOf({ ending = 'cut', complaint, state, text }: Answer): string | undefined {
  if (state === 'limited') return undefined;
  if (ending !== 'done') return reasons[ending];
  if (complaint !== undefined) return complaint;
  return state === 'failed' ? text.trim() || 'The question could not be answered.' : undefined;
}
