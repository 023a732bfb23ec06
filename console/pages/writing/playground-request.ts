import { WritingRequest, type WritingAction } from '../../../contract/writing/writing.ts';

/** A request from the writing playground. */
export interface PlaygroundRequest {
  readonly text: string;
  readonly action: WritingAction;
  readonly instruction: string;
  /** Change by change, where the action has changes. */
  readonly byChange: boolean;
}

/** Actions that make another text, so that there are no changes to choose from; read off the contract. */
export const hasChanges = (action: WritingAction): boolean =>
  WritingRequest.safeParse({ text: 'x', action, format: 'patch' }).success;

/** The contract's error message for a request; `''` for a valid one. */
export function problemOf({ text, action, instruction }: PlaygroundRequest): string {
  const read = WritingRequest.safeParse({ text, action, instruction });
  return read.success ? '' : (read.error.issues[0]?.message ?? '');
}
