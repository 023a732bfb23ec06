import { WritingRequest, type WritingAction } from '../../../contract/writing/writing.ts';

/** What is asked of the model for a text. */
export interface Wish {
  readonly text: string;
  readonly action: WritingAction;
  readonly instruction: string;
  /** Change by change, where the action has changes. */
  readonly byChange: boolean;
}

/** Actions that make another text, so that there are no changes to choose from; read off the contract. */
export const hasChanges = (action: WritingAction): boolean =>
  WritingRequest.safeParse({ text: 'x', action, format: 'patch' }).success;

/** What speaks against a wish, in the words of the contract; `''` when nothing does. */
export function problemOf({ text, action, instruction }: Wish): string {
  const read = WritingRequest.safeParse({ text, action, instruction });
  return read.success ? '' : (read.error.issues[0]?.message ?? '');
}
