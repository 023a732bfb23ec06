import type { GapReasons } from '../../../contract/agent.ts';
import type { LoggedQuestion } from '../chat-logs/chat-logs.ts';

/** Reason why a question counts as left open. */
export type Reason = keyof GapReasons;

/** Score of one occurrence by its reason, strongest first. */
export const reasonPoints: Readonly<Record<Reason, number>> = {
  disliked: 3,
  not_covered: 3,
  partial: 2,
  no_citation: 2,
  empty_search: 1,
};

export const reasonNames: readonly Reason[] = [
  'disliked',
  'not_covered',
  'partial',
  'no_citation',
  'empty_search',
];

export const noReasons = (): Record<Reason, number> => ({
  disliked: 0,
  not_covered: 0,
  partial: 0,
  no_citation: 0,
  empty_search: 0,
});

/**
 * Outcome of a logged question: a reason, `answered`, or `left_out` for failures, refusals and limits, which say
 * nothing about the articles, and for answers whose client left.
 */
export function outcomeOf(log: LoggedQuestion): Reason | 'answered' | 'left_out' {
  if (log.state === 'failed' || log.state === 'limited' || log.state === 'refused') return 'left_out';
  if (log.feedback === 'dislike') return 'disliked';
  if (log.feedback === 'like') return 'answered';
  if (log.state === 'not_covered' || log.state === 'partial') return log.state;
  if (log.state !== 'answered') return 'left_out';
  return isUncited(log) ? 'no_citation' : 'answered';
}

/** True for an answer without citations; intent routes show cards instead. */
export const isUncited = ({ cited, intent, state }: LoggedQuestion): boolean =>
  !cited && state === 'answered' && (intent === '' || intent === 'NORMAL_CHAT');
