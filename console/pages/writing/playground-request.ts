import type { WritingAction } from '../../../contract/writing/actions.ts';
import { WritingRequest } from '../../../contract/writing/writing.ts';
import { problemText } from '../../ui/problem-text.ts';

/** A request from the writing playground. */
export interface PlaygroundRequest {
  readonly text: string;
  readonly action: WritingAction;
  readonly instruction: string;
  /** True for separate changes, if the action has them. */
  readonly byChange: boolean;
}

/** Actions that produce a new text instead of changes, by the contract. */
export const hasChanges = (action: WritingAction): boolean =>
  WritingRequest.safeParse({ text: 'x', action, format: 'patch' }).success;

/** The problem with a request, in the language of the console; `''` for a valid one. */
export function problemOf({ text, action, instruction }: PlaygroundRequest): string {
  const read = WritingRequest.safeParse({ text, action, instruction });
  const issue = read.error?.issues[0];
  return issue ? problemText(issue) : '';
}
