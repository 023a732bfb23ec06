import type { WritingAction } from '../../contract/writing/writing.ts';

/** The actions in the order of the menu. */
export const writingActionNames: readonly WritingAction[] = [
  'proofread',
  'polish',
  'simplify',
  'expand',
  'continue',
  'link',
  'summarize',
  'translate-en',
  'outline',
];
